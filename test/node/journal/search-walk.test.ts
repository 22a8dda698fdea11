import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { CardReference, MerchantOrderId, MinorUnits, UtcTime } from '#shared/brands.ts'
import type { HistoryFilter, HistoryPage } from '#shared/model/history/history-list.ts'
import type { Connection } from '../../../electron/journal/connection.ts'
import { viewOf } from '../../../electron/journal/write/entry-view.ts'
import { historyOf } from '../../../electron/journal/write/events.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { removeEntry } from '../../../electron/journal/write/reading-tables.ts'
import { integer } from '../../../electron/journal/row.ts'
import { countEntries } from '../../../electron/journal/list/count.ts'
import { listLines } from '../../../electron/journal/list/lines.ts'
import { searchPage } from '../../../electron/journal/list/pages.ts'
import { selection } from '../../../electron/journal/list/steps.ts'
import type { Turns } from '../../../electron/journal/list/turns.ts'
import { fits, plainWords, wantedWords } from '../../../electron/journal/search/search-match.ts'
import { termsOf } from '../../../electron/journal/write/search-terms.ts'
import { walk } from '../../../electron/journal/search/search-walk.ts'
import { charge, masked, merchantOrderId, orderId, outcome, query, serialNumber, shop } from './samples.ts'
import { freshPath, openHere, startThread, valueOf } from './with-journal.ts'

const descriptions = ['winter boots', 'winter hat', 'boot polish', 'Größe 42', 'a hat', 'winning ticket 42']
const states = ['approved', 'declined', 'approved', 'filtered'] as const
/** Larger than a block of the index, and larger than an era. */
const gaps = [20_000, 600_000]

/** Skips numbers of events, as if that many had been written in between. */
function leaveGap(connection: Connection, numbers: number): void {
  const triggers = connection.all(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'event'`)
  for (const { name } of triggers) connection.database.exec(`DROP TRIGGER ${String(name)}`)
  connection.database.exec(`
    CREATE TEMP TABLE copied AS SELECT * FROM event ORDER BY id DESC LIMIT 1;
    UPDATE copied SET id = id + ${numbers}, entry = id + ${numbers}, kind = 'intent';
    INSERT INTO event SELECT * FROM copied;
    DROP TABLE copied;
  `)
  for (const { sql } of triggers) connection.database.exec(String(sql))
}

async function add(journal: JournalPort, number: number, at = charge('').at): Promise<void> {
  const name = `n${number}`
  const intent = charge(name, {
    at,
    merchantOrderId: merchantOrderId(`inv-2026-${String(number).padStart(4, '0')}`),
    cardReference: String(1_000_000 + (number % 7)) as CardReference,
    minorAmount: (number % 3 === 0 ? '999' : String(1_000 + number)) as MinorUnits,
    fields: [{ name: 'order_desc', value: masked(descriptions[number % descriptions.length] ?? '') }],
  })
  await valueOf(journal.recordRead({ intent, outcome: outcome(name, {
    kind: 'answered', status: states[number % states.length] ?? null, orderId: orderId(String(6_768_000 + number)),
    serialNumber: serialNumber(`00000000-0000-0000-0000-00000000${String(number * 37).padStart(4, '0')}`),
    lastFour: String(4_200 + (number % 5)),
  }) }))
}

/** Entries spread over several blocks and eras. */
async function spreadJournal(
  entries: number, path = freshPath(), atOf?: (number: number) => UtcTime,
): Promise<{ journal: JournalPort; connection: Connection }> {
  const opened = openHere(path)
  for (let number = 0; number < entries; number++) {
    if (number === Math.floor(entries / 4)) leaveGap(opened.connection, gaps[0] ?? 0)
    if (number === Math.floor(entries / 2)) leaveGap(opened.connection, gaps[1] ?? 0)
    await add(opened.journal, number, atOf?.(number))
  }
  return opened
}

let large: Promise<string> | undefined

/** Like `spreadJournal`, with 700 entries, which are written once for all tests: each has a copy of the file. */
async function largeJournal(): Promise<string> {
  large ??= (async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'journal-')), 'journal.sqlite')
    await (await spreadJournal(700, path)).journal.close()
    return path
  })()
  const path = freshPath()
  copyFileSync(await large, path)
  return path
}
afterAll(async () => { if (large !== undefined) rmSync(dirname(await large), { recursive: true, force: true }) })

const keysOf = (connection: Connection): number[] =>
  connection.all('SELECT seq FROM entry ORDER BY seq DESC').map((row) => integer(row, 'seq'))

/** The terms of every entry, newest first. */
const readAll = (connection: Connection) =>
  keysOf(connection).map((seq) => ({ seq, terms: termsOf(viewOf(historyOf(connection, seq))) }))

/** The expected result, from reading every entry. */
function byReading(connection: Connection, filter: HistoryFilter, entries = readAll(connection)): number[] {
  const words = wantedWords(filter)
  if (words === null) return []
  const wanted = [...words, ...plainWords(filter)]
  return entries.filter(({ terms }) => fits(terms, wanted)).map(({ seq }) => seq)
}

const word = fc.constantFrom(
  'winter', 'win', 'boots', 'boo', 'hat', '42', 'größe', 'approved', 'appr', 'declined', '9.99', '9.', '10.', '999', 'inv-2026',
  'inv-2026-0007', '6768011', '68011', '0037', '4201', '1000003', '00000000', 'usd', 'mara', 'zeppelin', 'winter-boots',
)
const filter = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 3 }),
  states: fc.constantFrom<HistoryFilter['states']>([], [], ['declined'], ['approved', 'filtered'], ['unknown']),
  operations: fc.constantFrom<HistoryFilter['operations']>([], [], ['sale', 'recurrent-payment'], ['sale']),
}).map(({ words, ...plain }): HistoryFilter => ({ text: words.join(' '), ...plain, profileId: null }))

describe('a walk through the history', () => {
  it('finds the same as reading every entry, newest first, whatever its path and wherever it is interrupted', async () => {
    const { connection } = await spreadJournal(48)
    const entries = readAll(connection)
    const all = entries.map(({ seq }) => seq)
    fc.assert(fc.property(
      filter, fc.constantFrom(0, 4, 500), fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(...all, Number.MAX_SAFE_INTEGER),
      (sought, rare, most, start) => {
        const found: number[] = []
        let below: number | null = start
        while (below !== null) {
          const [part] = [...walk(connection, sought, { below, most, rare })].slice(0, 1)
          found.push(...part?.keys ?? [])
          below = part?.downTo ?? null
        }
        const whole = [...walk(connection, sought, { below: start, most, rare })].flatMap(({ keys }) => keys)
        const expected = byReading(connection, sought, entries).filter((seq) => seq < start)
        expect(found).toEqual(expected)
        expect(whole).toEqual(expected)
      },
    ), { numRuns: 300 })
  })

  it('does not read the history for state, operation and profile of the entries with a rare word', async () => {
    const { connection } = await spreadJournal(12)
    const sought: HistoryFilter = {
      text: '4201', states: ['approved', 'declined'], operations: ['sale', 'recurrent-payment'], profileId: null,
    }
    const expected = byReading(connection, sought)
    expect(expected.length).toBeGreaterThan(1)
    const statements = vi.spyOn(connection, 'all')
    const parts = [...walk(connection, sought, { below: Number.MAX_SAFE_INTEGER, most: 60 })]
    expect(parts.flatMap(({ keys }) => keys)).toEqual(expected)
    expect(statements.mock.calls.filter(([sql]) => /FROM event\b/.test(sql))).toEqual([])
  })

  it('finds a text between two moments wherever those entries are, also after the clock was set back, and reads nothing else', async () => {
    // One of the first days comes again at the end: as if the clock had been wrong.
    const dayOf = (number: number): number => (number === 46 ? 3 : Math.floor(number / 2))
    const timeOf = (number: number, day = dayOf(number)): UtcTime =>
      new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString() as UtcTime
    const { connection } = await spreadJournal(48, freshPath(), timeOf)
    const numbers = connection.all('SELECT seq FROM entry ORDER BY seq').map((row) => integer(row, 'seq'))
    for (const [first, end] of [[0, 30], [3, 4], [2, 9], [20, 24], [40, 50]] as const) {
      const sought = { ...query({ text: 'hat' }), from: timeOf(0, first), until: timeOf(0, end) }
      const parts = [...walk(connection, sought, { below: Number.MAX_SAFE_INTEGER, most: 60, rare: 0 })]
      const expected = numbers.filter((_, number) =>
        descriptions[number % descriptions.length]?.includes('hat') && dayOf(number) >= first && dayOf(number) < end)
      expect(selection(connection, sought)(parts.flatMap(({ keys }) => keys))).toEqual(expected.toReversed())
      if (first >= 20) expect(parts.length).toBeLessThan(3)
    }
  })

  it('skips ranges that cannot contain a word in few steps', async () => {
    const { connection } = await spreadJournal(12)
    leaveGap(connection, 30_000_000)
    const parts = [...walk(connection, { ...query({ text: 'winter' }) }, { below: Number.MAX_SAFE_INTEGER, most: 100, rare: 0 })]
    expect(parts.flatMap(({ keys }) => keys)).toEqual(byReading(connection, query({ text: 'winter' })))
    expect(parts.length).toBeLessThan(50)
  })
})

/** Every turn ends immediately; `next` runs between two of them. */
const turns = (next: Turns['next']): Turns => ({ isOver: () => true, next })

describe('a search that yields the thread', () => {
  it('returns by one call, however often others run in between', async () => {
    const { connection } = openHere(await largeJournal())
    const entries = readAll(connection)
    for (const text of ['inv-2026', 'winter inv-2026', 'declined inv-2026']) {
      const sought = query({ text, limit: 200 })
      const expected = byReading(connection, sought, entries).slice(0, sought.limit)
        .map((seq) => viewOf(historyOf(connection, seq)).row.entryId)
      let pauses = 0
      const between = turns(async () => { pauses += 1; return true })
      const page = await searchPage(connection, sought, between)
      expect(page.rows.map((row) => row.entryId), text).toEqual(expected)
      const { lines } = await listLines(connection, { ...sought, view: 'payments' }, between)
      expect(lines.map(({ row }) => row.entryId), text).toEqual(expected)
      expect(pauses, text).toBeGreaterThan(2)
    }
  })

  it.each(['newest', 'largest'] as const)(
    'shows the content of the journal that replaces it in the meantime, the %s first', async (order) => {
      const { connection } = order === 'newest' ? openHere(await largeJournal()) : await spreadJournal(24)
      const restored = await spreadJournal(6)
      const sought = query({ text: 'inv-2026', limit: 200, order })
      const expected = await searchPage(restored.connection, sought, turns(async () => true))
      expect(expected.rows).toHaveLength(6)
      let replaced = false
      const whileReplaced = await searchPage(connection, sought, turns(async () => {
        if (!replaced) {
          connection.close()
          connection.takeDatabaseOf(restored.connection)
        }
        replaced = true
        return true
      }))
      expect(whileReplaced).toEqual(expected)
    },
  )

  it('returns nothing once the journal is closed', async () => {
    const { connection } = await spreadJournal(24)
    const whileClosed = await searchPage(connection, query({ text: 'inv-2026', order: 'largest' }), turns(async () => {
      connection.close()
      return true
    }))
    expect(whileClosed).toEqual({ rows: [], places: [], next: null })
  })

  it('continues where it stopped, and misses and repeats nothing while entries are added', async () => {
    const { connection, journal } = openHere(await largeJournal())
    let cut = 0
    let added = 1_000
    for (const text of ['winter', 'winter 9.99', 'inv-2026', 'boots approved']) {
      const sought = query({ text, limit: 30 })
      const expected = byReading(connection, sought)
      const seen: string[] = []
      let before: string | null = null
      do {
        const page: HistoryPage = await searchPage(connection, { ...sought, before }, turns(async () => false))
        if (page.next !== null && page.rows.length < sought.limit) cut += 1
        seen.push(...page.rows.map((row) => row.entryId))
        before = page.next
        if (seen.length % 60 === 0) await add(journal, added++)
      } while (before !== null)
      const ids = expected.map((seq) => viewOf(historyOf(connection, seq)).row.entryId)
      expect(seen).toEqual(ids)
    }
    expect(cut).toBeGreaterThan(0)
  })
})

describe('the number of entries', () => {
  it('is exact for filters and texts, and marked as inexact once it is large', async () => {
    const { connection, journal } = await spreadJournal(40)
    for (const sought of [
      query(), query({ states: ['declined'] }), query({ text: 'winter' }), query({ text: 'winter', states: ['approved'] }),
      query({ text: '...' }), query({ text: 'zeppelin' }),
    ]) {
      const expected = sought.text === ''
        ? (await valueOf(journal.search({ ...sought, limit: 200 }))).rows.length
        : byReading(connection, sought).length
      expect(await valueOf(journal.count(sought)), JSON.stringify(sought)).toEqual({ count: expected, atLeast: false })
    }
    const winter = byReading(connection, query({ text: 'winter' })).length
    expect(await countEntries(connection, query({ text: 'winter' }), winter)).toEqual({ count: winter, atLeast: false })
    expect(await countEntries(connection, query({ text: 'winter' }), winter - 1)).toEqual({ count: winter - 1, atLeast: true })
  })

  it('does not delay a later write', async () => {
    const { port } = await startThread(await largeJournal())
    const order: string[] = []
    const counting = port.count(query({ text: 'inv-2026' })).then(() => order.push('counted'))
    const writing = port.recordIntent(charge('meanwhile')).then(() => order.push('written'))
    await Promise.all([counting, writing])
    expect(order).toEqual(['written', 'counted'])
  })
})

describe('an entry that was removed', () => {
  it('is in no reading table any more, and the others are unchanged', async () => {
    const { connection, journal } = await spreadJournal(24)
    const removed = keysOf(connection).filter((_, place) => place % 3 === 0)
    connection.transaction(() => { for (const seq of removed) removeEntry(connection, seq) })
    expect(keysOf(connection)).toHaveLength(16)
    const listed = connection.all('SELECT seq FROM list_entry ORDER BY seq DESC').map((row) => integer(row, 'seq'))
    expect(listed).toEqual(keysOf(connection))
    const counted = connection.all('SELECT profile_id, operation, state, count(*) AS entries FROM entry GROUP BY 1, 2, 3')
    expect(connection.all('SELECT * FROM facet WHERE entries > 0')).toEqual(counted)
    expect(connection.all('SELECT DISTINCT seq FROM identifier ORDER BY seq DESC').map((row) => integer(row, 'seq')))
      .toEqual(keysOf(connection))
    expect(connection.all('SELECT DISTINCT doc FROM entry_term ORDER BY doc DESC').map((row) => integer(row, 'doc')))
      .toEqual(keysOf(connection))
    for (const text of ['winter', 'inv-2026', '6768023', 'approved']) {
      const found = [...walk(connection, query({ text }), { below: Number.MAX_SAFE_INTEGER, most: 100 })]
      expect(found.flatMap(({ keys }) => keys)).toEqual(byReading(connection, query({ text })))
    }
    expect(await valueOf(journal.count(query()))).toEqual({ count: 16, atLeast: false })
    expect(await valueOf(journal.findOrder({ ...shop, merchantOrderId: 'inv-2026-0023' as MerchantOrderId })))
      .toBeNull()
  })
})
