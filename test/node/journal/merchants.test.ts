import { describe, expect, it } from 'vitest'
import type { MerchantKey, ProfileId } from '#shared/brands.ts'
import { rebuildReadingTables } from '../../../electron/journal/write/reading-tables.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { quarantine } from '../../../electron/journal/recovery/file-changes.ts'
import { text } from '../../../electron/journal/row.ts'
import { day } from './files.ts'
import {
  at, charge, entryId, masked, merchantKey, merchantOrderId, notSent, observation, orderId, outcome, refund, shop,
} from './samples.ts'
import { freshPath, openHere, repaired, valueOf } from './with-journal.ts'

const other = { profileId: 'profile-entered-again' as ProfileId, profileName: 'Shop again' }
const elsewhere = 'https://new.example gw shop' as MerchantKey
const sold = { merchantOrderId: merchantOrderId('order-sold') }
const line = { at: at(30), osUser: 'mara', name: masked(''), action: 'merchant-moved' as const, subject: masked('Shop'), detail: masked('moved') }
const openIds = async (journal: JournalPort) =>
  (await valueOf(journal.openOutcomes())).map((row) => [row.entryId, row.collision])

describe('attack: the profile is removed and entered again', () => {
  it('its lost charge is not sent a second time under the same merchant order id', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('lost', sold)))
    await valueOf(journal.recordOutcome(outcome('lost', { kind: 'unknown', fault: 'answer-timeout' })))
    expect(await journal.recordIntent(charge('again', { ...sold, ...other })))
      .toEqual({ ok: false, failure: { code: 'merchant-order-id-used', entryId: entryId('lost') } })
  })

  it('a second refund is not sent while the first is an open outcome of the same merchant', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(refund('lost')))
    expect(await journal.recordIntent(refund('again', other)))
      .toEqual({ ok: false, failure: { code: 'order-busy', entryId: entryId('lost') } })
    expect(await valueOf(journal.orderActions({ ...shop, ...other, orderId: orderId('77') }))).toHaveLength(1)
  })

  it('the database itself refuses both if no check did', async () => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('lost', sold)))
    await valueOf(journal.recordIntent(refund('refund')))
    const columns = connection.all('SELECT name FROM pragma_table_info(?)', 'entry').map((row) => text(row, 'name'))
      .filter((name) => !['seq', 'entry_id', 'profile_id'].includes(name)).join()
    for (const name of ['lost', 'refund']) {
      expect(() => {
        connection.run(`INSERT INTO entry (seq, entry_id, profile_id, ${columns})
          SELECT 99, 'twice', 'another', ${columns} FROM entry WHERE entry_id = ?`, entryId(name))
      }).toThrow(/UNIQUE constraint failed: entry.merchant_key/)
    }
  })
})

describe('two merchants that a person declared to be one', () => {
  const moved = { ...other, merchantKey: elsewhere }

  async function joined() {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('here', sold)))
    await valueOf(journal.recordOutcome(outcome('here', { orderId: orderId('77'), status: 'approved' })))
    await valueOf(journal.recordIntent(charge('there', { ...sold, ...moved })))
    await valueOf(journal.recordOutcome(outcome('there', { orderId: orderId('78'), status: 'approved' })))
    await valueOf(journal.recordAudit({ ...line, sameMerchants: [merchantKey, elsewhere] }))
    return { journal, connection }
  }

  it('share one history, and an order sent by both is an open outcome', async () => {
    const { journal } = await joined()
    const merchantKeys = [elsewhere, merchantKey]
    expect(await valueOf(journal.merchantRoots({ merchantKeys }))).toEqual([merchantKey, merchantKey])
    expect(await openIds(journal)).toEqual([[entryId('there'), 'open']])
    expect((await valueOf(journal.audit({ before: null, limit: 5 }))).lines[0]).toMatchObject({ action: 'merchant-moved' })
    const { entries } = await valueOf(journal.orderEntries({ ...shop, orderId: null, ...sold, limit: 9 }))
    expect(entries.map(({ row }) => row.entryId)).toEqual([entryId('here'), entryId('there')])
  })

  it('an order sent twice is an open outcome until a person has compared both, also when it is derived again', async () => {
    const { journal, connection } = await joined()
    const closing = {
      entryId: entryId('there'), at: at(40), who: 'mara', reason: masked('one of them was refunded'),
      closes: 'collision' as const, errorCode: null, errorText: null, reply: null,
    }
    expect(await valueOf(journal.recordClosing({ ...closing, entryId: entryId('here') }))).toEqual({ closed: false })
    expect(await valueOf(journal.recordClosing(closing))).toEqual({ closed: true })
    expect(await openIds(journal)).toEqual([])
    connection.transaction(() => { rebuildReadingTables(connection) })
    expect(await openIds(journal)).toEqual([])
    expect((await valueOf(journal.entry({ entryId: entryId('there') })))?.row.collision).toBe('closed')
  })

  it('count as one for later requests, also with the old address', async () => {
    const { journal } = await joined()
    const next = { merchantOrderId: merchantOrderId('order-next') }
    await valueOf(journal.recordIntent(charge('next', { ...next, ...moved })))
    expect(await journal.recordIntent(charge('twice', next)))
      .toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used' } })
  })

  it.each([
    ['removed from the file', 'DELETE FROM merchant_alias'],
    ['about another merchant', `UPDATE merchant_alias SET same_as = 'http://127.0.0.1:3 gw shop'`],
    ['joined by one that nobody made', `INSERT INTO merchant_alias VALUES ('http://127.0.0.1:1 gw shop', 'http://127.0.0.1:3 gw shop')`],
  ])('attack: the declaration is %s: a verification names an entry and derives it again from the audit trail', async (_what, tamper) => {
    const { journal, connection } = await joined()
    connection.run(tamper)
    expect(await repaired(journal)).toMatchObject({ entries: 1, firstEntryId: expect.any(String) as string })
    expect(await repaired(journal)).toBeNull()
    expect(await valueOf(journal.merchantRoots({ merchantKeys: [elsewhere] }))).toEqual([merchantKey])
  })

  it('stay one when the history is salvaged from the quarantined file', async () => {
    const path = freshPath()
    const first = openHere(path)
    await valueOf(first.journal.recordIntent(charge('here', sold)))
    await valueOf(first.journal.recordAudit({ ...line, sameMerchants: [merchantKey, elsewhere] }))
    first.connection.close()
    const fileName = quarantine(path, 'damaged', day(20))
    const { journal } = openHere(path)
    await valueOf(journal.salvage({ fileName, at: day(21) }))
    expect(await valueOf(journal.merchantRoots({ merchantKeys: [elsewhere] }))).toEqual([merchantKey])
    expect(await journal.recordIntent(charge('twice', { ...sold, ...moved })))
      .toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used' } })
  })

  it('pass a verification', async () => {
    const { journal } = await joined()
    expect(await repaired(journal)).toBeNull()
  })
})

describe('two open actions of one order', () => {
  it('caused by an error in a later status are both reported, and prevent a third one', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(refund('first')))
    await valueOf(journal.recordOutcome(outcome('first', { status: 'declined', orderId: orderId('77') })))
    await valueOf(journal.recordIntent(refund('second')))
    await valueOf(journal.recordObservation(observation('first', { status: 'error' })))
    expect(await openIds(journal)).toEqual([[entryId('first'), null], [entryId('second'), 'open']])
    await valueOf(journal.recordObservation(observation('first', { status: 'approved', at: at(3) })))
    expect(await openIds(journal)).toEqual([[entryId('second'), null]])
    expect(await journal.recordIntent(refund('third', other))).toMatchObject({ failure: { entryId: entryId('second') } })
    await valueOf(journal.recordOutcome(notSent('second')))
    await valueOf(journal.recordIntent(refund('third', other)))
  })
})

describe('a clock that was ahead', () => {
  it('is detected by what was written afterwards', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('future', { at: at(9_000_000) })))
    expect(await valueOf(journal.writtenAfter({ entryId: entryId('future'), now: Date.parse(at(60)) }))).toBeNull()
    await valueOf(journal.recordAudit(line))
    await valueOf(journal.recordIntent(charge('later', { at: at(40) })))
    expect(await valueOf(journal.writtenAfter({ entryId: entryId('future'), now: Date.parse(at(60)) }))).toBe(Date.parse(at(30)))
  })
})
