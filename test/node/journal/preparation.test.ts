import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HistoryLine, HistoryLines } from '#shared/model/history-list.ts'
import type { MaintenanceProgress } from '../../../electron/journal/records.ts'
import type { Connection } from '../../../electron/journal/connection.ts'
import { startJournal } from '../../../electron/journal/client.ts'
import { createJournal } from '../../../electron/journal/journal.ts'
import { dimensions } from '../../../electron/journal/list/dimensions.ts'
import { prepareSome } from '../../../electron/journal/list/preparation.ts'
import { openJournal } from '../../../electron/journal/open.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { maintenanceHere } from '../../../electron/journal/recovery/methods.ts'
import { rebuildReadingTables } from '../../../electron/journal/write/reading-tables.ts'
import { fixtureReplies } from '../../fixtures/journal/replies.ts'
import { act, entryId, moment, named, sell } from './list-entries.ts'
import { charge, masked, outcome, query } from './samples.ts'
import { freshPath, onTestEnd, openHere, valueOf, workerPath } from './with-journal.ts'

function copyOfReplies(): string {
  const path = freshPath()
  copyFileSync(join(import.meta.dirname, '../../fixtures/journal/v8-replies.db'), path)
  return path
}

/** The lists as they stand, values by their text. */
const lists = (connection: Connection) => ({
  rows: connection.all(`SELECT seq, at, size, money, ${dimensions.map((name) =>
    `(SELECT value FROM list_value WHERE id = ${name}) AS ${name}`).join(', ')}, net_minor_amount, net_unknown, facts
    FROM list_entry ORDER BY seq`),
  counts: connection.all('SELECT dimension, value, entries FROM list_value WHERE entries > 0 ORDER BY dimension, value'),
  facets: connection.all('SELECT * FROM facet WHERE entries > 0 ORDER BY profile_id, operation, state'),
  terms: connection.all('SELECT term, doc FROM entry_term ORDER BY term, doc'),
})

/** Takes the lists away, as if an earlier version had written all of it. */
function asBefore(connection: Connection): void {
  connection.transaction(() => {
    connection.database.exec(`DELETE FROM list_entry; DELETE FROM list_value;
      INSERT INTO preparation SELECT max(seq) + 1 FROM entry`)
  })
}

async function fill(journal: JournalPort, entries: number): Promise<void> {
  for (let number = 0; number < entries; number += 1) {
    await sell(journal, { name: `n${number}`, who: number % 2 === 0 ? 'mara' : 'pia' })
  }
}

/** Every line of the payments; a piece ends where the time of one call is over. */
async function linesOf(journal: JournalPort): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = []
  for (let before: string | null = null; ;) {
    const page: HistoryLines = await valueOf(journal.list(query({ view: 'payments', before })))
    expect(page.complete).toBe(true)
    lines.push(...page.lines)
    if (page.next === null) return lines
    before = page.next
  }
}

describe('a history from before the lists', () => {
  it('opens at once, shows every entry with its columns, and says where filters are not complete yet', async () => {
    const { journal } = openHere(copyOfReplies())
    const all = await linesOf(journal)
    expect(named(all.map(({ row }) => row))).toEqual(['void-whole', 'charge-with-card'])
    expect(all[1]).toMatchObject({
      row: {
        cardBrand: 'VISA', cardholder: 'ADA BYRON', bankReference: '510000000017', approvalCode: '012345',
        finalAt: '2026-10-09T12:00:03.000Z', netMinorAmount: '2000', reviewed: { minorAmount: '2000', currency: 'USD' },
      },
      folded: [{ entryId: 'refund-part', netMinorAmount: '-500', comment: 'one was broken', bankReference: '510000000018' }],
    })
    const narrowed = await valueOf(journal.list(query({ view: 'payments', lastFour: '4242' })))
    expect(narrowed).toMatchObject({ lines: [], complete: false })
    expect(await valueOf(journal.totals({ totalsId: 't', filter: query() }))).toMatchObject({ complete: false })
  })

  it('is found, filtered and added up by what its replies tell, once it is prepared', async () => {
    const { journal } = openHere(copyOfReplies())
    expect(await valueOf(journal.prepareOlder())).toBe('now-all-are')
    for (const { events: [first], foundBy } of fixtureReplies) {
      for (const text of foundBy) {
        const { rows, complete } = await valueOf(journal.search(query({ text })))
        expect(complete).toBe(true)
        expect(rows.map((row) => row.entryId), text).toContain(first!.record.entryId)
      }
    }
    const narrowed = await valueOf(journal.search(query({ lastFour: '4242', leastAmount: '20', mostAmount: '20.00' })))
    expect(named(narrowed.rows)).toEqual(['void-whole', 'charge-with-card'])
  })

  it('tells the order amount of a whole void, and no net amount: nobody noted whether it was a hold', async () => {
    const { journal } = openHere(copyOfReplies())
    await valueOf(journal.prepareOlder())
    const [found] = (await valueOf(journal.search(query({ operations: ['void'] })))).rows
    expect(found).toMatchObject({ reviewed: { minorAmount: '2000', currency: 'USD' }, minorAmount: null, netMinorAmount: null })
    const { sums } = await valueOf(journal.totals({ totalsId: 't', filter: query({ operations: ['void'] }) }))
    expect(sums).toMatchObject([{ entries: 1, netMinorAmount: '0', netUnknown: 1 }])
  })

  it('has nothing to prepare a second time, nor where it never was older', async () => {
    const { journal } = openHere(copyOfReplies())
    await valueOf(journal.prepareOlder())
    expect(await valueOf(journal.prepareOlder())).toBe('all-were')
    expect(await valueOf(openHere().journal.prepareOlder())).toBe('all-were')
  })
})

describe('preparing older entries', () => {
  it('goes on where it was interrupted, newest first, and ends with what the events alone give', async () => {
    const path = freshPath()
    const first = openHere(path)
    await fill(first.journal, 120)
    await act(first.journal, { name: 'back', of: 'n5', amount: '100' })
    const expected = lists(first.connection)
    asBefore(first.connection)
    // No time at all: one entry a slice.
    for (let slices = 0; slices < 5; slices += 1) expect(prepareSome(first.connection, 0)).toBe('more')
    expect(first.connection.first('SELECT count(*) AS rows FROM list_entry')).toEqual({ rows: 5 })
    expect(named((await valueOf(first.journal.list(query({ who: 'mara', limit: 2 })))).lines.map(({ row }) => row)))
      .toEqual(['back', 'n118'])
    await first.journal.close()

    const { journal, connection } = openHere(path)
    await sell(journal, { name: 'meanwhile', who: 'pia' })
    expect(await valueOf(journal.prepareOlder())).toBe('now-all-are')
    const prepared = lists(connection)
    expect(prepared.rows.slice(0, -1)).toEqual(expected.rows)
    connection.transaction(() => { rebuildReadingTables(connection) })
    expect(lists(connection)).toEqual(prepared)
  })

  it('leaves an intent its turn between two slices, and tells how far it is', async () => {
    const path = freshPath()
    const before = openHere(path)
    await fill(before.journal, 400)
    asBefore(before.connection)
    await before.journal.close()
    const started = await startJournal({ workerPath, databasePath: path, onDefect: (error) => { throw error } })
    if (!started.ok) throw new Error('not started')
    onTestEnd(() => started.value.end())
    const { port } = started.value
    const heard: MaintenanceProgress[] = []
    started.value.onProgress((progress) => { heard.push(progress) })
    const order: string[] = []
    const preparing = port.prepareOlder().then(() => order.push('prepared'))
    const writing = port.recordIntent(charge('urgent')).then(() => order.push('written'))
    await Promise.all([preparing, writing])
    expect(order).toEqual(['written', 'prepared'])
    expect(heard[0]).toMatchObject({ task: 'older-entries' })
    expect(heard[0]!.done).toBeLessThan(heard[0]!.total ?? 0)
    expect((await valueOf(port.count(query({ who: 'pia' })))).count).toBe(200)
  })

  it('steps over an event that is none of ours', async () => {
    const { journal, connection } = openHere()
    await fill(journal, 3)
    asBefore(connection)
    const triggers = connection.all(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'event'`)
    for (const { name } of triggers) connection.database.exec(`DROP TRIGGER ${String(name)}`)
    connection.database.exec(`UPDATE event SET body = '{}' WHERE kind = 'intent' AND id = (SELECT seq FROM entry WHERE entry_id = 'entry-n1')`)
    expect(await valueOf(journal.prepareOlder())).toBe('now-all-are')
    expect(named((await valueOf(journal.list(query({ lastFour: '0001' })))).lines.map(({ row }) => row))).toEqual(['n2', 'n0'])
  })
})

describe('a list that somebody changed', () => {
  const repairAll = async (journal: JournalPort): Promise<string[]> => {
    await valueOf(journal.repairFacets())
    const list = await valueOf(journal.repairList({ after: 0, limit: 100 }))
    const counts = await valueOf(journal.repairListCounts({ after: 0, limit: 100 }))
    return [...list.repaired, ...counts.repaired]
  }

  it.each([
    ['an amount that is added up', `UPDATE list_entry SET net_minor_amount = 1 WHERE seq = 1`],
    ['a state that filters go by', `UPDATE list_entry SET state = (SELECT id FROM list_value WHERE value = 'USD') WHERE seq = 1`],
    ['what is shown of a card', `UPDATE list_entry SET facts = json_set(facts, '$.cardholder', 'SOMEBODY') WHERE seq = 1`],
    ['an entry that is gone', 'DELETE FROM list_entry WHERE seq = 1'],
    ['an entry that never was', `INSERT INTO list_entry SELECT 77, at, size, money, ${dimensions.join(', ')},
      reviewed_minor_amount, net_minor_amount, net_unknown, facts FROM list_entry WHERE seq = 1`],
    ['a count', `UPDATE list_value SET entries = 9 WHERE value = 'USD'`],
  ])('is put right by verifying: %s', async (_what, sql) => {
    const { journal, connection } = openHere()
    await fill(journal, 3)
    const right = lists(connection)
    connection.database.exec(sql)
    expect(lists(connection)).not.toEqual(right)
    await repairAll(journal)
    expect(lists(connection)).toEqual(right)
    expect(await repairAll(journal)).toEqual([])
  })

  it.each(['list_value', 'facet'])('keeps no outcome from being written, and what it counts is put right: %s', async (table) => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('open')))
    connection.database.exec(`UPDATE ${table} SET entries = 0`)
    await valueOf(journal.recordOutcome(outcome('open')))
    await repairAll(journal)
    const repaired = lists(connection)
    connection.transaction(() => { rebuildReadingTables(connection) })
    expect(lists(connection)).toEqual(repaired)
  })

  it.each(['list_value', 'facet'])('keeps no old entry from being removed: %s', async (table) => {
    const { journal, connection } = openHere()
    await sell(journal, { name: 'old' })
    connection.database.exec(`UPDATE ${table} SET entries = 0`)
    const [at, before] = [moment('2031-01-01T00:00:00.000Z'), moment('2030-01-01T00:00:00.000Z')]
    const plan = await valueOf(journal.planRemoval({ before, at, after: 0, limit: 100 }))
    await valueOf(journal.removeEntries({ plan, keyId: 'key', seals: plan.checkpoints.map(() => '0'.repeat(64)) }))
    expect(lists(connection)).toEqual({ rows: [], counts: [], facets: [], terms: [] })
  })

  it('shows merchants that are one as one, and filters by any of their keys', async () => {
    const { journal, connection } = openHere()
    const [one, other] = ['https://a.example gw shop', 'https://b.example gw shop'] as never[]
    await sell(journal, { name: 'a', merchantKey: one! })
    await sell(journal, { name: 'b', merchantKey: other! })
    await valueOf(journal.recordAudit({
      at: moment('2026-11-21T00:00:00.000Z'), osUser: 'mara', name: masked(''), action: 'merchant-moved',
      subject: masked('shop'), detail: masked(''),
      sameMerchants: [one!, other!],
    }))
    for (const merchantKey of [one!, other!]) {
      expect(named((await valueOf(journal.search(query({ merchantKey })))).rows)).toEqual(['b', 'a'])
    }
    expect((await valueOf(journal.choices())).merchants).toEqual([{ value: one, entries: 2 }])
    const moved = lists(connection)
    connection.transaction(() => { rebuildReadingTables(connection) })
    expect(lists(connection)).toEqual(moved)
    expect(entryId('a')).toBe('entry-a')
  })
})

it('a journal that ends while older entries are prepared ends without a defect', async () => {
  const path = freshPath()
  const { journal, connection } = openHere(path)
  await fill(journal, 60)
  asBefore(connection)
  const preparing = journal.prepareOlder()
  await journal.close()
  await expect(preparing).resolves.toBeDefined()
  const opened = openJournal(path)
  if (!opened.ok) throw new Error('not opened')
  const again = createJournal(opened.value, maintenanceHere)
  expect(await valueOf(again.prepareOlder())).toBe('now-all-are')
  await again.close()
})
