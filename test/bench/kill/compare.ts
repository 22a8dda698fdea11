/**
 * Compares the journals of desks, and the claims of their team, with the gateway's ledger, which is the truth about
 * money.
 */
import type { EntryId, OrderId, UtcTime } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { ClaimSlot } from '#shared/model/team/team.ts'
import { endsClaim } from '#shared/team/claim-rules.ts'
import type { LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'
import { nameInLedger } from './payment-name.ts'

/** A journal's record of one payment; `name` in the format of `payment-name.ts`. */
export interface KeptPayment {
  readonly entryId: EntryId
  readonly name: string
  readonly state: EntryState
  /** The order of a refund, and when the refund's outcome was open; null for an operation that creates an order. */
  readonly action: ({ readonly orderId: OrderId } & OpenSpan) | null
}

/** From the intent to the event that ended it; null: still open. */
export interface OpenSpan {
  readonly openFrom: UtcTime
  readonly openUntil: UtcTime | null
}

/** The claim of one entry; `closed` is its end, null while it is open. */
export interface KeptClaim {
  readonly entryId: EntryId
  readonly kind: ClaimSlot['kind']
  readonly closed: EntryState | null
}

/** The claims of a team, in addition to the journals of its desks. */
export interface TeamSide {
  readonly claims: readonly KeptClaim[]
  /** Requests that reached the gateway while their desk held no open claim for them. */
  readonly withoutClaim: readonly string[]
}

/** Every rule, with the text of its violation. */
const rules = {
  withoutIntent: 'in the ledger, without an intent in a journal',
  reachedTwice: 'reached the ledger twice',
  refundedWhileOpen: 'refunded while an earlier refund of the order was an open outcome',
  calledUntaken: 'in the ledger, called not sent or refused by the journal',
  doneButAbsent: 'absent from the ledger, neither not sent nor unknown in the journal',
  leftSending: 'sending after everything was checked: nothing would resolve it',
  withoutClaim: 'reached the gateway while its desk held no open claim for it',
  wrongClaims: 'its claim is open and the entry has ended, or the other way round',
} as const

/** The names of the payments that violate a rule, one list per rule; all empty if money moved once. */
type MissesOf<Rule extends keyof typeof rules> = Readonly<Record<Rule, readonly string[]>>
export type Misses = MissesOf<Exclude<keyof typeof rules, 'withoutClaim' | 'wrongClaims'>>
export type TeamMisses = MissesOf<Exclude<keyof typeof rules, 'refundedWhileOpen'>>

const untaken: ReadonlySet<EntryState> = new Set(['not-sent', 'refused', 'access-denied', 'not-found'])
/** Only a person closes an order as not found, which does not happen in this test. */
const openToAbsence: ReadonlySet<EntryState> = new Set(['not-sent', 'unknown'])

/** Compares everything in the ledger with every payment in a journal that touches money. */
export function compare(ledger: readonly LedgerLine[], journal: readonly KeptPayment[]): Misses {
  const reached = countsOf(ledger.flatMap((line) => nameInLedger(line) ?? []))
  const kept = Map.groupBy(journal, ({ name }) => name)
  const isCalledUntaken = (name: string) => kept.get(name)?.every(({ state }) => untaken.has(state)) ?? false
  const namesWhere = (isWrong: (payment: KeptPayment) => boolean) => journal.filter(isWrong).map(({ name }) => name)
  return {
    withoutIntent: [...reached.keys()].filter((name) => !kept.has(name)),
    reachedTwice: [...reached].filter(([, times]) => times > 1).map(([name]) => name),
    refundedWhileOpen: namesWhere((payment) => reached.has(payment.name) && isSecond(payment, journal)),
    calledUntaken: [...reached.keys()].filter(isCalledUntaken),
    doneButAbsent: namesWhere(({ name, state }) => !reached.has(name) && !openToAbsence.has(state)),
    leftSending: namesWhere(({ state }) => state === 'sending'),
  }
}

/** Like `compare`, with the payments of all desks, the newest state of each entry last. */
export function compareTeam(
  ledger: readonly LedgerLine[], payments: readonly KeptPayment[], { claims, withoutClaim }: TeamSide,
): TeamMisses {
  const entries = new Map(payments.map((payment) => [payment.entryId, payment]))
  // Here the claims show whether refunds of one order overlap, by the server's clock.
  const { refundedWhileOpen: _byDesk, ...misses } = compare(ledger, [...entries.values()])
  const wrongClaims = claims.flatMap(({ entryId, kind, closed }) => {
    const payment = entries.get(entryId)
    if (payment === undefined) return [`${entryId}: no entry`]
    const isRight = closed === null ? !endsClaim(kind, payment.state) : closed === payment.state
    return isRight ? [] : [`${payment.name}: ${payment.state}, its claim ${String(closed)}`]
  })
  return { ...misses, withoutClaim, wrongClaims }
}

export const noMisses = compare([], [])
export const noTeamMisses = compareTeam([], [], { claims: [], withoutClaim: [] })

/** True if no rule was violated. */
export function isFaultless(misses: Misses | TeamMisses): boolean {
  return Object.values(misses).every((names: readonly string[]) => names.length === 0)
}

/** One line per checked rule: how often it was violated, and by which payments. */
export function linesOf(misses: Misses | TeamMisses): string[] {
  return Object.entries(misses).map(([rule, names]: [string, readonly string[]]) => {
    const some = names.length === 0 ? '' : ` (${names.slice(0, 5).join('; ')})`
    return `  ${rules[rule as keyof typeof rules].padEnd(70)} ${String(names.length).padStart(5)}${some}`
  })
}

/** True if a payment was sent while another one of its order, sent no later, was open. */
function isSecond(payment: KeptPayment, journal: readonly KeptPayment[]): boolean {
  const { action } = payment
  return action !== null && journal.some((other) => other !== payment && other.action?.orderId === action.orderId
    && other.action.openFrom <= action.openFrom
    && (other.action.openUntil === null || other.action.openUntil > action.openFrom))
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
