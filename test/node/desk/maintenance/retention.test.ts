import { describe, expect, it } from 'vitest'
import type { MerchantKey } from '#shared/brands.ts'
import { countOlder, deleteOlder, monthsBefore } from '../../../../electron/desk/maintenance/retention.ts'
import { masked, merchantOrderId, orderId, profileId, query, refund, statusRead } from '../../journal/samples.ts'
import { agedHistory, day, shownIn, young } from './aged.ts'
import { charge, charges, deleteOlderThan, entryId, noon, observation, openHistory, outcome, valueOf, type UtcTime } from './support.ts'

const nobody = () => undefined

describe('retention', () => {
  it('counts old resolved entries, and those that stay because they are not resolved', async () => {
    const opened = await agedHistory()
    expect(await valueOf(countOlder(opened.services, 3))).toEqual({ entries: 2, staying: 3, before: '2026-11-28T12:00:00.000Z' })
    expect(await valueOf(countOlder(opened.services, 12))).toMatchObject({ entries: 0, staying: 0 })
  })

  it('keeps every line of the audit trail, however old: an auditor reads twelve months back, the application keeps all', async () => {
    const opened = await agedHistory()
    const monthsAgo = [30, 13, 11, 1].map((months) => monthsBefore(opened.clock.now, months))
    for (const at of monthsAgo) {
      await valueOf(opened.journal.recordAudit({
        at, osUser: 'm.keller', name: masked(''), action: 'settings-changed', subject: masked('Settings'), detail: masked(at),
      }))
    }
    expect(await deleteOlderThan(opened, 1)).toBe(2)
    const { lines } = await valueOf(opened.journal.audit({ before: null, limit: 9 }))
    expect(lines.map(({ detail }) => detail).filter((detail) => monthsAgo.includes(detail as UtcTime)))
      .toEqual(monthsAgo.toReversed())
  })

  it('keeps what a person closed as not found, and its merchant order id used', async () => {
    const opened = openHistory()
    const { journal } = opened
    await valueOf(journal.recordIntent(charge('lost')))
    await valueOf(journal.recordOutcome(outcome('lost', { kind: 'unknown', fault: 'connection-lost', reply: null })))
    await valueOf(journal.recordClosing({
      entryId: entryId('lost'), at: charge('lost').at, who: 'mara', reason: masked('the bank knows nothing of it'),
      closes: 'not-found', errorCode: '9', errorText: null, reply: masked('type=validation-error\n'),
    }))
    opened.clock.now = noon + 100 * day
    expect(await valueOf(countOlder(opened.services, 3))).toMatchObject({ entries: 0, staying: 1 })
    expect(await deleteOlderThan(opened, 3)).toBe(0)
    expect(await journal.recordIntent(charge('again', { ...young, merchantOrderId: merchantOrderId('order-lost') })))
      .toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used' } })
  })

  it('keeps everything about an order whose refund is unknown, by any profile of the merchant, and nothing of other orders or other merchants', async () => {
    const opened = openHistory()
    const { journal } = opened
    const sold = { merchantOrderId: merchantOrderId('order-sold'), orderId: orderId('77') }
    await charges(opened, 'sold', 'other')
    const read = async (name: string, changes: Partial<ReturnType<typeof statusRead>>) => {
      await valueOf(journal.recordRead({ intent: statusRead(name, changes), outcome: outcome(name, { kind: 'answered' }) }))
    }
    await read('by-both', sold)
    await read('by-its-own-id', { ...sold, orderId: null })
    await read('by-order-id', { ...sold, merchantOrderId: null, profileId: 'profile-two' as typeof profileId })
    const another = 'https://other.example gw shop' as MerchantKey
    await read('of-another-merchant', { ...sold, profileId: 'profile-three' as typeof profileId, merchantKey: another })
    await valueOf(journal.recordIntent(refund('part')))
    await valueOf(journal.recordOutcome(outcome('part', { status: 'approved' })))
    await valueOf(journal.recordIntent(refund('lost')))
    await valueOf(journal.recordOutcome(outcome('lost', { kind: 'unknown', fault: 'connection-lost', reply: null })))
    opened.clock.now = noon + 100 * day
    expect(await valueOf(countOlder(opened.services, 3))).toMatchObject({ entries: 2, staying: 6 })
    expect(await deleteOlderThan(opened, 3)).toBe(2)
    expect(await shownIn(opened)).toEqual(
      ['lost', 'part', 'of-another-merchant', 'by-order-id', 'by-its-own-id', 'by-both', 'other', 'sold'].map(entryId),
    )
    const { rows } = await valueOf(journal.search(query()))
    expect(rows.flatMap((row) => row.contentRemovedAt === undefined ? [] : [row.entryId])).toEqual(['of-another-merchant', 'other'].map(entryId))
    await valueOf(journal.recordObservation(observation('lost', { status: 'approved', resolves: true })))
    expect(await deleteOlderThan(opened, 3)).toBe(6)
  })

  it('removes nothing of an order with a request since the count', async () => {
    const opened = openHistory()
    const { journal } = opened
    await charges(opened, 'sold')
    const { at } = young
    const plan = await valueOf(journal.planRemoval({ before: at, at, after: 0, limit: 10 }))
    expect(plan.removals).toHaveLength(1)
    await valueOf(journal.recordIntent(refund('meanwhile', young)))
    const removals = plan.removals.map((removal) => ({ ...removal, signature: null }))
    await expect(journal.removeContent({ removals })).rejects.toThrow('what was planned')
    expect(await shownIn(opened)).toEqual(['meanwhile', 'sold'].map(entryId))
  })

  it('deletes nothing if another number was counted', async () => {
    const opened = await agedHistory()
    expect(await deleteOlder(opened.services, nobody, { months: 3, entries: 3 }))
      .toEqual({ ok: false, failure: { code: 'count-changed' } })
    expect(await shownIn(opened)).toHaveLength(6)
    expect((await valueOf(opened.journal.audit({ before: null, limit: 9 }))).lines).toEqual([])
  })

  it('deletes nothing without the vault, or if the audit trail cannot be written', async () => {
    const opened = await agedHistory()
    const locked = { ok: false, failure: { code: 'vault-locked' } } as const
    const withoutVault = { ...opened.services, vault: { ...opened.services.vault, signRemovals: async () => locked } }
    expect(await deleteOlder(withoutVault, nobody, { months: 3, entries: 2 })).toEqual(locked)
    expect((await valueOf(opened.journal.audit({ before: null, limit: 9 }))).lines).toEqual([])
    opened.connection.database.exec('PRAGMA query_only = ON')
    expect(await deleteOlder(opened.services, nobody, { months: 3, entries: 2 }))
      .toMatchObject({ ok: false, failure: { code: 'journal-unwritable' } })
    expect(await shownIn(opened)).toHaveLength(6)
  })

  it('uses the events and not the list for what is resolved', async () => {
    const opened = await agedHistory()
    const attacked = await opened.attacked((file) => { file.exec(`UPDATE entry SET state = 'declined' WHERE state = 'unknown'`) })
    attacked.clock.now = noon + 100 * day
    expect(await deleteOlderThan(attacked, 3)).toBe(2)
    expect(attacked.connection.first(`SELECT count(*) AS left FROM entry WHERE entry_id = 'entry-unknown'`)).toEqual({ left: 1 })
  })

  it('allows writes between its steps, and reports its progress', async () => {
    const opened = openHistory()
    for (let number = 0; number < 250; number++) {
      await valueOf(opened.journal.recordRead({
        intent: charge(`r${number}`, { operation: 'status', effect: 'reads', createsOrder: false }),
        outcome: outcome(`r${number}`, { kind: 'answered' }),
      }))
    }
    opened.clock.now = noon + 100 * day
    const deleting = deleteOlderThan(opened, 3)
    const written = valueOf(opened.journal.recordIntent(charge('meanwhile', young)))
    await written
    expect(await deleting).toBe(250)
    expect(opened.progress.filter(({ task }) => task === 'delete').map(({ done }) => done)).toEqual([100, 200, 250])
    await opened.signing.finish()
    expect(await opened.verify()).toMatchObject({ firstBreak: null, removed: 500, unsigned: 0 })
  })

  it.each([
    ['2026-03-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'], ['2024-03-31T10:00:00.000Z', 1, '2024-02-29T10:00:00.000Z'],
    ['2026-01-15T23:59:59.999Z', 2, '2025-11-15T23:59:59.999Z'], ['2026-11-21T00:00:00.000Z', 1200, '1926-11-21T00:00:00.000Z'],
  ])('counts months by the calendar: %s less %i', (now, months, before) => {
    expect(monthsBefore(Date.parse(now), months)).toBe(before)
  })
})
