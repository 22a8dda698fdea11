/** A line of a statement in the form that is compared with the history. */

/**
 * The kinds of lines. `settlement`: a transfer to the merchant's bank account, the sum of many transactions. `other`:
 * the line is not a transaction of the merchant, though it may refer to one.
 */
export const lineKinds = ['payment', 'refund', 'payout', 'chargeback', 'fee', 'settlement', 'other'] as const
export type LineKind = (typeof lineKinds)[number]

/** The ids that occur in statements and in the history, the most reliable first. */
export const idNames = ['orderId', 'merchantOrderId', 'serialNumber', 'bankReference', 'approvalCode'] as const
export type IdName = (typeof idNames)[number]

/** What a line states about its transaction. */
export const statedStates = ['moved', 'not-moved', 'open'] as const
export type StatedState = (typeof statedStates)[number]

export interface StatementLine {
  /** The row in the file; a row with a fee column gives two lines with the same number. */
  readonly line: number
  readonly kind: LineKind
  /** The kind as written in the statement. */
  readonly type: string
  readonly ids: Readonly<Partial<Record<IdName, string>>>
  readonly lastFour: string | null
  /** Ten-thousandths of the major unit, with a minus for outgoing money; null if it cannot be read. */
  readonly amount: bigint | null
  /** The amount as written in the statement. */
  readonly amountText: string
  readonly currency: string | null
  /** A date: "2026-11-20"; null if none can be read. */
  readonly day: string | null
  /** Null if the line does not state it: it is on the statement because money moved. */
  readonly state: StatedState | null
  /** The id of the settlement that contains the line. */
  readonly settlement: string | null
}

/** The most days between statement and history without a difference; also the limit for suggestions. */
export const mostDaysApart = 2

/** Whole days between two dates; null if one is not known. */
export function daysApart(one: string | null, other: string | null): number | null {
  return one === null || other === null ? null : Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
}
