import { describe, expect, it } from 'vitest'
import type { JournalPort } from '../../../electron/journal/port.ts'
import type { MerchantKey, MinorUnits, ProfileId } from '#shared/brands.ts'
import {
  at, charge, entryId, masked, merchantOrderId, notSent, observation, orderId, outcome, refund, serialNumber, shop,
  statusRead,
} from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

const anotherMerchant = 'https://other.example gw shop' as MerchantKey
const order = { ...shop, orderId: orderId('77') }
const busy = { ok: false, failure: { code: 'order-busy', entryId: entryId('first') } }

describe('of one order', () => {
  it.each(['sending', 'accepted', 'unknown'] as const)('a second refund, void or capture is refused while one is %s', async (first) => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(refund('first')))
    if (first !== 'sending') await valueOf(journal.recordOutcome(outcome('first', { kind: first })))
    expect(await journal.recordIntent(refund('second'))).toEqual(busy)
    expect(await journal.recordIntent(refund('void', { operation: 'void' }))).toEqual(busy)
    expect(await journal.recordIntent(refund('capture', { operation: 'capture' }))).toEqual(busy)
    expect(await valueOf(journal.entry({ entryId: entryId('second') }))).toBeNull()
  })

  it.each(['approved', 'declined', 'filtered'])('the next may be sent once one is %s', async (status) => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(refund('first')))
    await valueOf(journal.recordOutcome(outcome('first')))
    expect(await journal.recordIntent(refund('second'))).toEqual(busy)
    await valueOf(journal.recordObservation(observation('first', { status })))
    await valueOf(journal.recordIntent(refund('second')))
    expect((await valueOf(journal.orderActions(order))).map((row) => row.entryId)).toEqual([entryId('second'), entryId('first')])
  })

  it('the next may not be sent while one is in error, until a person has closed it', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(refund('first')))
    await valueOf(journal.recordOutcome(outcome('first')))
    await valueOf(journal.recordObservation(observation('first', { status: 'error' })))
    expect(await journal.recordIntent(refund('second'))).toEqual(busy)
    const closing = {
      entryId: entryId('first'), at: at(200), who: 'mara', reason: masked('the bank says no'), closes: 'error' as const,
      errorCode: null, errorText: null, reply: null,
    }
    expect(await valueOf(journal.recordClosing(closing))).toEqual({ closed: true })
    await valueOf(journal.recordIntent(refund('second')))
  })

  it('an action that was refused or certainly not sent blocks no other', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(refund('unsent')))
    await valueOf(journal.recordOutcome(notSent('unsent')))
    await valueOf(journal.recordIntent(refund('refused')))
    await valueOf(journal.recordOutcome(outcome('refused', { kind: 'refused' })))
    await valueOf(journal.recordIntent(refund('first')))
  })

  it('uploads, reads, other orders and other profiles do not count', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(refund('first')))
    await valueOf(journal.recordIntent(refund('upload', { operation: 'upload-cres-result', effect: 'continues-order' })))
    await valueOf(journal.recordRead({ intent: statusRead('look', { orderId: order.orderId }), outcome: outcome('look', { kind: 'answered' }) }))
    await valueOf(journal.recordIntent(refund('elsewhere', { orderId: orderId('78') })))
    await valueOf(journal.recordIntent(refund('other', { profileId: 'profile-two' as ProfileId, merchantKey: anotherMerchant })))
    expect((await valueOf(journal.orderActions(order))).map((row) => row.entryId)).toEqual([entryId('first')])
  })

  it('the database itself enforces this', async () => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(refund('first')))
    expect(await journal.recordIntent(refund('second'))).toEqual(busy)
    await valueOf(journal.recordIntent(refund('other', { orderId: orderId('78') })))
    expect(() => { connection.run(`UPDATE entry SET order_id = '77'`) }).toThrow('UNIQUE')
  })
})

describe('an upload', () => {
  it('is done once it was accepted and is never followed', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(refund('upload', { operation: 'upload-cres-result', effect: 'continues-order' })))
    expect(await valueOf(journal.openOutcomes())).toHaveLength(1)
    await valueOf(journal.recordOutcome(outcome('upload')))
    expect((await valueOf(journal.entry({ entryId: entryId('upload') })))?.row.state).toBe('answered')
    expect(await valueOf(journal.openOutcomes())).toEqual([])
  })
})

describe('a similar order', () => {
  const query = { ...shop, operation: 'sale' as const, minorAmount: '1015' as MinorUnits, currency: 'USD', destination: null }
  const sale = (name: string, minute: number, changes: Parameters<typeof charge>[1] = {}) =>
    charge(name, { operation: 'sale', cardReference: null, at: at(minute), ...changes })

  it('is the newest of the same operation, amount and currency, whatever its merchant order id', async () => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(sale('preauth', 11, { operation: 'preauth' })))
    await valueOf(journal.recordIntent(sale('euro', 11, { currency: 'EUR' })))
    await valueOf(journal.recordIntent(sale('unsent', 11)))
    await valueOf(journal.recordOutcome(notSent('unsent')))
    expect(await valueOf(journal.findDuplicateOrder(query))).toBeNull()
    await valueOf(journal.recordIntent(sale('like', 12)))
    expect((await valueOf(journal.findDuplicateOrder(query)))?.entryId).toBe(entryId('like'))
    const plan = connection.all(
      `EXPLAIN QUERY PLAN SELECT seq FROM entry WHERE merchant_key = ? AND operation = ? AND minor_amount = ? AND currency = ?
        AND creates_order = 1 AND destination IS NULL ORDER BY seq DESC LIMIT 1`, 'm', 'sale', '1', 'USD',
    )
    expect(plan.map(({ detail }) => detail).join()).toMatch(/^SEARCH entry USING .*entry_of_merchant_amount[^,]*$/)
  })

  it('goes to the same destination, or to one that cannot be compared', async () => {
    const { journal } = openHere()
    const digest = (key: string, account: string): string => key.repeat(8) + account.repeat(56)
    const payout = (name: string, minute: number, destination?: string) =>
      sale(name, minute, { operation: 'payout-v4', ...(destination !== undefined && { destination }) })
    const duplicateOf = async (destination: string | null) =>
      (await valueOf(journal.findDuplicateOrder({ ...query, operation: 'payout-v4', destination })))?.entryId ?? null
    await valueOf(journal.recordIntent(payout('first', 11, digest('5', 'a'))))
    await valueOf(journal.recordIntent(payout('second', 12, digest('5', 'b'))))
    expect([await duplicateOf(digest('5', 'a')), await duplicateOf(digest('5', 'b'))]).toEqual([entryId('first'), entryId('second')])
    expect([await duplicateOf(digest('5', '0')), await duplicateOf(digest('5', 'f'))]).toEqual([null, null])
    // By another key, on either side of this one; and without a destination at all.
    expect([await duplicateOf(digest('4', 'f')), await duplicateOf(digest('6', '0')), await duplicateOf(null)])
      .toEqual([entryId('second'), entryId('second'), entryId('second')])
    await valueOf(journal.recordIntent(payout('unnamed', 13)))
    expect(await duplicateOf(digest('5', '0'))).toBe(entryId('unnamed'))
  })
})

describe('the entries of an order', () => {
  const everything = { ...shop, orderId: null, merchantOrderId: null, limit: 200 }
  const namesOf = async (journal: JournalPort, request: Partial<Parameters<JournalPort['orderEntries']>[0]>) => {
    const { entries, cut } = await valueOf(journal.orderEntries({ ...everything, ...request }))
    return { names: entries.map(({ row }) => row.entryId.replace('entry-', '')), cut }
  }

  async function threeRequests() {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('sale', { merchantOrderId: merchantOrderId('order-sold') })))
    await valueOf(journal.recordOutcome(outcome('sale', { orderId: orderId('77'), serialNumber: serialNumber('1') })))
    await valueOf(journal.recordIntent(refund('refund')))
    await valueOf(journal.recordIntent(charge('another', { merchantOrderId: merchantOrderId('order-other') })))
    return journal
  }

  it('are found by either id, oldest first, with everything that happened to each', async () => {
    const journal = await threeRequests()
    expect(await namesOf(journal, { orderId: orderId('77') })).toEqual({ names: ['sale', 'refund'], cut: false })
    expect(await namesOf(journal, { merchantOrderId: merchantOrderId('order-sold') })).toEqual({ names: ['sale', 'refund'], cut: false })
    const { entries } = await valueOf(journal.orderEntries({ ...shop, orderId: orderId('77'), merchantOrderId: null, limit: 9 }))
    expect(entries[0]?.events.map((event) => event.kind)).toEqual(['intent', 'outcome'])
  })

  it('include a lost one without an order id, and not one with another order id', async () => {
    const journal = await threeRequests()
    const ids = { merchantOrderId: merchantOrderId('order-sold') }
    await valueOf(journal.recordRead({ intent: statusRead('lost', ids), outcome: outcome('lost', { kind: 'unknown' }) }))
    await valueOf(journal.recordRead({ intent: statusRead('stranger', ids), outcome: outcome('stranger', { kind: 'answered', orderId: orderId('99') }) }))
    expect((await namesOf(journal, { orderId: orderId('77'), ...ids })).names).toEqual(['sale', 'refund', 'lost'])
    expect((await namesOf(journal, ids)).names).toEqual(['sale', 'refund', 'lost', 'stranger'])
    expect((await namesOf(journal, { ...ids, profileId: 'profile-two' as ProfileId, merchantKey: null })).names).toEqual([])
  })

  it('are the newest if there are more than requested, which is reported', async () => {
    const journal = await threeRequests()
    expect(await namesOf(journal, { orderId: orderId('77'), limit: 1 })).toEqual({ names: ['refund'], cut: true })
  })
})

describe('an observation', () => {
  it('with another 3-D Secure step is a new event, and the step is stored', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('one')))
    await valueOf(journal.recordOutcome(outcome('one')))
    const seen = (step: string | null) =>
      journal.recordObservation(observation('one', { stage: 'sale_3d_validating', step }))
    expect(await valueOf(seen('MethodUrlFrame'))).toEqual({ changed: true })
    expect(await valueOf(seen('MethodUrlFrame'))).toEqual({ changed: false })
    expect(await valueOf(seen('CReqForm'))).toEqual({ changed: true })
    const detail = await valueOf(journal.entry({ entryId: entryId('one') }))
    expect(detail?.events.slice(2).map((event) => event.kind === 'observation' && event.step)).toEqual(['MethodUrlFrame', 'CReqForm'])
  })
})
