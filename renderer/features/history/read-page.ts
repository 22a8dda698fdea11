/** One page of the list, from this desk's own history or from that of all desks. */
import type { Failure } from '#shared/model/failure.ts'
import type { HistoryFilter, HistoryOrder } from '#shared/model/history-list.ts'
import type { TeamQuery } from '#shared/model/team-history.ts'
import { success, type Result } from '#shared/result.ts'
import { api } from '../../app/api.ts'
import { teamLine, type ListLine } from './list-line.ts'

/** What to list, and of whom. */
export type Asked =
  | { readonly of: 'desk'; readonly filter: HistoryFilter & { readonly order: HistoryOrder } }
  | { readonly of: 'team'; readonly query: TeamQuery }

export interface ListPage {
  readonly lines: readonly ListLine[]
  readonly next: string | null
  /**
   * True when the search stopped before it had looked everywhere: it goes on at `next` if a person wants it, or, where
   * there is none, needs more of the id.
   */
  readonly stopped: boolean
}

/** Reads the page behind `before`, null for the first. */
export async function readPage(
  asked: Asked, before: string | null, limit: number,
): Promise<Result<ListPage, Failure>> {
  if (asked.of === 'desk') {
    const answer = await api.call('history.list', { ...asked.filter, before, limit })
    if (!answer.ok) return answer
    return success({ ...answer.value, stopped: false })
  }
  const answer = await api.call('team.history', { query: asked.query, after: before, limit })
  if (!answer.ok) return answer
  const { rows, next, complete } = answer.value
  return success({ lines: rows.map(teamLine), next, stopped: !complete })
}
