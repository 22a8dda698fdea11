/** Resets a connection as a crashed host would, also an encrypted one. */
import type { Socket } from 'node:net'
import type { Server } from 'node:https'

/** The TCP connection under each encrypted one: Node can reset only the former. */
const carriers = new WeakMap<Socket, Socket>()

/** Records the TCP connection under each encrypted connection of a server. */
export function rememberCarriers(server: Server): void {
  const byPort = new Map<number, Socket>()
  server.on('connection', (carrier: Socket) => {
    const { remotePort } = carrier
    if (remotePort === undefined) return
    byPort.set(remotePort, carrier)
    carrier.once('close', () => { byPort.delete(remotePort) })
  })
  server.on('secureConnection', (socket) => {
    const carrier = byPort.get(socket.remotePort ?? 0)
    if (carrier !== undefined) carriers.set(socket, carrier)
  })
}

/** Resets a connection; does nothing for a closed one. */
export function resetConnection(socket: Socket | null): void {
  if (socket === null) return
  const carrier = carriers.get(socket)
  if (carrier === undefined) socket.resetAndDestroy()
  else carrier.resetAndDestroy()
}
