import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HistoryOrder } from '#shared/model/history/history-list.ts'
import { ended, mergePages, nothingMore, reachedBy, type PageOfOne } from '../../../electron/desk/history/merged-pages.ts'

const inOrder = (order: HistoryOrder, ranks: readonly number[]): number[] =>
  ranks.toSorted((one, other) => (order === 'oldest' || order === 'smallest' ? one - other : other - one))

interface Line { readonly id: string; readonly rank: number }

/** A list that returns pages. When its time is over it returns fewer lines, sometimes none, and where to continue. */
function listOf(lines: readonly Line[], parts: readonly number[]) {
  let reads = 0
  return (key: string | null, limit: number): PageOfOne<Line> => {
    const from = key === null ? 0 : Number(key.slice(1))
    const size = Math.min(limit, parts[reads++ % parts.length] ?? limit)
    const some = lines.slice(from, from + size)
    const end = from + some.length
    return {
      lines: some, places: some.map(({ rank }, index) => ({ key: `t${from + index + 1}`, rank })),
      next: end < lines.length ? `t${end}` : null,
    }
  }
}

it('pages of two lists contain the lines of both, sorted, each once, however short the pages of the lists are', () => {
  const ranks = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 })
  // Not two empty pages in a row: that would be an endless list.
  const parts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }).map((sizes) => [0, ...sizes])
  const orders = fc.constantFrom<HistoryOrder>('newest', 'oldest', 'largest', 'smallest')
  const sides = fc.record({ own: ranks, others: ranks, short: parts, shorter: parts })
  fc.assert(fc.property(sides, fc.integer({ min: 1, max: 7 }), orders, (side, limit, order) => {
    const sorted = (list: readonly number[], name: string): Line[] =>
      inOrder(order, list).map((rank, index) => ({ id: `${name}${index}`, rank }))
    const [ownLines, otherLines] = [sorted(side.own, 'own'), sorted(side.others, 'other')]
    const [ownList, otherList] = [listOf(ownLines, side.short), listOf(otherLines, side.shorter)]
    const shown: Line[] = []
    for (let before: string | null = null, pages = 0; ; pages += 1) {
      expect(pages).toBeLessThan(500)
      const reached = reachedBy(before)
      const page = mergePages(
        order, limit, reached,
        reached.own === ended ? nothingMore : ownList(reached.own, limit),
        reached.others === ended ? nothingMore : otherList(reached.others, limit),
      )
      expect(page.lines.length).toBeLessThanOrEqual(limit)
      shown.push(...page.lines)
      before = page.next
      if (before === null) break
    }
    const all = [...ownLines, ...otherLines].map(({ rank }) => rank)
    expect(shown.map(({ rank }) => rank)).toEqual(inOrder(order, all))
    expect(shown.filter(({ id }) => id.startsWith('own'))).toEqual(ownLines)
    expect(shown.filter(({ id }) => id.startsWith('other'))).toEqual(otherLines)
  }), { numRuns: 300 })
})

it('a page that was started before this desk joined a team continues in its own list', () => {
  expect(reachedBy('t5.3')).toEqual({ own: 't5.3', others: ended })
})
