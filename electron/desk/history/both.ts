/** Facts and rows of this desk's history together with the copied logs of other desks. */
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { success, type Result } from '#shared/result.ts'
import type { OtherDesksPort } from '../../journal/other-desks/port.ts'
import type { Services } from '../services.ts'
import type { History } from './merged.ts'

/** The calls that both have in common. */
type ListsOfBoth = Pick<
  OtherDesksPort, 'findCards' | 'cards' | 'notesOfCard' | 'paymentsByCard' | 'actionsOnOrders' | 'cardHash' | 'paymentsAround'
>

/** Reads both. Copies that cannot be used yield nothing; the state of the team reports that. */
export function bothHistories(journal: Services['journal'], history: Pick<History, 'others' | 'shown'>) {
  /** The result of this desk's history, and of the copies; that of the copies is empty if they cannot be used. */
  async function ofBoth<Item>(
    ask: (of: ListsOfBoth) => Promise<Result<readonly Item[], Failure>>,
  ): Promise<Result<{ readonly own: readonly Item[]; readonly copied: readonly Item[] }, Failure>> {
    const copies = await history.others()
    const [own, copied] = await Promise.all([ask(journal), copies === null ? null : ask(copies)])
    return own.ok ? success({ own: own.value, copied: copied?.ok === true ? copied.value : [] }) : own
  }

  /** Rows of both, the newest first. */
  async function rowsOf(
    ask: (of: ListsOfBoth) => Promise<Result<readonly HistoryRow[], Failure>>,
  ): Promise<Result<readonly HistoryRow[], Failure>> {
    const found = await ofBoth(ask)
    if (!found.ok) return found
    const [own, copied] = await Promise.all([
      Promise.all(found.value.own.map((row) => history.shown(row, false))),
      Promise.all(found.value.copied.map((row) => history.shown(row, true))),
    ])
    return success([...own, ...copied].toSorted(newestFirst))
  }

  return { ofBoth, rowsOf }
}

export function newestFirst(one: HistoryRow, other: HistoryRow): number {
  return Date.parse(other.at) - Date.parse(one.at)
}
