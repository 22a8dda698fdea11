/** Merges pages of two lists in the same order: this desk's history and the copied logs of other desks. */
import type { HistoryOrder } from '#shared/model/history/history-list.ts'

/** The position of a line in its list, and its sort key. */
interface Place {
  readonly key: string
  readonly rank: number
}

/** A page of one list. It is shorter than requested, with a `next`, if its time was over. */
export interface PageOfOne<Line> {
  readonly lines: readonly Line[]
  readonly places: readonly Place[]
  readonly next: string | null
}

/** The progress in each list: the key to continue after, null for the beginning, `ended` after its last line. */
export interface Reached {
  readonly own: string | null
  readonly others: string | null
}

/** No list has this key. */
export const ended = '.'
const between = '~'

/** The page of a list without further lines. */
export const nothingMore: PageOfOne<never> = { lines: [], places: [], next: null }

/** The start of the page after a key. A key from before this desk joined a team continues in this desk's list. */
export function reachedBy(before: string | null): Reached {
  if (before === null) return { own: null, others: null }
  const [own = '', others] = before.split(between)
  return others === undefined ? { own, others: ended } : { own: own === '' ? null : own, others: others === '' ? null : others }
}

/** The first lines of both pages. It ends early if one of them did, as the next line of that one is not known. */
export function mergePages<Line>(
  order: HistoryOrder, limit: number, reached: Reached, own: PageOfOne<Line>, others: PageOfOne<Line>,
): { readonly lines: Line[]; readonly next: string | null } {
  const lines: Line[] = []
  const taken = { own: 0, others: 0 }
  while (lines.length < limit) {
    const [one, other] = [own.places[taken.own], others.places[taken.others]]
    if ((one === undefined && own.next !== null) || (other === undefined && others.next !== null)) break
    const side = sideOf(order, one, other)
    if (side === null) break
    const line = { own, others }[side].lines[taken[side]]
    if (line !== undefined) lines.push(line)
    taken[side] += 1
  }
  const [ownEnd, othersEnd] = [endOf(own, taken.own, reached.own), endOf(others, taken.others, reached.others)]
  return { lines, next: ownEnd === ended && othersEnd === ended ? null : `${ownEnd ?? ''}${between}${othersEnd ?? ''}` }
}

function sideOf(order: HistoryOrder, own: Place | undefined, others: Place | undefined): 'own' | 'others' | null {
  if (own === undefined) return others === undefined ? null : 'others'
  if (others === undefined) return 'own'
  const upwards = order === 'oldest' || order === 'smallest'
  return (upwards ? own.rank <= others.rank : own.rank >= others.rank) ? 'own' : 'others'
}

/** The position after the lines that were used. */
function endOf({ places, next }: PageOfOne<unknown>, taken: number, before: string | null): string | null {
  if (taken === places.length) return next ?? ended
  return places[taken - 1]?.key ?? before
}
