import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntryId, OrderId, ProfileId, UtcTime } from '#shared/brands.ts'
import { offeredEntry, type JournalEntry } from '#shared/reconcile/ledger-entry.ts'
import { differencesAt, listNames, listsOf, type ListSum } from '#shared/reconcile/lists.ts'
import { createMatcher, movedAmount } from '#shared/reconcile/matching.ts'
import { afterDecisions, type Current } from '#shared/reconcile/reconciliation.ts'
import type { StatementLine } from '#shared/reconcile/statement-line.ts'
import { statusRows } from '#shared/reconcile/status-rows.ts'
import { period, statements, type Statement } from './statements.ts'

function reconciled({ lines, offered }: Pick<Statement, 'lines' | 'offered'>, most?: number): Current {
  const matcher = createMatcher(lines, period, most)
  for (const one of offered) matcher.offer(one)
  return afterDecisions({ period, ...matcher.finish() }, [])
}

const total = (sums: readonly ListSum[], of: 'stated' | 'moved', currency: string): bigint =>
  sums.filter((sum) => sum.currency === currency).reduce((sum, one) => sum + one[of], 0n)

function lineOf(line: number, changes: Partial<StatementLine>): StatementLine {
  return {
    line, kind: 'payment', type: '', ids: {}, lastFour: null, amount: 100_000n, amountText: '10.00', currency: 'USD',
    day: '2026-11-05', state: null, settlement: null, ...changes,
  }
}

function offered(orderId: string, minorAmount: string): Omit<JournalEntry, 'state'> {
  return {
    entryId: `entry-${orderId}` as EntryId, at: 0, profileId: 'p' as ProfileId, operation: 'sale', currency: 'USD', minorAmount,
    net: null, releasesHold: false, orderId: orderId as OrderId, merchantOrderId: null, serialNumber: null,
    bankReference: null, approvalCode: null, lastFour: null,
  }
}

describe('a statement against the history', () => {
  // An approval code that several entries have matches only with the same amount and day; no twins are planted.
  const unambiguous = statements.filter(({ lines, offered, ruleOfLine }) => lines
    .filter(({ line }) => ruleOfLine.get(line) === 'approvalCode')
    .every((line) => offered.filter(({ ids, entry }) => ids.approvalCode === line.ids.approvalCode
      && entry.amount === line.amount && entry.currency === line.currency).length < 2))

  it('has exactly the planted differences', () => {
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

  it('adds up moved amounts: a listed declined or open transaction is in no sum of either side', () => {
    const entry = { ...offered('1', '1000'), state: 'approved' as const }
    const lines = [
      lineOf(1, { state: 'moved', ids: { orderId: '1' } }), lineOf(2, { state: 'not-moved', ids: { orderId: '2' } }),
      lineOf(3, { state: 'open', ids: { orderId: '3' } }), lineOf(4, { state: 'open', kind: 'chargeback', amount: -100_000n }),
      lineOf(5, { kind: 'settlement', settlement: 'S' }),
    ].map((line) => ({ ...line, settlement: 'S' }))
    const current = reconciled({
      lines: lines.filter(({ kind }) => kind !== 'chargeback'),
      offered: [entry, { ...offered('2', '1000'), state: 'declined' as const }, { ...offered('3', '1000'), state: 'processing' as const }]
        .map((one) => offeredEntry(one, '2026-11-05', 'iso-4217')),
    })
    const { rows, sums } = listsOf(current)
    expect(rows.matched).toHaveLength(4)
    expect(sums.map(({ kind, stated, moved }) => [kind, stated, moved])).toEqual([
      ['payment', 100_000n, 100_000n], ['settlement', 100_000n, 0n],
    ])
    // An open dispute has debited its money already.
    expect(listsOf(reconciled({ lines, offered: [] })).sums.find(({ kind }) => kind === 'chargeback')?.stated).toBe(-100_000n)
  })

  it('compares a settlement with the lines of its own currency: a batch may have one for each', () => {
    const lines = [
      lineOf(1, { amount: 600_000n }), lineOf(2, { amount: 400_000n, currency: 'EUR' }),
      lineOf(3, { amount: 600_000n, kind: 'settlement' }), lineOf(4, { amount: 300_000n, kind: 'settlement', currency: 'EUR' }),
      // A transfer in another currency than any payment is compared with none of them.
      lineOf(5, { amount: 1_000_000n, kind: 'settlement', currency: 'GBP' }),
    ].map((line) => ({ ...line, settlement: 'B1' }))
    const { rows } = listsOf(reconciled({ lines, offered: [] }))
    expect([rows.matched, rows.different].map((list) => list.map(({ line }) => line))).toEqual([[2], [3]])
  })

  it('matches a refund that succeeded at the second attempt with that attempt, and a declined line with the first', () => {
    const attempt = (name: string, state: 'declined' | 'approved') => offeredEntry(
      { ...offered('1', '1000'), entryId: name as EntryId, operation: 'return', state }, '2026-11-05', 'iso-4217')
    const refund = (line: number, state: StatementLine['state']) => lineOf(line, { kind: 'refund', amount: -100_000n, ids: { orderId: '1' }, state })
    const matched = (lines: readonly StatementLine[]) => {
      const current = reconciled({ lines, offered: [attempt('first', 'declined'), attempt('second', 'approved')] })
      const { rows } = listsOf(current)
      const found = rows.matched.flatMap(({ entries }) => entries.map((place) => current.entries[place]?.entryId))
      return [found, rows.different, rows.onlyHistory]
    }
    expect(matched([refund(1, null)])).toEqual([['second'], [], []])
    expect(matched([refund(1, 'moved'), refund(2, 'not-moved')])).toEqual([['second', 'first'], [], []])
  })

  it('keeps a suggestion if a chargeback or fee is matched by hand with its payment', () => {
    const entry = offeredEntry({ ...offered('1', '1000'), lastFour: '1111', state: 'approved' }, '2026-11-05', 'iso-4217')
    const current = reconciled({
      lines: [lineOf(1, { lastFour: '1111' }), lineOf(2, { kind: 'chargeback', amount: -100_000n })], offered: [entry],
    })
    const byHand = (place: number) => afterDecisions(current, [{
      place, kind: 'match', who: 'anna', at: '2026-11-06T00:00:00.000Z' as UtcTime, reason: 'seen', entry: entry.entry,
    }])
    expect(byHand(1).links).toMatchObject([{ rule: 'lastFour', isSuggestion: true }, { rule: 'hand', isSuggestion: false }])
    expect(byHand(0).links).toMatchObject([{ rule: 'hand', isSuggestion: false }, null])
  })
})
