/** A line of a statement as it is compared with the history. */

/**
 * The kinds of lines. `settlement`: a transfer to the merchant's bank account, which stands for many transactions.
 * `other`: a line about a transaction that is none itself, or about none.
 */
export const lineKinds = ['payment', 'refund', 'payout', 'chargeback', 'fee', 'settlement', 'other'] as const
export type LineKind = (typeof lineKinds)[number]

/** The ids that a statement and the history have in common, the most reliable first. */
export const idNames = ['orderId', 'merchantOrderId', 'serialNumber', 'bankReference', 'approvalCode'] as const
export type IdName = (typeof idNames)[number]

/** What a line states about its transaction. */
export const statedStates = ['moved', 'not-moved', 'open'] as const
export type StatedState = (typeof statedStates)[number]

export interface StatementLine {
  /** Its place in the file; a line with a fee column has two parts with the same number. */
  readonly line: number
  readonly kind: LineKind
  /** The kind as it is written. */
  readonly type: string
  readonly ids: Readonly<Partial<Record<IdName, string>>>
  readonly lastFour: string | null
  /** Ten-thousandths of the major unit, with a minus for what leaves the merchant; null where it cannot be read. */
  readonly amount: bigint | null
  /** The amount as it is written. */
  readonly amountText: string
  readonly currency: string | null
  /** A date: "2026-11-20"; null where none can be read. */
  readonly day: string | null
  /** Null where the line does not state it: it is on the statement because money moved. */
  readonly state: StatedState | null
  /** The settlement that it belongs to. */
  readonly settlement: string | null
}

/** Most days between a statement and the history that are no difference, and the reach of a suggestion. */
export const mostDaysApart = 2

/** Whole days between two dates; null where one is not known. */
export function daysApart(one: string | null, other: string | null): number | null {
  return one === null || other === null ? null : Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
}
