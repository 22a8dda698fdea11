// Calls between two processes over Node's own channel: the stand-in's counterpart of Electron's internal IPC.

/** One end of a `child_process` channel: the child on the parent's side, `process` on the child's. */
export interface Channel {
  connected: boolean
  send?(message: object, done: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

interface Request { id?: number, method: string, args: unknown[] }
interface Reply { id: number, value?: unknown, error?: string }
interface Waiting { resolve(value: unknown): void, reject(error: Error): void }

/** A handler, with the arguments that the other end passed. */
export type Handler = (...args: never[]) => unknown

export class Line {
  private readonly channel: Channel
  private readonly handlers = new Map<string, Handler>()
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0
  /** Called with errors of messages that nobody waits for. */
  onError: (error: unknown) => void = (error) => { console.error(error) }

  constructor(channel: Channel) {
    this.channel = channel
    channel.on('message', (message) => {
      if (isRequest(message)) void this.serve(message)
      else this.settle(message as Reply)
    })
    channel.on('disconnect', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('the other process has ended'))
      this.waiting.clear()
    })
  }

  handle(method: string, handler: Handler): void {
    this.handlers.set(method, handler)
  }

  /** Calls the other end. Rejects with its error's text, or if it ends before it has replied. */
  async call<T>(method: string, ...args: unknown[]): Promise<T> {
    if (!this.channel.connected) throw new Error('the other process has ended')
    const id = ++this.lastId
    return await new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.post({ id, method, args })
    })
  }

  /** Sends a message that has no reply; does nothing if the other end has ended. */
  notify(method: string, ...args: unknown[]): void {
    if (this.channel.connected) this.post({ method, args })
  }

  /** The other end may end between check and send; `disconnect` reports that, so the error is ignored here. */
  private post(message: object): void {
    this.channel.send?.(message, () => {})
  }

  private async serve({ id, method, args }: Request): Promise<void> {
    try {
      const handler = this.handlers.get(method)
      if (!handler) throw new Error(`nobody handles '${method}'`)
      const value = await handler(...(args as never[]))
      if (id !== undefined) this.reply({ id, value })
    } catch (error) {
      if (id === undefined) this.onError(error)
      else this.reply({ id, error: String(error) })
    }
  }

  private reply(reply: Reply): void {
    if (!this.channel.connected) return
    try {
      this.post(reply)
    } catch {
      this.post({ id: reply.id, error: 'Error: An object could not be cloned.' })
    }
  }

  private settle({ id, value, error }: Reply): void {
    const waiting = this.waiting.get(id)
    this.waiting.delete(id)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new RemoteError(error))
  }
}

/** An error of the other process; `message` is its text, name included. */
export class RemoteError extends Error {}

const isRequest = (message: unknown): message is Request =>
  typeof message === 'object' && message !== null && 'method' in message
