import { describe, expect, it } from 'vitest'
import type { MerchantKey, MinorUnits, ProfileId } from '#shared/brands.ts'
import {
  at, charge, entryId, merchantOrderId, notSent, outcome, shop, statusRead,
} from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

const sameOrder = { merchantOrderId: merchantOrderId('order-1') }
const used = { ok: false, failure: { code: 'merchant-order-id-used', entryId: entryId('first') } }

describe('a merchant order id', () => {
  it.each(['sending', 'accepted', 'refused', 'unknown'] as const)('creates one order only: %s', async (first) => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('first', sameOrder)))
    if (first !== 'sending') await valueOf(journal.recordOutcome(outcome('first', { kind: first })))
    expect(await journal.recordIntent(charge('second', sameOrder))).toEqual(used)
    expect(await valueOf(journal.entry({ entryId: entryId('second') }))).toBeNull()
  })

  it('is free again after an intent that certainly was not sent, and can then be used once more', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('unsent', sameOrder)))
    await valueOf(journal.recordOutcome(notSent('unsent')))
    expect(await valueOf(journal.findMerchantOrderId({ ...shop, ...sameOrder }))).toBeNull()
    await valueOf(journal.recordIntent(charge('first', sameOrder)))
    expect(await journal.recordIntent(charge('third', sameOrder))).toEqual(used)
    expect((await valueOf(journal.findMerchantOrderId({ ...shop, ...sameOrder })))?.entryId).toBe(entryId('first'))
  })

  it('may be used by another merchant, by a read and by an operation on an order', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('first', sameOrder)))
    await valueOf(journal.recordIntent(charge('other', {
      ...sameOrder, profileId: 'profile-two' as ProfileId, merchantKey: 'https://other.example gw shop' as MerchantKey,
    })))
    await valueOf(journal.recordIntent(charge('void', { ...sameOrder, operation: 'void', createsOrder: false })))
    await valueOf(journal.recordRead({ intent: statusRead('look', sameOrder), outcome: outcome('look') }))
  })

  it('is kept unique by the database itself', async () => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('first', sameOrder)))
    await valueOf(journal.recordIntent(charge('second')))
    expect(() => { connection.run(`UPDATE entry SET merchant_order_id = 'order-1'`) }).toThrow('UNIQUE')
  })
})

describe('an entry', () => {
  it('has one outcome', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('one')))
    await valueOf(journal.recordOutcome(outcome('one', { kind: 'unknown' })))
    await expect(journal.recordOutcome(notSent('one'))).rejects.toThrow('append-only')
    expect((await valueOf(journal.entry({ entryId: entryId('one') })))?.row.state).toBe('unknown')
  })

  it('is recorded once: the same review cannot create a second intent', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('one')))
    const again = charge('one', { merchantOrderId: merchantOrderId('another') })
    await expect(journal.recordIntent(again)).rejects.toThrow('UNIQUE')
    expect((await valueOf(journal.entry({ entryId: entryId('one') })))?.row.merchantOrderId).toBe('order-one')
  })

  it('must exist before anything is recorded about it', async () => {
    const { journal } = openHere()
    await expect(journal.recordOutcome(outcome('nobody'))).rejects.toThrow('no such entry')
  })
})

describe('a possible duplicate', () => {
  const query = {
    ...shop, cardReference: charge('x').cardReference!, minorAmount: '1015' as MinorUnits, currency: 'USD', which: 'any' as const,
  }

  it('is the newest of the same card, amount and currency', async () => {
    const { journal } = openHere()
    expect(await valueOf(journal.findDuplicateCharge(query))).toBeNull()
    await valueOf(journal.recordIntent(charge('declined', { at: at(10) })))
    await valueOf(journal.recordOutcome(outcome('declined', { status: 'declined' })))
    expect((await valueOf(journal.findDuplicateCharge(query)))?.entryId).toBe(entryId('declined'))
    await valueOf(journal.recordIntent(charge('euro', { at: at(11), currency: 'EUR' })))
    await valueOf(journal.recordIntent(charge('more', { at: at(11), minorAmount: '1016' as MinorUnits })))
    await valueOf(journal.recordIntent(charge('unsent', { at: at(11) })))
    await valueOf(journal.recordOutcome(notSent('unsent')))
    await valueOf(journal.recordIntent(charge('refused', { at: at(11) })))
    await valueOf(journal.recordOutcome(outcome('refused', { kind: 'refused' })))
    expect((await valueOf(journal.findDuplicateCharge(query)))?.entryId).toBe(entryId('declined'))
    await valueOf(journal.recordIntent(charge('newest', { at: at(12) })))
    expect((await valueOf(journal.findDuplicateCharge(query)))?.entryId).toBe(entryId('newest'))
  })

  it('may have the amount among its enumerated ones', async () => {
    const { journal } = openHere()
    const enumeratedMinorAmounts = ['2000', '1015'] as MinorUnits[]
    await valueOf(journal.recordIntent(charge('turn', { at: at(10), minorAmount: '2000' as MinorUnits, enumeratedMinorAmounts })))
    expect((await valueOf(journal.findDuplicateCharge(query)))?.entryId).toBe(entryId('turn'))
  })
})
