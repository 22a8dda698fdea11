import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import type { HistoryLines, HistoryPage, HistoryQuery } from '#shared/model/history/history-list.ts'
import type { Connection } from '../../../electron/journal/connection.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { appendIntent, appendRecord } from '../../../electron/journal/write/events.ts'
import { deriveEntry } from '../../../electron/journal/write/reading-tables.ts'
import { at, charge, entryId, masked, merchantOrderId, orderId, outcome, query, refund } from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

/** Adds approved charges in one transaction: each is later than the one before, and has one of a few amounts. */
function addCharges(connection: Connection, { from, count }: { from: number; count: number }, word = 'boots'): void {
  connection.transaction(() => {
    for (let number = from; number < from + count; number += 1) {
      const name = String(number)
      const seq = appendIntent(connection, charge(name, {
        at: at(number), minorAmount: String(1_000 + (number * 37) % 101) as MinorUnits,
        merchantOrderId: merchantOrderId(`m-${name}`), fields: [{ name: 'order_desc', value: masked(word) }],
      }))
      appendRecord(connection, seq, 'outcome', outcome(name, { status: 'approved', orderId: orderId(`o${name}`) }))
      deriveEntry(connection, seq)
    }
  })
}

async function everyRow(journal: JournalPort, changes: Partial<HistoryQuery>) {
  const rows: HistoryPage['rows'][number][] = []
  for (let before: string | null = null; ;) {
    const page: HistoryPage = await valueOf(journal.search(query({ ...changes, before, limit: 500 })))
    rows.push(...page.rows)
    if (page.next === null) return rows
    before = page.next
  }
}

async function everyLine(journal: JournalPort, changes: Partial<HistoryQuery>): Promise<string[]> {
  const shown: string[] = []
  for (let before: string | null = null; ;) {
    const page: HistoryLines = await valueOf(journal.list(query({ ...changes, view: 'payments', before, limit: 500 })))
    shown.push(...page.lines.flatMap(({ row, folded }) => [row, ...folded].map((one) => one.entryId)))
    if (page.next === null) return shown
    before = page.next
  }
}

const size = (row: HistoryPage['rows'][number]): number => Number(row.minorAmount)

describe('a text of more entries than are sorted in one step', () => {
  it('shows each once in any order, with the refund of the oldest', async () => {
    const { journal, connection } = openHere()
    const count = 2_100
    addCharges(connection, { from: 0, count })
    const back = refund('back', { at: at(count), orderId: orderId('o0'), minorAmount: '100' as MinorUnits })
    await valueOf(journal.recordIntent(back))
    const names = [...Array.from({ length: count }, (_, number) => entryId(String(number))), entryId('back')]
    for (const order of ['oldest', 'largest', 'smallest'] as const) {
      const rows = await everyRow(journal, { text: 'mara', order })
      expect(rows.map((row) => row.entryId).toSorted()).toEqual(names.toSorted())
      const keys = rows.map((row) => (order === 'oldest' ? Date.parse(row.at) : size(row)))
      expect(keys).toEqual(keys.toSorted((one, other) => (order === 'largest' ? other - one : one - other)))
    }
    const shown = await everyLine(journal, { text: 'mara', order: 'largest' })
    expect(shown.toSorted()).toEqual(names.toSorted())
  }, 60_000)
})
