// Servers that are not PostgreSQL, or are dishonest. Each keeps what it received, to prove what it was not sent.
import { createServer, type Socket, type AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { onTestEnd } from '../clean-up.ts'

export interface FakeServer {
  readonly port: number
  received(): Buffer
}

/** Listens on loopback and passes each connection to `act`; `keep` stores a received part. */
async function listen(act: (socket: Socket, keep: (data: Buffer) => void) => void): Promise<FakeServer> {
  const parts: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    act(socket, (data) => { parts.push(data) })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, received: () => Buffer.concat(parts) }
}

/** Accepts everything and never replies. */
export const muteServer = () => listen((socket, keep) => socket.on('data', keep))

/** Replies to everything with the same bytes. */
export const replyingServer = (answer: string | Buffer) => listen((socket, keep) => socket.on('data', (data: Buffer) => {
  keep(data)
  socket.write(answer)
}))

/** A server of another kind: it replies and hangs up. */
export const webServer = () => listen((socket, keep) => socket.once('data', (data: Buffer) => {
  keep(data)
  socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
}))

/** Hangs up at the first byte, as a firewall or proxy may. */
export const droppingServer = () => listen((socket, keep) => socket.once('data', (data: Buffer) => {
  keep(data)
  socket.destroy()
}))

/** Offers TLS with a certificate and keeps what it receives in it. */
export const tlsServer = ({ key, cert }: { key: string; cert: string }) => listen((socket, keep) => socket.once('data', () => {
  socket.write('S')
  const secure = new TLSSocket(socket, { isServer: true, key, cert })
  secure.on('error', () => undefined)
  secure.on('data', keep)
}))

/** The request for the password in clear (3), as MD5 (5 with a salt), or the message that none is needed (0). */
export const authentication = (kind: 0 | 3 | 5): Buffer => {
  const message = Buffer.alloc(kind === 5 ? 13 : 9)
  message.write('R')
  message.writeInt32BE(message.length - 1, 1)
  message.writeInt32BE(kind, 5)
  // Ready for the first query.
  return kind === 0 ? Buffer.concat([message, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])]) : message
}

/** The reply that a statement failed with this code. */
const errorAnswer = (code: string): Buffer => {
  const fields = Buffer.from(`SERROR\0VERROR\0C${code}\0Mnobody knows\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  // Ready for the next query.
  return Buffer.concat([Buffer.from('E'), length, fields, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])])
}

type RelayMode = 'pass' | 'lose-reply' | 'lose-request' | 'swallow' | 'in-doubt' | 'in-doubt-always'

export interface Relay {
  readonly port: number
  /**
   * What happens to the next part that is sent; `swallow` and `in-doubt-always` stay until they are changed.
   * `in-doubt`: a statement is carried out, and the reply is that it failed with `code`.
   */
  next(mode: RelayMode, code?: string): void
}

/** A relay between a desk and its server. */
export async function relayTo(port: number): Promise<Relay> {
  const { connect } = await import('node:net')
  let mode: RelayMode = 'pass'
  let doubt: Buffer = Buffer.alloc(0)
  const relay = await listen((near) => {
    const far = connect(port, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    far.on('error', end).on('close', end)
    near.on('close', end)
    let losing = false
    let answer: Buffer | null = null
    near.on('data', (data: Buffer) => {
      if (mode === 'swallow') return
      if (mode === 'lose-request') {
        mode = 'pass'
        end()
        return
      }
      if (mode === 'lose-reply') {
        mode = 'pass'
        losing = true
      }
      const isStatement = data.toString('latin1', 0, 1) === 'P'
      if (isStatement && (mode === 'in-doubt' || mode === 'in-doubt-always')) {
        if (mode === 'in-doubt') mode = 'pass'
        answer = doubt
      }
      far.write(data)
    })
    far.on('data', (data: Buffer) => {
      if (losing) end()
      else if (answer !== null) {
        // Once; the desk does not use a connection that it cannot trust.
        near.write(answer)
        answer = Buffer.alloc(0)
      } else if (mode !== 'swallow') near.write(data)
    })
  })
  return {
    port: relay.port,
    next(wanted, code = '') {
      mode = wanted
      doubt = errorAnswer(code)
    },
  }
}
