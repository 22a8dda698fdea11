/** Payments that the gateway reports differently than they were sent: in lists, filters and totals. */
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { act, entryId, named, sell, statusReply } from './list-entries.ts'
import { at, charge, observation, outcome, query } from './samples.ts'
import { freshPath, openHere, repaired, valueOf } from './with-journal.ts'

type Fields = Readonly<Record<string, string>>

/** A later status of a sale. By default it reports what was sent. */
async function report(journal: JournalPort, name: string, fields: Fields, minute = 2): Promise<void> {
  const all = { 'status': 'approved', 'transaction-type': 'sale', 'currency': 'USD', ...fields }
  const reply = { at: at(minute), status: all.status, reply: statusReply(all) }
  await valueOf(journal.recordObservation(observation(name, reply)))
}

const markOf = async (journal: JournalPort, name: string) =>
  (await valueOf(journal.entry({ entryId: entryId(name) })))!.row.reportedOtherwise
const marked = query({ view: 'payments', reportedOtherwise: true })

describe('a payment that the gateway reports differently', () => {
  it.each([
    ['amount', { 'initial-amount': '9.15' }], ['currency', { 'initial-amount': '10.15', 'currency': 'EUR' }],
    ['type', { 'initial-amount': '10.15', 'transaction-type': 'preauth' }],
    ['status', { 'initial-amount': '10.15', 'status': 'processing' }],
  ])('is marked with what differs, found by the filter and counted in the totals: %s', async (what, fields) => {
    const { journal } = openHere()
    for (const name of ['as-sent', 'otherwise']) await sell(journal, { name })
    await report(journal, 'as-sent', { 'initial-amount': '10.15' })
    await report(journal, 'otherwise', fields)
    await act(journal, { name: 'refund', of: 'otherwise', amount: '100' })
    expect([await markOf(journal, 'as-sent'), await markOf(journal, 'otherwise')]).toEqual([undefined, [what]])
    for (const typed of ['', 'USD']) {
      const { rows } = await valueOf(journal.search({ ...marked, text: typed, before: null, limit: 9 }))
      expect(named(rows)).toEqual(['otherwise'])
    }
    expect(await valueOf(journal.count(marked))).toEqual({ count: 1, atLeast: false })
    const { sums } = await valueOf(journal.totals({ totalsId: 't', filter: query({ view: 'payments' }) }))
    expect(sums.map(({ operation, reportedOtherwise }) => [operation, reportedOtherwise]).toSorted())
      .toEqual([['recurrent-payment', 1], ['return', 0]])
    expect(await repaired(journal)).toBeNull()
  })

  it('stays marked without its content', async () => {
    const { journal } = openHere()
    await sell(journal, { name: 'one' })
    await report(journal, 'one', { 'initial-amount': '9.15' })
    const planned = await valueOf(journal.planErasure({ entries: [1], at: at(30) }))
    await valueOf(journal.removeContent({ removals: planned.map((removal) => ({ ...removal, signature: null })) }))
    expect((await valueOf(journal.entry({ entryId: entryId('one') })))!.events.at(-1)).toMatchObject({ kind: 'observation', reply: '' })
    expect(await markOf(journal, 'one')).toEqual(['amount'])
    expect(await valueOf(journal.count(marked))).toEqual({ count: 1, atLeast: false })
    expect(await repaired(journal)).toBeNull()
  })

  it('is no longer marked after a status with what was sent', async () => {
    const { journal } = openHere()
    await sell(journal, { name: 'one' })
    await report(journal, 'one', { 'initial-amount': '9.15' })
    await report(journal, 'one', { 'initial-amount': '10.15' }, 3)
    expect(await markOf(journal, 'one')).toBeUndefined()
  })
})

it('less than was sent is a difference in the first approved status, not after a refund', async () => {
  const { journal } = openHere()
  for (const name of ['refunded', 'less']) await sell(journal, { name, state: 'processing' })
  await report(journal, 'refunded', { amount: '10.15' })
  await report(journal, 'refunded', { amount: '6.15' }, 3)
  await report(journal, 'less', { amount: '10.15', status: 'processing' })
  await report(journal, 'less', { amount: '6.15' }, 3)
  expect([await markOf(journal, 'refunded'), await markOf(journal, 'less')]).toEqual([undefined, ['amount']])
})

it('nothing is marked by a status that may be about another order, nor where amounts were tried in turn', async () => {
  const { journal } = openHere()
  await valueOf(journal.recordIntent(charge('lost')))
  await valueOf(journal.recordOutcome(outcome('lost', { kind: 'unknown', fault: 'total-deadline' })))
  await report(journal, 'lost', { 'initial-amount': '9.15' })
  await valueOf(journal.recordIntent(charge('tried', { enumeratedMinorAmounts: ['1015', '915'] as MinorUnits[] })))
  await valueOf(journal.recordOutcome(outcome('tried')))
  await report(journal, 'tried', { 'initial-amount': '10.15', 'amount': '9.15' })
  expect([await markOf(journal, 'lost'), await markOf(journal, 'tried')]).toEqual([undefined, undefined])
})

describe('payments of a journal of the first schema', () => {
  /** A journal with a payment `old` that is reported differently, and one `as-sent`; `change` changes its tables. */
  async function journalOfBefore(change: string): Promise<string> {
    const path = freshPath()
    const { journal } = openHere(path)
    for (const [name, amount] of [['as-sent', '10.15'], ['old', '9.15']] as const) {
      await sell(journal, { name })
      await report(journal, name, { 'initial-amount': amount })
    }
    await journal.close()
    const database = new DatabaseSync(path)
    database.exec(`DROP INDEX list_entry_by_reported_otherwise; ALTER TABLE list_entry DROP COLUMN reported_otherwise;
      UPDATE list_entry SET facts = json_remove(facts, '$.reportedOtherwise'); PRAGMA user_version = 103; ${change}`)
    database.close()
    return path
  }

  it('are marked after its migration', async () => {
    const again = openHere(await journalOfBefore(''))
    expect(again.connection.first('PRAGMA user_version')).toEqual({ user_version: 104 })
    expect(again.connection.atOpen.changedRules).toEqual([])
    expect(await valueOf(again.journal.count(marked))).toEqual({ count: 1, atLeast: false })
    expect(await repaired(again.journal)).toBeNull()
  })

  it('are marked without deriving the others again: that would take minutes, before a window is shown', async () => {
    const { connection } = openHere(await journalOfBefore(`UPDATE entry SET error_text = 'as before'`))
    expect(connection.all('SELECT error_text FROM entry ORDER BY seq')).toEqual([{ error_text: 'as before' }, { error_text: null }])
  })

  it('are marked although another entry has an invalid event, which does not prevent a start', async () => {
    const { journal } = openHere(await journalOfBefore(`DROP TRIGGER event_is_never_changed;
      UPDATE event SET facts = '{"entryId"' WHERE id = 1`))
    expect(await valueOf(journal.count(marked))).toEqual({ count: 1, atLeast: false })
  })
})
