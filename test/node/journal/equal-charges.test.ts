/** Payments by the same card around a charge, as the journal finds them. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { CardReference, MerchantKey, MinorUnits } from '#shared/brands.ts'
import type { Connection } from '../../../electron/journal/connection.ts'
import { aroundSql } from '../../../electron/journal/list/equal-charges.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { moment, named, sell, type Sale } from './list-entries.ts'
import { entryId, merchantKey } from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

let journal: JournalPort
let connection: Connection
beforeEach(() => { ({ journal, connection } = openHere()) })

const owner = { merchantKey, environment: 'sandbox' } as const
const reference = '55' as CardReference

/** Sales by the card reference 55 with the hash h-1, ten minutes after ten unless changed. */
async function sellAll(...sales: Sale[]): Promise<void> {
  for (const sale of sales) {
    await sell(journal, { cardReference: '55', at: '2026-11-20T10:10:00.000Z', reply: { 'card-hash-id': 'h-1' }, ...sale })
  }
}

async function around(changes: Partial<Parameters<JournalPort['paymentsAround']>[0]> = {}): Promise<string[]> {
  return named(await valueOf(journal.paymentsAround({
    ...owner, cardReference: reference, cardHash: null, minorAmount: '1015' as MinorUnits, currency: 'USD',
    at: moment('2026-11-20T10:00:00.000Z'), withinMs: 86_400_000, limit: 10, ...changes,
  })))
}

describe('the payments by a card around a charge', () => {
  it('are those of its merchant and environment, of the same amount and currency, the nearest first', async () => {
    await sellAll(
      { name: 'day-before', at: '2026-11-19T10:00:00.000Z' }, { name: 'own', at: '2026-11-20T10:00:00.000Z' }, { name: 'next' },
      { name: 'too-early', at: '2026-11-19T09:59:59.000Z' }, { name: 'too-late', at: '2026-11-21T10:00:01.000Z' },
      { name: 'amount', amount: '1016' }, { name: 'currency', currency: 'EUR' }, { name: 'card', cardReference: '56' },
      { name: 'shop', merchantKey: 'https://other.example gw shop' as MerchantKey }, { name: 'staging', environment: 'staging' },
    )
    expect(await around()).toEqual(['own', 'next', 'day-before'])
    expect(await around({ limit: 2 })).toEqual(['own', 'next'])
    expect(await around({ withinMs: 172_800_000 })).toEqual(['own', 'next', 'day-before', 'too-early', 'too-late'])
  })

  it('are of any state, declined ones too', async () => {
    await sellAll(
      { name: 'own', at: '2026-11-20T10:00:00.000Z' }, { name: 'declined', state: 'declined' },
      { name: 'open', state: 'processing', at: '2026-11-20T10:20:00.000Z' },
    )
    expect(await around()).toEqual(['own', 'declined', 'open'])
  })

  it('are found by the hash of the card, whatever its reference, and each once', async () => {
    await sellAll({ name: 'own', at: '2026-11-20T10:00:00.000Z' }, { name: 'typed', cardReference: null, operation: 'sale' })
    expect(await around({ cardHash: 'h-1' })).toEqual(['own', 'typed'])
    expect(await around({ cardReference: null, cardHash: 'h-1' })).toEqual(['own', 'typed'])
    expect(await around({ cardReference: null, cardHash: 'h-2' })).toEqual([])
  })

  it('are found by two indexes, however long the history is', () => {
    const plan = connection.all(`EXPLAIN QUERY PLAN ${aroundSql}`, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
      .map(({ detail }) => String(detail))
    expect(plan.filter((step) => step.includes('list_entry'))).toEqual([
      expect.stringMatching(/^SEARCH list_entry USING .*list_entry_by_card \(.*at>\? AND at<\?\)/),
      expect.stringMatching(/^SEARCH list_entry USING .*list_entry_by_card_hash \(card_hash=\? AND at>\? AND at<\?\)/),
    ])
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([expect.stringMatching(/found/)])
  })
})

describe('the hash of a card', () => {
  const hashOf = async (name: string) =>
    await valueOf(journal.cardHash({ ...owner, entryId: entryId(name), cardReference: reference }))

  it('is that of the entry, else the newest one known with its reference at its merchant', async () => {
    await sellAll(
      { name: 'known' }, { name: 'newer', at: '2026-11-20T11:00:00.000Z', reply: { 'card-hash-id': 'h-2' } },
      { name: 'without', at: '2026-11-20T12:00:00.000Z', reply: {} },
      { name: 'foreign', at: '2026-11-20T13:00:00.000Z', reply: { 'card-hash-id': 'h-3' }, merchantKey: 'https://other.example gw shop' as MerchantKey },
    )
    expect([await hashOf('known'), await hashOf('without')]).toEqual(['h-1', 'h-2'])
  })

  it('is not known of a reference that no reply named', async () => {
    await sellAll({ name: 'without', reply: {} })
    expect(await hashOf('without')).toBeNull()
  })
})
