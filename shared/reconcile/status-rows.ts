/** What a batch of status checks would ask about: payments that are not certain or that the statement lacks. */
import type { EntryId } from '../brands.ts'
import type { Lists } from './lists.ts'
import type { Current } from './reconciliation.ts'

export interface StatusRows {
  /** Entries of the history: those without a line, and those whose state differs. */
  readonly entryIds: readonly EntryId[]
  /** Lines without an entry that name their order; a merchant order id is required for asking. */
  readonly orders: readonly { readonly orderId: string | null; readonly merchantOrderId: string }[]
}

/** The unmatched of a reconciliation, each once. */
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
