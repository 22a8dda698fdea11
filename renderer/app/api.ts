import type {
  Bridge, CallAnswer, CallInput, CallName, EventName, EventPayload,
} from '#shared/ipc/contract.ts'

/** Calls whose input is nothing need no argument. */
type Arguments<Name extends CallName> = null extends CallInput<Name> ? [] : [input: CallInput<Name>]

/** The preload's functions as one looks them up by a name that is only known as a type parameter. */
type CallFunctions = { readonly [Name in CallName]: (input: CallInput<Name> | null) => Promise<CallAnswer<Name>> }

const bridge = (): Bridge => window.gatewayConsole

/**
 * Calls main. Always answers with the contract's result, never throws: a call that could not be made at all is the
 * failure `defect`.
 */
async function call<Name extends CallName>(name: Name, ...[input]: Arguments<Name>): Promise<CallAnswer<Name>> {
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
