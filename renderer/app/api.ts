import type {
  Bridge, CallAnswer, CallInput, CallName, EventName, EventPayload,
} from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import { askFor, type AccessNeed } from './access-gate.ts'

/** Calls without input need no argument. */
type Arguments<Name extends CallName> = null extends CallInput<Name> ? [] : [input: CallInput<Name>]

/** The preload's functions, indexed by a name that is a type parameter. */
type CallFunctions = { readonly [Name in CallName]: (input: CallInput<Name> | null) => Promise<CallAnswer<Name>> }

const bridge = (): Bridge => window.gatewayConsole

/** Refusals that a person can resolve at once: with the passphrase again, or by setting up the first one. */
const needs: Partial<Record<Failure['code'], AccessNeed>> = {
  'proof-needed': 'proof', 'protection-needed': 'protection',
}

/**
 * Calls main. Always returns the contract's result and never throws: a call that could not be made at all is the
 * failure `defect`. If main requires a passphrase first, the person is asked for it and the call is repeated once;
 * without one, the refusal is returned. Repeating is safe only for `proof-needed` and `protection-needed`: main
 * returns them before it records a payment's intent or changes anything, so the refused call had no effect. A call
 * with any other result is never repeated.
 */
async function call<Name extends CallName>(name: Name, ...input: Arguments<Name>): Promise<CallAnswer<Name>> {
  const answer = await callOnce(name, ...input)
  const result: Result<unknown, Failure> = answer
  const need = result.ok ? undefined : needs[result.failure.code]
  return need !== undefined && await askFor(need, name) ? await callOnce(name, ...input) : answer
}

async function callOnce<Name extends CallName>(name: Name, ...[input]: Arguments<Name>): Promise<CallAnswer<Name>> {
  try {
    // The bridge accepts plain data only; values from stores and forms may be Vue proxies.
    const plain = input === undefined ? null : JSON.parse(JSON.stringify(input)) as CallInput<Name>
    return await (bridge().call as CallFunctions)[name](plain)
  } catch {
    return { ok: false, failure: { code: 'defect' } }
  }
}

/** Listens to an event of main; returns the function that stops listening. */
function on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void {
  return bridge().on[name](listener)
}

/** The only code that uses the bridge. */
export const api = { call, on }
