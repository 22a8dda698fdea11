/** The rows of a batch of status checks: payments that are uncertain or missing from the statement. */
import type { EntryId } from '../brands.ts'
import type { Lists } from './lists.ts'
import type { Current } from './reconciliation.ts'

export interface StatusRows {
  /** Entries without a line, and entries whose line differs. */
  readonly entryIds: readonly EntryId[]
  /** Lines without an entry that have a merchant order id, which a status check requires. */
  readonly orders: readonly { readonly orderId: string | null; readonly merchantOrderId: string }[]
}

/** The rows for a reconciliation's open points, each once. */
export function statusRows({ lines, entries }: Current, { rows }: Lists): StatusRows {
  const places = [...rows.onlyHistory, ...rows.different].flatMap((row) => row.entries)
  const named = rows.onlyStatement.flatMap(({ line }) => {
    const { orderId = null, merchantOrderId } = (line === null ? undefined : lines[line])?.ids ?? {}
    return merchantOrderId === undefined ? [] : [[merchantOrderId, orderId] as const]
  })
  return {
    entryIds: [...new Set(places.flatMap((place) => entries[place]?.entryId ?? []))],
    orders: [...new Map(named)].map(([merchantOrderId, orderId]) => ({ orderId, merchantOrderId })),
  }
}
