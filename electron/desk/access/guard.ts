/** The one place where calls of the page are let through: by what the contract declares of each. */
import type { Authority, Lookup } from '#shared/ipc/authority.ts'
import { calls, type CallName, type Desk, type EventName, type ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import { failed, type Result } from '#shared/result.ts'
import { refusedOutside } from '../ask-outside.ts'
import type { Emit, Services } from '../services.ts'
import { questionOf } from './questions.ts'
import type { DeskStanding } from './standing.ts'

/** What the guard asks. */
export interface GuardParts {
  readonly standing: DeskStanding
  readonly services: Services
  readonly lookup: Lookup
  /** Resolves when it is known whether the desk is protected. */
  readonly known: () => Promise<void>
  /** Whether a passphrase could protect the desk and none does. */
  readonly lacksProtection: () => Promise<boolean>
}

type AnyCall = (input: unknown) => Promise<Result<unknown, Failure>>

/**
 * Puts the guard before every call. SECURITY: derived from the contract, where no call is without a decision; while the
 * desk is locked nothing answers but what says so.
 */
export function guarded(desk: Desk, parts: GuardParts): Desk {
  const names = Object.keys(calls) as CallName[]
  return Object.fromEntries(names.map((name): [CallName, AnyCall] => [name, async (input) => {
    const refusal = await refusalOf(parts, name, input as ParsedInput<typeof name>)
    // The call begins in the same turn in which it was let through: no lock comes between.
    return refusal === null ? await (desk[name] as AnyCall)(input) : failed(refusal)
  }])) as unknown as Desk
}

async function refusalOf<Name extends CallName>(
  parts: GuardParts, name: Name, input: ParsedInput<Name>,
): Promise<Failure | null> {
  const authority = calls[name].authority as Authority<ParsedInput<Name>>
  if (authority.whileLocked === 'answered' && authority.who === 'anybody') return null
  await parts.known()
  const refusal = await standingRefusal(parts, authority, input)
  if (refusal !== null || authority.box.kind !== 'first') return refusal
  if (!await authority.box.when.applies(input, parts.lookup)) return standingRefusal(parts, authority, input)
  const question = await questionOf(name, input, parts.services)
  // SECURITY: a declared box is asked or the call is refused.
  const refused = question === null ? { code: 'defect' } as const : await refusedOutside(parts.services.system, question)
  // A box stands for minutes: the person, the role and the proof are those of now.
  return refused ?? await standingRefusal(parts, authority, input)
}

async function standingRefusal<Input>(
  { standing, lookup, lacksProtection }: GuardParts, { who, protection, proof }: Authority<Input>, input: Input,
): Promise<Failure | null> {
  if (standing.isOpen() && await protection.applies(input, lookup) && await lacksProtection()) {
    return { code: 'protection-needed' }
  }
  const asksForProof = standing.isOpen() && await proof.applies(input, lookup)
  // Nothing is awaited from here on: what is found is true when the call begins.
  if (!standing.isOpen()) return { code: 'desk-locked' }
  const actor = standing.actor()
  if (who === 'administrator' && actor.kind === 'person' && actor.person.role !== 'administrator') {
    return { code: 'administrator-needed' }
  }
  return asksForProof && !standing.isProofFresh() ? { code: 'proof-needed' } : null
}

/** What the page is told of a locked desk; all else would show what happens on it. */
const toldWhileLocked: ReadonlySet<EventName> = new Set<EventName>([
  'access.changed', 'vault.changed', 'keychain.waiting', 'app.quitWaits', 'app.open',
])

/** Sends to the page what the desk, as it stands, may tell. */
export function guardedEmit(emit: Emit, standing: Pick<DeskStanding, 'isOpen'>): Emit {
  return (name, payload) => {
    if (standing.isOpen() || toldWhileLocked.has(name)) emit(name, payload)
  }
}
