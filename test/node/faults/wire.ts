/** A server on loopback that speaks bytes and does with a connection what it is told. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { wholeRequest, type Received } from '../gateway/servers.ts'

/** What it does, and when; what is left out is: nothing. */
export interface Manner {
  readonly tls?: TlsOptions
  /** Somebody connected; with `tls` the handshake is over. */
  readonly onOpen?: (socket: Socket) => void
  /** The first bytes are in and not read yet; `begin` is what they are. */
  readonly onFirstBytes?: (socket: Socket, begin: string) => void
  /** A whole request was read. */
  readonly onRequest?: (socket: Socket, request: Received) => void
}

export interface Wire {
  readonly port: number
  /** How many connections were taken. */
  connections(): number
  /** How many requests began to arrive, on whichever connection; a handshake that leads to nothing is none. */
  begun(): number
  /** Takes nothing more, waits until every connection has ended (for two seconds, then ends it), and closes. */
  close(): Promise<void>
}

/** A port that nobody listens at, and no system gives to anybody. */
export const closedPort = 1

/** Starts a server with a manner of its own. */
export async function startWire(manner: Manner): Promise<Wire> {
  let connections = 0
  let begun = 0
  const open = new Set<Socket>()
  const serve = (socket: Socket) => {
    socket.on('error', () => undefined)
    manner.onOpen?.(socket)
    let text = ''
    let first = true
    socket.on('readable', () => {
      if (socket.readableLength === 0 && !socket.destroyed) {
        socket.read()
        return
      }
      if (first) {
        first = false
        const begin = peek(socket)
        if (!begin.startsWith(handshake)) begun += 1
        manner.onFirstBytes?.(socket, begin)
      }
      if (socket.destroyed) return
      text += (socket.read() as Buffer | null)?.toString('latin1') ?? ''
      const request = wholeRequest(text)
      if (request === null) return
      text = ''
      first = true
      manner.onRequest?.(socket, request)
    })
  }
  const server: Server = manner.tls === undefined ? createServer(serve) : createTlsServer(manner.tls, serve)
  // Handshakes that a client breaks off are part of the tests.
  server.on('tlsClientError', () => undefined)
  server.on('connection', (socket: Socket) => {
    connections += 1
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    begun: () => begun,
    async close() {
      const late = setTimeout(() => { for (const socket of open) socket.destroy() }, 2_000)
      await new Promise<void>((resolve) => { server.close(() => { resolve() }) })
      clearTimeout(late)
    },
  }
}

/** How a TLS connection begins. */
const handshake = '\x16'

/** What is there to be read; it stays there. */
function peek(socket: Socket): string {
  const chunk = socket.read() as Buffer | null
  if (chunk !== null) socket.unshift(chunk)
  return chunk?.toString('latin1') ?? ''
}

/** A manner that leads whoever asks CONNECT to a port of loopback. */
export function tunnelTo(port: number, onTunnel: (socket: Socket) => void): Manner {
  return {
    onRequest(socket) {
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n')
        socket.removeAllListeners('readable')
        socket.pipe(onward).pipe(socket)
        onTunnel(socket)
      })
      onward.on('error', () => socket.destroy())
      socket.on('close', () => onward.destroy())
    },
  }
}
