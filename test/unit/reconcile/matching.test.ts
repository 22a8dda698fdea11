import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differencesAt, listNames, listsOf, type ListSum } from '#shared/reconcile/lists.ts'
import { createMatcher, movedAmount } from '#shared/reconcile/matching.ts'
import { afterDecisions, type Current } from '#shared/reconcile/reconciliation.ts'
import { statusRows } from '#shared/reconcile/status-rows.ts'
import { period, statements, type Statement } from './statements.ts'

function reconciled({ lines, offered }: Pick<Statement, 'lines' | 'offered'>, most?: number): Current {
  const matcher = createMatcher(lines, period, most)
  for (const one of offered) matcher.offer(one)
  return afterDecisions({ period, ...matcher.finish() }, [])
}

const total = (sums: readonly ListSum[], of: 'stated' | 'moved', currency: string): bigint =>
  sums.filter((sum) => sum.currency === currency).reduce((sum, one) => sum + one[of], 0n)

describe('a statement against the history', () => {
  // An approval code alone, which several entries have, needs the same money and day: twins are planted nowhere.
  const unambiguous = statements.filter(({ lines, offered, ruleOfLine }) => lines
    .filter(({ line }) => ruleOfLine.get(line) === 'approvalCode')
    .every((line) => offered.filter(({ ids, entry }) => ids.approvalCode === line.ids.approvalCode
      && entry.amount === line.amount && entry.currency === line.currency).length < 2))

  it('yields exactly the differences that were planted', () => {
    fc.assert(fc.property(unambiguous, (statement) => {
      const current = reconciled(statement)
      const { rows } = listsOf(current)
      for (const list of listNames) {
        for (const { line, entries } of rows[list]) {
          if (line === null) {
            expect(statement.onlyHistory).toContain(current.entries[entries[0] ?? -1]?.entryId)
            continue
          }
          const { line: number } = current.lines[line]!
          const link = current.links[line] ?? null
          expect([number, list]).toEqual([number, statement.listOfLine.get(number)])
          const planted = statement.differenceOfLine.get(number)
          expect(differencesAt(current, line, link)).toEqual(planted === undefined ? [] : [planted])
          if (statement.ruleOfLine.has(number)) expect(link?.rule).toBe(statement.ruleOfLine.get(number))
          if (link !== null) expect(current.entries[link.entries[0]!]?.entryId).toBe(`entry-${number}`)
        }
      }
      expect(rows.onlyHistory).toHaveLength(statement.onlyHistory.size)
    }), { numRuns: 300 })
  })

  it('names each unmatched payment once for a batch of status checks', () => {
    fc.assert(fc.property(unambiguous, (statement) => {
      const current = reconciled(statement)
      const { entryIds } = statusRows(current, listsOf(current))
      const different = [...statement.differenceOfLine.keys()].map((line) => `entry-${line}`)
      expect([...entryIds].sort()).toEqual([...statement.onlyHistory, ...different].sort())
    }))
  })

  it('adds up to both sides in every currency, however many entries are listed', () => {
    fc.assert(fc.property(statements, fc.nat(5), (statement, most) => {
      const current = reconciled(statement, most)
      const { sums } = listsOf(current)
      const stated = (currency: string) => statement.lines.filter((line) => line.currency === currency)
        .reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
      const moved = (currency: string) => statement.offered.filter(({ entry }) => entry.currency === currency)
        .reduce((sum, { entry }) => sum + movedAmount(entry), 0n)
      for (const currency of ['USD', 'EUR', 'JPY']) {
        expect(total(sums, 'stated', currency)).toBe(stated(currency))
        expect(total(sums, 'moved', currency)).toBe(moved(currency))
      }
      expect(sums.reduce((sum, { lines }) => sum + lines, 0)).toBe(statement.lines.length)
    }), { numRuns: 300 })
  })
})
