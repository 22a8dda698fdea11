import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import { api } from './api.ts'

/** What the history has for a text. */
export interface FoundEntries {
  readonly rows: readonly HistoryRow[]
  /** There are more than these. */
  readonly more: boolean
  readonly failure: Failure | null
}

/**
 * The newest entries that a text finds, `most` at most. A search that was cut to let others in goes on, until nobody
 * wants it any more: then the answer is null.
 */
export async function findEntries(text: string, most: number, isWanted: () => boolean): Promise<FoundEntries | null> {
  let rows: readonly HistoryRow[] = []
  let before: string | null = null
  do {
    const answer: CallAnswer<'history.search'> = await api.call('history.search', {
      text, states: [], operations: [], profileId: null, before, limit: most - rows.length,
    })
    if (!isWanted()) return null
    if (!answer.ok) return { rows, more: false, failure: answer.failure }
    rows = [...rows, ...answer.value.rows]
    before = answer.value.next
  } while (rows.length < most && before !== null)
  return { rows, more: before !== null, failure: null }
}
