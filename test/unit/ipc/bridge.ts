// The bridge over what a test provides: the caller, the desk's answers, and the log.
import type { CallName, Desk, EventName } from '../../../shared/ipc/contract.ts'
import { calls } from '../../../shared/ipc/contract.ts'
import { channelOf } from '../../../shared/ipc/channels.ts'
import type { Log } from '../../../electron/common/processes/log.ts'
import type { CallEvent } from '../../../electron/ipc/sender.ts'
import { handleCalls, type CallPort } from '../../../electron/ipc/handle-calls.ts'
import { serveCalls } from '../../../electron/ipc/serve.ts'
import { contractNames } from '../../../shared/ipc/names.ts'
import { createEmit } from '../../../electron/ipc/emit.ts'

type Handler = Parameters<CallPort['handle']>[1]

export interface TestBridge {
  /** Calls like the page; `event` describes the sender. */
  call(name: CallName, given: readonly unknown[], event?: CallEvent): Promise<unknown>
  emit: (name: EventName, payload: unknown) => void
  /** The calls that reached the desk, in order. */
  readonly reached: { name: string, input: unknown }[]
  /** The events that reached the page. */
  readonly emitted: { channel: string, payload: unknown }[]
  /** Every line of the log as text. */
  readonly logged: string[]
  readonly channels: string[]
  /** The reported refusals. */
  readonly refusals: unknown[][]
}

const window = { name: 'the own window' }

/** A call from the application's own page, changed by `differs`. */
export function from(differs: { origin?: string, parent?: unknown, sender?: unknown } = {}): CallEvent {
  const { origin = 'app://bundle', parent = null, sender = window } = differs
  return { sender, senderFrame: { origin, parent } }
}

/**
 * Serves the contract over a desk that returns `answers` by call, once `deskIsThere` resolves; any other call rejects.
 */
export function bridge(
  answers: { readonly [Name in CallName]?: unknown }, deskIsThere: Promise<void> = Promise.resolve(),
): TestBridge {
  const handlers = new Map<string, Handler>()
  const reached: TestBridge['reached'] = []
  const emitted: TestBridge['emitted'] = []
  const logged: string[] = []
  const refusals: unknown[][] = []
  const note = (event: string, fields?: object) => { logged.push(JSON.stringify([event, fields])) }
  const log: Log = { info: note, warn: note, error: note }
  const desk = Object.fromEntries(Object.keys(calls).map((name) => [name, async (input: unknown) => {
    reached.push({ name, input })
    if (!Object.hasOwn(answers, name)) throw new Error(`no answer for the input ${JSON.stringify(input)}`)
    return answers[name as CallName]
  }])) as unknown as Desk
  const serve = serveCalls({
    desk,
    page: { origin: 'app://bundle', isSender: (sender) => sender === window },
    log,
    onRefused: (...emitted) => { refusals.push(emitted) },
  })
  const port: CallPort = { handle: (channel, handler) => { handlers.set(channel, handler) } }
  handleCalls(port, contractNames.calls, deskIsThere.then(() => serve))
  return {
    call: (name, given, event = from()) => handlers.get(channelOf('call', name))!(event, ...given),
    emit: createEmit({ send: (channel, payload) => { emitted.push({ channel, payload }) }, log }) as TestBridge['emit'],
    reached,
    emitted,
    logged,
    refusals,
    channels: [...handlers.keys()],
  }
}
