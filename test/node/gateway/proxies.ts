import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A real HTTP proxy on loopback that only tunnels. */
export interface TunnelProxy {
  readonly port: number
  readonly url: string
  /** The first line of each connection's request: `CONNECT host:port HTTP/1.1`. */
  readonly firstLines: string[]
  /** Everything that clients sent, including CONNECT, as latin1. */
  receivedText(): string
  close(): Promise<void>
}

/** Starts a proxy that connects every client to one port of this computer, whatever host it asks for. */
export async function startTunnel(to: () => number): Promise<TunnelProxy> {
  const firstLines: string[] = []
  const sockets = new Set<Socket>()
  let receivedText = ''
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    let head = ''
    client.on('data', (chunk: Buffer) => { receivedText += chunk.toString('latin1') })
    client.on('data', function read(chunk: Buffer) {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      client.off('data', read)
      firstLines.push(head.split('\r\n')[0] ?? '')
      const onward = connect(to(), '127.0.0.1', () => { client.write('HTTP/1.1 200 Connected\r\n\r\n') })
      keep(onward)
      client.pipe(onward).pipe(client)
      client.on('close', () => onward.destroy())
      onward.on('close', () => client.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port, url: `http://127.0.0.1:${port}`, firstLines,
    receivedText: () => receivedText,
    close: () => new Promise((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => { resolve() })
    }),
  }
}
