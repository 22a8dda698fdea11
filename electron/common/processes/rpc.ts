/**
 * Calls over a message channel: one small typed port for the vault's process and the journal's and sandbox's threads.
 * Every method of an `Api` takes one structured-cloneable argument (or none) and returns a promise.
 */

/** The common interface of a MessagePort, a Worker and a utility process. */
export interface Channel {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once when the other side has ended; pending calls then reject. */
  onEnd(listener: (reason: string) => void): void
}

/** The other side ended (killed, crashed, quit) before it answered. */
export class ChannelEnded extends Error {
  override readonly name = 'ChannelEnded'
}

interface Call { readonly id: number; readonly call: string; readonly argument: unknown }
interface Answer { readonly answer: number; readonly value?: unknown; readonly error?: string }

/**
 * Answers calls that arrive on a channel. Methods return expected failures as values (`Result`), so an exception is a
 * defect: `onDefect` receives it, and the other side receives its message alone.
 */
export function serve<Api extends object>(channel: Channel, methods: Api, onDefect: (error: unknown) => void): void {
  channel.onMessage((message) => {
    if (!isCall(message)) return
    void answer(channel, methods, message, onDefect)
  })
}

async function answer(
  channel: Channel, methods: object, call: Call, onDefect: (error: unknown) => void,
): Promise<void> {
  try {
    const method: unknown = Object.hasOwn(methods, call.call) ? Reflect.get(methods, call.call) : undefined
    if (typeof method !== 'function') throw new Error(`no method named ${call.call}`)
    const value: unknown = await Reflect.apply(method, methods, [call.argument])
    channel.post({ answer: call.id, value } satisfies Answer)
  } catch (error) {
    onDefect(error)
    channel.post({ answer: call.id, error: error instanceof Error ? error.message : 'unknown defect' } satisfies Answer)
  }
}

/** Creates an object whose methods call the other side; they reject with `ChannelEnded` when that side has ended. */
export function connect<Api extends object>(channel: Channel): Api {
  const call = caller(channel)
  const created = new Map<PropertyKey, unknown>()
  return new Proxy({} as Api, {
    get(_target, name) {
      // A promise-like `then` would make `await` call the other side.
      if (typeof name !== 'string' || name === 'then') return undefined
      if (!created.has(name)) created.set(name, (argument: unknown) => call(name, argument))
      return created.get(name)
    },
  })
}

/** Calls a method of the other side by its name; rejects with `ChannelEnded` when that side has ended. */
export function caller(channel: Channel): (name: string, argument: unknown) => Promise<unknown> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let next = 1
  let ended: string | null = null
  channel.onMessage((message) => {
    if (!isAnswer(message)) return
    const waiter = waiting.get(message.answer)
    waiting.delete(message.answer)
    if (message.error !== undefined) waiter?.reject(new Error(message.error))
    else waiter?.resolve(message.value)
  })
  channel.onEnd((reason) => {
    ended = reason
    for (const waiter of waiting.values()) waiter.reject(new ChannelEnded(reason))
    waiting.clear()
  })
  return (name, argument) => new Promise((resolve, reject) => {
    if (ended !== null) {
      reject(new ChannelEnded(ended))
      return
    }
    const id = next++
    waiting.set(id, { resolve, reject })
    channel.post({ id, call: name, argument } satisfies Call)
  })
}

function isCall(message: unknown): message is Call {
  return typeof message === 'object' && message !== null && 'call' in message && 'id' in message
    && typeof message.call === 'string' && typeof message.id === 'number'
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'answer' in message && typeof message.answer === 'number'
}
