import type {
  Bridge, CallAnswer, CallInput, CallName, EventName, EventPayload,
} from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Result } from '#shared/result.ts'
import { askFor, type AccessNeed } from './access-gate.ts'

/** Calls whose input is nothing need no argument. */
type Arguments<Name extends CallName> = null extends CallInput<Name> ? [] : [input: CallInput<Name>]

/** The preload's functions as one looks them up by a name that is only known as a type parameter. */
type CallFunctions = { readonly [Name in CallName]: (input: CallInput<Name> | null) => Promise<CallAnswer<Name>> }

const bridge = (): Bridge => window.gatewayConsole

/** Refusals that a person can lift on the spot: by the passphrase again, or by setting up the first one. */
const needs: Partial<Record<Failure['code'], AccessNeed>> = {
  'proof-needed': 'proof', 'protection-needed': 'protection',
}

/**
 * Calls main. Always answers with the contract's result, never throws: a call that could not be made at all is the
 * failure `defect`. Where main needs a passphrase first, the person is asked for it and the call is made once more;
 * who gives none gets the refusal.
 *
 * Repeating is safe for `proof-needed` and `protection-needed` alone: main answers them before it takes the intent of a
 * payment or changes anything, so the refused call did nothing. A call with any other answer is never repeated.
 */
async function call<Name extends CallName>(name: Name, ...input: Arguments<Name>): Promise<CallAnswer<Name>> {
  const answer = await callOnce(name, ...input)
  const result: Result<unknown, Failure> = answer
  const need = result.ok ? undefined : needs[result.failure.code]
  return need !== undefined && await askFor(need, name) ? await callOnce(name, ...input) : answer
}

async function callOnce<Name extends CallName>(name: Name, ...[input]: Arguments<Name>): Promise<CallAnswer<Name>> {
  try {
    // The bridge takes plain data; what comes out of a store or a form may be Vue's proxies.
    const plain = input === undefined ? null : JSON.parse(JSON.stringify(input)) as CallInput<Name>
    return await (bridge().call as CallFunctions)[name](plain)
  } catch {
    return { ok: false, failure: { code: 'defect' } }
  }
}

/** Listens to an event of main; the answer ends the listening. */
function on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void {
  return bridge().on[name](listener)
}

/** The one place that touches the bridge. */
export const api = { call, on }
