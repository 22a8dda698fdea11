import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryView } from '#shared/model/history/history-list.ts'
import { api } from '../api.ts'

/** The search result for a text. */
export interface FoundEntries {
  /** The view that lists them: payments, or all requests if no payment matched. */
  readonly view: HistoryView
  readonly rows: readonly HistoryRow[]
  /** More entries match than `rows` holds. */
  readonly more: boolean
  readonly failure: Failure | null
}

/**
 * Finds at most `most` of the newest payments for a text; if there is none, the newest requests of any kind. Continues
 * a search that main interrupted for other work. Returns null when the result is no longer needed.
 */
export async function findEntries(text: string, most: number, isWanted: () => boolean): Promise<FoundEntries | null> {
  const payments = await findIn('payments', text, most, isWanted)
  const isEnough = payments === null || payments.rows.length > 0 || payments.failure !== null
  return isEnough ? payments : await findIn('all', text, most, isWanted)
}

async function findIn(
  view: HistoryView, text: string, most: number, isWanted: () => boolean,
): Promise<FoundEntries | null> {
  let rows: readonly HistoryRow[] = []
  let before: string | null = null
  do {
    const answer: CallAnswer<'history.search'> = await api.call('history.search', {
      text, view, states: [], operations: [], profileId: null, before, limit: most - rows.length,
    })
    if (!isWanted()) return null
    if (!answer.ok) return { view, rows, more: false, failure: answer.failure }
    rows = [...rows, ...answer.value.rows]
    before = answer.value.next
  } while (rows.length < most && before !== null)
  return { view, rows, more: before !== null, failure: null }
}
