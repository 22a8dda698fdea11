/** A server on loopback that reads and writes bytes and treats connections as given. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { wholeRequest, type Received } from '../gateway/servers.ts'

/** What the server does at each event; by default nothing. */
export interface Manner {
  readonly tls?: TlsOptions
  /** A client connected; with `tls` after the handshake. */
  readonly onOpen?: (socket: Socket) => void
  /** The first bytes have arrived but are not read yet; `begin` is their text. */
  readonly onFirstBytes?: (socket: Socket, begin: string) => void
  /** A whole request was read. */
  readonly onRequest?: (socket: Socket, request: Received) => void
}

export interface Wire {
  readonly port: number
  /** The number of accepted connections. */
  connections(): number
  /** The number of requests that began to arrive, on any connection; a handshake without a request does not count. */
  begun(): number
  /** Accepts no more connections, waits until all have ended (after two seconds, ends them), and closes. */
  close(): Promise<void>
}

/** A port at which nothing listens, and that no system assigns. */
export const closedPort = 1

/** Starts a server with this manner. */
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
  // Tests include handshakes that a client breaks off.
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

/** The first byte of a TLS connection. */
const handshake = '\x16'

/** Returns the text that can be read, and leaves it unread. */
function peek(socket: Socket): string {
  const chunk = socket.read() as Buffer | null
  if (chunk !== null) socket.unshift(chunk)
  return chunk?.toString('latin1') ?? ''
}

/** A manner that connects every CONNECT to a port of loopback. */
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
