import type { Bridge, CallAnswer, CallInput, CallName, EventName, EventPayload } from '#shared/ipc/contract.ts'
import { success } from '#shared/result.ts'

type Answers = {
  readonly [Name in CallName]?: (input: CallInput<Name>) => CallAnswer<Name> | Promise<CallAnswer<Name>>
}

export interface FakeMain {
  /** The page's calls, in order. */
  readonly called: { readonly name: CallName; readonly input: unknown }[]
  /** The inputs of one call. */
  inputsOf<Name extends CallName>(name: Name): CallInput<Name>[]
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void
}

/**
 * Puts a main side into the window that returns the given answers; a call without an answer fails the test that
 * called it.
 */
export function fakeMain(answers: Answers): FakeMain {
  const called: { name: CallName; input: unknown }[] = []
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const call = new Proxy({}, {
    get: (_, name: CallName) => async (input: unknown) => {
      called.push({ name, input })
      const answer = answers[name] as ((input: unknown) => unknown) | undefined
      return answer === undefined ? await Promise.reject(new Error(`nobody answers ${name}`)) : answer(input)
    },
  }) as Bridge['call']
  const on = new Proxy({}, {
    get: (_, name: string) => (listener: (payload: unknown) => void) => {
      const own = listeners.get(name) ?? new Set()
      listeners.set(name, own.add(listener))
      return () => own.delete(listener)
    },
  }) as Bridge['on']
  Object.defineProperty(window, 'gatewayConsole', { value: { call, on }, configurable: true })
  return {
    called,
    inputsOf: (name) => called.filter((one) => one.name === name).map(({ input }) => input) as never,
    emit: (name, payload) => { listeners.get(name)?.forEach((listener) => { listener(payload) }) },
  }
}

/** The answer of a call without a result. */
export const done = () => success(null)
