/** Answers the calls of the bridge by the contract and the desk, without knowing any call by name. */
import { calls, failureSchema, type CallName, type Desk } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { describeError, type Log } from '../common/processes/log.ts'
import type { DeskControl } from '../desk/services.ts'
import { readInput } from './read-input.ts'
import { isFromOwnPage, type CallEvent, type OwnPage } from './sender.ts'

type Answer = Result<unknown, Failure>
type Call = (input: unknown) => Promise<Answer>

/** Answers one call. Never rejects. */
export type ServeCall = (name: CallName, event: CallEvent, given: readonly unknown[]) => Promise<Answer>

/**
 * Creates the function that answers every call of the contract. Returns `bridge-refused` for a call from elsewhere than
 * `page` or with an invalid input, and `defect` for an exception or an invalid answer. The log contains only names of
 * calls and errors.
 */
export function serveCalls({ desk, page, log, onRefused = () => undefined }: {
  desk: Desk
  page: OwnPage
  log: Log
  /** Called with the name of every refused call, never with its input. */
  onRefused?: DeskControl['callRefused']
}): ServeCall {
  return async (name, event, given) => {
    if (!isFromOwnPage(event, page)) {
      log.warn('bridge-sender-refused', { channel: name })
      onRefused(name, 'other-sender')
      return failed({ code: 'bridge-refused' })
    }
    const call: Call = (input) => Reflect.apply(desk[name] as Call, desk, [input])
    return await answer(name, call, given, log, onRefused)
  }
}

async function answer(
  name: CallName, call: Call, given: readonly unknown[], log: Log, onRefused: DeskControl['callRefused'],
): Promise<Answer> {
  try {
    const input = readInput(calls[name].input, given)
    if (!input.ok) {
      log.warn('bridge-input-refused', { channel: name })
      onRefused(name, 'not-in-the-contract')
      return failed({ code: 'bridge-refused' })
    }
    return fitToContract(name, await call(input.value))
  } catch (error) {
    // SECURITY: a message may quote the page's input; the position in the code suffices to find the defect.
    log.error('call-failed', { ...describeError(error), message: undefined, channel: name })
    return failed({ code: 'defect' })
  }
}

// SECURITY: only declared properties leave main; any other, which may be a secret, is dropped here.
function fitToContract(name: CallName, given: Answer): Answer {
  return given.ok
    ? success(calls[name].output.parse(given.value))
    : failed(failureSchema.parse(given.failure))
}
