/** The one place where calls of the page are let through: by the contract's `needs`, and by the rules of a proof. */
import { calls, type CallName, type Desk, type EventName, type Needs, type ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import { failed, type Result } from '#shared/result.ts'
import type { Emit } from '../services.ts'
import { asksForProof, asksForProtection, type Lookup } from './proof-rules.ts'
import type { DeskStanding } from './standing.ts'

/** What the guard asks. */
export interface GuardParts {
  readonly standing: DeskStanding
  readonly lookup: Lookup
  /** Resolves when it is known whether the desk is protected. */
  readonly known: () => Promise<void>
  /** Whether a passphrase could protect the desk and none does. */
  readonly lacksProtection: () => Promise<boolean>
}

type AnyCall = (input: unknown) => Promise<Result<unknown, Failure>>

/**
 * Puts the guard before every call. SECURITY: derived from the contract, so that a call that says nothing needs a
 * person; while the desk is locked nothing answers but what needs nobody.
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
  { standing, lookup, known, lacksProtection }: GuardParts, name: Name, input: ParsedInput<Name>,
): Promise<Failure | null> {
  const needs = needsOf(name)
  if (needs === 'nobody') return null
  await known()
  if (standing.isOpen() && asksForProtection(name, input, lookup) && await lacksProtection()) {
    return { code: 'protection-needed' }
  }
  if (!standing.isOpen()) return { code: 'desk-locked' }
  const actor = standing.actor()
  if (needs === 'administrator' && actor.kind === 'person' && actor.person.role !== 'administrator') {
    return { code: 'administrator-needed' }
  }
  return asksForProof(name, input, lookup) && !standing.isProofFresh() ? { code: 'proof-needed' } : null
}

function needsOf(name: CallName): Needs {
  const call = calls[name]
  return 'needs' in call ? call.needs : 'person'
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
