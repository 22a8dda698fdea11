import type { Socket } from 'node:net'
import { buildConnector, Client, errors } from 'undici'

/** Longest wait for a gateway that keeps its connection open although the request asked to close it. */
const mostWaitMs = 250

/** Notices bytes that follow the end of a reply on its connection: its stated length, or its chunks, are then wrong. */
export interface SurplusWatch {
  /** Creates the library's client for one origin; the watch sees the bytes of its connection. */
  readonly client: (origin: string | URL, options: Client.Options) => Client
  /**
   * Call after the reply was read. True when more bytes follow it. Resolves when the gateway closes the connection, as
   * requested, and after 250 ms at the latest.
   */
  readonly found: () => Promise<boolean>
}

/** Creates a watch for the one connection of one request; calls `connected` once it is open. */
export function createSurplusWatch(connected: (socket: Socket) => void): SurplusWatch {
  let found = Promise.resolve(false)

  const watched = (connect: buildConnector.connector): buildConnector.connector => (target, done) => {
    connect(target, (...result) => {
      // After a failure the library's tunnel forwards only the error.
      const [, socket = null] = result
      if (socket !== null) {
        connected(socket)
        onReplyEnd(socket, (surplus) => { found = surplus })
      }
      done(...result)
    })
  }

  return {
    client: (origin, { connect = {}, ...options }) => new Client(origin, {
      ...options, connect: watched(typeof connect === 'function' ? connect : buildConnector({ allowH2: false, ...connect })),
    }),
    found: async () => await found,
  }
}

/**
 * Without pipelining the library destroys the socket with an `InformationalError` as soon as the reply is complete,
 * and drops the bytes received after it. This delays destroying until those bytes were checked.
 */
function onReplyEnd(socket: Socket, notify: (surplus: Promise<boolean>) => void): void {
  const destroy = socket.destroy.bind(socket)
  let isOver = false
  socket.destroy = (error) => {
    if (isOver || !(error instanceof errors.InformationalError)) return destroy(error)
    isOver = true
    notify(surplusOn(socket).finally(() => destroy()))
    return socket
  }
}

/** Whether a socket still has bytes; reading discards them. */
function surplusOn(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => { resolve(false) }, mostWaitMs)
    const settle = (surplus: boolean): void => {
      clearTimeout(timer)
      resolve(surplus)
    }
    const read = socket.read.bind(socket)
    socket.read = (size) => {
      if (read(size) !== null) settle(true)
      return null
    }
    socket.on('readable', () => { socket.read() }).on('close', () => { settle(false) })
  })
}
