/** Permits or refuses every call of the page, by the authority that the contract declares for it. */
import type { Authority, Lookup } from '#shared/ipc/authority.ts'
import { calls, type CallName, type Desk, type EventName, type ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, type Result } from '#shared/result.ts'
import { refusedOutside } from '../ask-outside.ts'
import type { Emit, Services } from '../services.ts'
import { questionsOf } from './questions.ts'
import type { DeskLock } from './lock-state.ts'

/** The parts that the guard uses. */
export interface GuardParts {
  readonly deskLock: DeskLock
  readonly services: Services
  readonly lookup: Lookup
  /** Resolves once it is known whether a passphrase protects the desk. */
  readonly known: () => Promise<void>
  /** Whether a passphrase could protect the desk and does not. */
  readonly lacksProtection: () => Promise<boolean>
}

type AnyCall = (input: unknown) => Promise<Result<unknown, Failure>>

/**
 * Puts the guard before every call. SECURITY: it is derived from the contract, where every call declares its authority.
 * A locked desk answers only the calls that the contract permits while locked.
 */
export function guarded(desk: Desk, parts: GuardParts): Desk {
  const names = Object.keys(calls) as CallName[]
  return Object.fromEntries(names.map((name): [CallName, AnyCall] => [name, async (input) => {
    const refusal = await refusalOf(parts, name, input as ParsedInput<typeof name>)
    // The call starts in the same turn as its permission, so no lock comes between.
    return refusal === null ? await (desk[name] as AnyCall)(input) : failed(refusal)
  }])) as unknown as Desk
}

async function refusalOf<Name extends CallName>(
  parts: GuardParts, name: Name, input: ParsedInput<Name>,
): Promise<Failure | null> {
  const authority = calls[name].authority as Authority<ParsedInput<Name>>
  if (authority.whileLocked === 'answered' && authority.who === 'anybody') return null
  await parts.known()
  const refusal = await refusalNow(parts, authority, input)
  if (refusal !== null || authority.box.kind !== 'first') return refusal
  if (!await authority.box.when.applies(input, parts.lookup)) return refusalNow(parts, authority, input)
  const questions = await questionsOf(name, input, parts.services)
  // SECURITY: a box that the contract declares must be shown; without a question the call is refused.
  if (questions.length === 0) return { code: 'defect' }
  for (const question of questions) {
    const refused = await refusedOutside(parts.services.system, question)
    if (refused !== null) return refused
  }
  // A box may be open for minutes, so person, role and proof are checked again.
  return await refusalNow(parts, authority, input)
}

async function refusalNow<Input>(
  { deskLock, lookup, lacksProtection }: GuardParts, { who, protection, proof }: Authority<Input>, input: Input,
): Promise<Failure | null> {
  if (deskLock.isOpen() && await protection.applies(input, lookup) && await lacksProtection()) {
    return { code: 'protection-needed' }
  }
  const needsProof = deskLock.isOpen() && await proof.applies(input, lookup)
  // No await from here on, so the checks still hold when the call starts.
  if (!deskLock.isOpen()) return { code: 'desk-locked' }
  const actor = deskLock.actor()
  if (who === 'administrator' && actor.kind === 'person' && actor.person.role !== 'administrator') {
    return { code: 'administrator-needed' }
  }
  return needsProof && !deskLock.isProofFresh() ? { code: 'proof-needed' } : null
}

/** The events that a locked desk sends to the page. All others would reveal activity. */
const sentWhileLocked: ReadonlySet<EventName> = new Set<EventName>([
  'access.changed', 'vault.changed', 'keychain.waiting', 'app.quitWaits', 'app.open',
])

/** Sends to the page the events that the lock state permits. */
export function guardedEmit(emit: Emit, deskLock: Pick<DeskLock, 'isOpen'>): Emit {
  return (name, payload) => {
    if (deskLock.isOpen() || sentWhileLocked.has(name)) emit(name, payload)
  }
}
