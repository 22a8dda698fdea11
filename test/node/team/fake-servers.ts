// Servers that are none, or not honest ones. Each keeps what it heard, to prove what was not said to it.
import { createServer, type Socket, type AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { onTestEnd } from '../clean-up.ts'

export interface FakeServer {
  readonly port: number
  heard(): Buffer
}

/** Listens on loopback and hands each connection to `act`, which also hears each part that arrives. */
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
  return { port: (server.address() as AddressInfo).port, heard: () => Buffer.concat(parts) }
}

/** Takes everything and says nothing. */
export const muteServer = () => listen((socket, keep) => socket.on('data', keep))

/** Answers everything with the same bytes. */
export const sayingServer = (answer: string | Buffer) => listen((socket, keep) => socket.on('data', (data: Buffer) => {
  keep(data)
  socket.write(answer)
}))

/** A server of another kind: it answers and hangs up. */
export const webServer = () => listen((socket, keep) => socket.once('data', (data: Buffer) => {
  keep(data)
  socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
}))

/** Offers TLS with a certificate and keeps what it hears behind it. */
export const tlsServer = ({ key, cert }: { key: string; cert: string }) => listen((socket, keep) => socket.once('data', () => {
  socket.write('S')
  const secure = new TLSSocket(socket, { isServer: true, key, cert })
  secure.on('error', () => undefined)
  secure.on('data', keep)
}))

/** The request for the password in clear (3), as MD5 (5 with a salt), and the word that none is needed (0). */
export const authentication = (kind: 0 | 3 | 5): Buffer => {
  const message = Buffer.alloc(kind === 5 ? 13 : 9)
  message.write('R')
  message.writeInt32BE(message.length - 1, 1)
  message.writeInt32BE(kind, 5)
  // Ready for the first query.
  return kind === 0 ? Buffer.concat([message, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])]) : message
}

type RelayMode = 'pass' | 'lose-reply' | 'lose-request' | 'swallow'

export interface Relay {
  readonly port: number
  /** What is done to the next part that is sent; `swallow` stays until it is changed. */
  next(mode: RelayMode): void
}

/** Stands between a desk and its server. */
export async function relayTo(port: number): Promise<Relay> {
  const { connect } = await import('node:net')
  let mode: RelayMode = 'pass'
  const relay = await listen((near) => {
    const far = connect(port, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    far.on('error', end).on('close', end)
    near.on('close', end)
    let losing = false
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
      far.write(data)
    })
    far.on('data', (data: Buffer) => {
      if (losing) end()
      else if (mode !== 'swallow') near.write(data)
    })
  })
  return { port: relay.port, next: (wanted) => { mode = wanted } }
}
