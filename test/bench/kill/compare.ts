/** The journal against the gateway's ledger, which is the truth about money. */
import type { OrderId, UtcTime } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history.ts'
import type { LedgerLine } from '../../../electron/sandbox/ledger.ts'
import { nameInLedger } from './payment-name.ts'

/** What the journal says of one payment; `name` as `payment-name.ts` has it. */
export interface KeptPayment {
  readonly name: string
  readonly state: EntryState
  /** The order that a refund is of, and when the refund's outcome was open; null for what makes an order. */
  readonly action: ({ readonly orderId: OrderId } & OpenSpan) | null
}

/** From the intent on, up to what ended it; null: it still is open. */
export interface OpenSpan {
  readonly openFrom: UtcTime
  readonly openUntil: UtcTime | null
}

/** The names of the payments that break a rule, one list a rule; all of them empty when money moved once. */
export interface Misses {
  /** In the ledger, without an intent in the journal. */
  readonly withoutIntent: readonly string[]
  /** In the ledger more than once: a merchant order id by charges, or one and the same refund. */
  readonly reachedTwice: readonly string[]
  /** Refunds in the ledger that were sent while the outcome of an earlier one of their order was open. */
  readonly refundedWhileOpen: readonly string[]
  /** In the ledger, while the journal says that nothing was taken. */
  readonly calledUntaken: readonly string[]
  /** Not in the ledger, while the journal says something else than not sent or unknown. */
  readonly doneButAbsent: readonly string[]
}

export const noMisses: Misses = {
  withoutIntent: [], reachedTwice: [], refundedWhileOpen: [], calledUntaken: [], doneButAbsent: [],
}

export const rules = {
  withoutIntent: 'in the ledger, without an intent in the journal',
  reachedTwice: 'reached the ledger twice',
  refundedWhileOpen: 'refunded while an earlier refund of the order was an open outcome',
  calledUntaken: 'in the ledger, called not sent or refused by the journal',
  doneButAbsent: 'absent from the ledger, neither not sent nor unknown in the journal',
} as const satisfies Record<keyof Misses, string>

const untaken: ReadonlySet<EntryState> = new Set(['not-sent', 'refused', 'access-denied', 'not-found'])
/** Only a person takes an order for not found, and in this test nobody does. */
const openToAbsence: ReadonlySet<EntryState> = new Set(['not-sent', 'unknown'])

/** Compares everything in the ledger with everything that the journal keeps of payments that touch money. */
export function compare(ledger: readonly LedgerLine[], journal: readonly KeptPayment[]): Misses {
  const reached = countsOf(ledger.flatMap((line) => nameInLedger(line) ?? []))
  const kept = Map.groupBy(journal, ({ name }) => name)
  const isCalledUntaken = (name: string) => kept.get(name)?.every(({ state }) => untaken.has(state)) ?? false
  return {
    withoutIntent: [...reached.keys()].filter((name) => !kept.has(name)),
    reachedTwice: [...reached].filter(([, times]) => times > 1).map(([name]) => name),
    refundedWhileOpen: journal.filter((payment) => reached.has(payment.name) && isSecond(payment, journal))
      .map(({ name }) => name),
    calledUntaken: [...reached.keys()].filter(isCalledUntaken),
    doneButAbsent: journal.filter(({ name, state }) => !reached.has(name) && !openToAbsence.has(state))
      .map(({ name }) => name),
  }
}

/** Whether a payment was sent while another one of its order, sent no later, was open. */
function isSecond(payment: KeptPayment, journal: readonly KeptPayment[]): boolean {
  const { action } = payment
  return action !== null && journal.some((other) => other !== payment && other.action?.orderId === action.orderId
    && other.action.openFrom <= action.openFrom
    && (other.action.openUntil === null || other.action.openUntil > action.openFrom))
}

/** True when no rule was broken. */
export function isFaultless(misses: Misses): boolean {
  return Object.values(misses).every((names: readonly string[]) => names.length === 0)
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
