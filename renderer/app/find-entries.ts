import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import type { HistoryView } from '#shared/model/history-list.ts'
import { api } from './api.ts'

/** What the history has for a text. */
export interface FoundEntries {
  /** Where it was found: among payments, or only among all requests. */
  readonly view: HistoryView
  readonly rows: readonly HistoryRow[]
  /** There are more than these. */
  readonly more: boolean
  readonly failure: Failure | null
}

/**
 * The newest payments that a text finds, `most` at most; where there is none, the newest requests of any kind. A search
 * that was cut to let others in goes on, until nobody wants it any more: then the answer is null.
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
