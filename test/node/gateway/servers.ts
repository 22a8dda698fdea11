import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** A whole request as received. */
export interface Received {
  readonly head: string
  readonly body: string
}

export interface WireServer {
  readonly port: number
  /** Requests of which at least the first line arrived. */
  readonly received: Received[]
  close(): Promise<void>
}

export type Behaviour = (socket: Socket, request: Received) => void

/**
 * A server on loopback that reads and writes bytes: calls `behave` once a whole request has arrived, `onConnect` as
 * soon as a client connects. With `tls` it uses https.
 */
export async function startServer(
  behave: Behaviour,
  { onConnect, tls }: { onConnect?: (socket: Socket) => void; tls?: TlsOptions } = {},
): Promise<WireServer> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    onConnect?.(socket)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const request = wholeRequest(text)
      if (request === null) return
      text = ''
      received.push(request)
      behave(socket, request)
    })
  }
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve)
  // Tests include handshakes that a client breaks off.
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => { resolve() })
    }),
  }
}

/** A reply with a correct length. */
export function reply(status: number, body: string, headers: Record<string, string> = {}): string {
  const all = {
    'content-type': 'text/html;charset=utf-8', 'content-length': String(Buffer.byteLength(body)), ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} Something\r\n${lines}\r\n${body}`
}

/** Replies to every request with the same text. */
export function answering(text: string): Behaviour {
  return (socket) => { socket.end(text) }
}

/** The request at the beginning of a text; null while it is incomplete. */
export function wholeRequest(text: string): Received | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = text.slice(0, end)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const body = text.slice(end + 4)
  return body.length < length ? null : { head, body }
}
