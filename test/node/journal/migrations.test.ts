import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EntryId, MerchantKey, ProfileId } from '#shared/brands.ts'
import { profileAsMerchant } from '#shared/model/merchant.ts'
import { migrations } from '../../../electron/journal/migrations/index.ts'
import { rebuildReadingTables } from '../../../electron/journal/write/reading-tables.ts'
import { fixtureEntries, type FixtureEvent } from '../../fixtures/journal/entries.ts'
import { at, masked, query } from './samples.ts'
import { freshPath, openHere, valueOf } from './with-journal.ts'

const folder = join(import.meta.dirname, '../../fixtures/journal')
const versions = readdirSync(folder).flatMap((name) => /^v(\d+)\.db$/.exec(name)?.[1] ?? []).map(Number)
  .sort((one, other) => one - other)

function copyOf(version: number): string {
  const path = freshPath()
  copyFileSync(join(folder, `v${version}.db`), path)
  return path
}

/** What the fixture of a version holds. */
const entriesOf = (version: number) => fixtureEntries.filter(({ since = 1 }) => since <= version)

const recordOf = (events: readonly FixtureEvent[], kind: FixtureEvent['kind']) =>
  events.find((event) => event.kind === kind)?.record

it('has a journal of every form that was ever released', () => {
  expect(versions).toEqual(expect.arrayContaining([1, 2, 3, 5, 6, 8, 10]))
})

describe.each(versions)('a journal of version %i', (version) => {
  it('is brought to the newest form, and every entry has the state, ids and texts it had', async () => {
    const { journal, connection } = openHere(copyOf(version))
    expect(connection.first('PRAGMA user_version')).toEqual({ user_version: migrations.length })
    for (const { state, events } of entriesOf(version)) {
      const intent = recordOf(events, 'intent')!
      const { entryId, url, fields, signedText, reason, at: begun, ...facts } = intent
      const detail = await valueOf(journal.entry({ entryId: entryId as EntryId }))
      const { askedSerialNumber: _asked, createsOrder: _creates, orderId: _learned, login, gatewayAt, ...shown } = facts
      expect(detail).toMatchObject({ url, fields, signedText, row: { ...shown, at: begun, state } })
      expect([detail?.login, detail?.gatewayAt]).toEqual([login, gatewayAt])
      const ids = events.map(({ record }) => record.orderId ?? null).filter((id) => id !== null)
      expect(detail?.row.orderId).toBe(ids[0] ?? null)
      expect(detail?.events).toHaveLength(events.length)
      expect(detail?.events[0]).toMatchObject({ kind: 'intent', reason })
      const ended = recordOf(events, 'outcome')
      if (ended !== undefined) {
        const { kind, entryId: _own, orderId: _order, serialNumber: _serial, lastFour: _four, ...reported } = ended
        expect(detail?.events[1]).toMatchObject({ ...reported, kind: 'outcome', outcome: kind })
      }
    }
  })

  it('is searched by what a person knows of an entry', async () => {
    const { journal } = openHere(copyOf(version))
    for (const { events: [first], foundBy } of entriesOf(version)) {
      for (const text of foundBy) {
        const { rows } = await valueOf(journal.search(query({ text })))
        expect(rows.map(({ entryId }) => entryId), text).toContain(first!.record.entryId)
      }
    }
  })

  it('goes on where it was: what was cut off becomes unknown, a used merchant order id stays used', async () => {
    const { journal } = openHere(copyOf(version))
    expect(await valueOf(journal.closeLeftovers({ at: at(0) }))).toEqual({ count: 1 })
    const open = await valueOf(journal.openOutcomes())
    expect(open.map(({ entryId, state }) => [entryId, state])).toEqual([
      ['charge-lost', 'unknown'], ['charge-cut-off', 'unknown'],
      ...(version < 6 ? [] : [
        ['double-charge-lost', 'unknown'], ['double-charge-again', 'approved'],
        ['double-refund-lost', 'unknown'], ['double-refund-again', 'processing'],
        ['refund-in-error', 'error'], ['refund-after-error', 'unknown'], ['charge-in-error', 'error'],
      ]),
      ...(version < 8 ? [] : [['charge-of-merchant', 'unknown']]),
    ])
    const again = { ...recordOf(fixtureEntries[0]!.events, 'intent'), entryId: 'charge-again' } as never
    expect(await journal.recordIntent(again)).toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used' } })
  })
})

describe('doubles of one merchant, in a history from before merchants were told apart from profiles', () => {
  const acme = 'https://gate.example gw acme-shop' as MerchantKey
  const doubles = { 'double-charge-again': 'double-charge-lost', 'double-refund-again': 'double-refund-lost', 'refund-after-error': 'refund-in-error' }

  it('fail no index: the later one is marked, and is an open outcome until a person has compared both', async () => {
    const { journal } = openHere(copyOf(6))
    const open = await valueOf(journal.openOutcomes())
    const marked = open.filter(({ collision }) => collision === 'open').map(({ entryId }) => String(entryId))
    expect(marked.toSorted()).toEqual(Object.keys(doubles).toSorted())
    const closing = {
      entryId: 'double-charge-again' as EntryId, at: at(0), who: 'mara', reason: masked('one of them was refunded'),
      closes: 'collision' as const, errorCode: null, errorText: null, reply: null,
    }
    expect(await valueOf(journal.recordClosing(closing))).toEqual({ closed: true })
    expect((await valueOf(journal.openOutcomes())).map(({ entryId }) => entryId)).not.toContain('double-charge-again')
  })

  it('keep a third one out, through whatever profile', async () => {
    const { journal } = openHere(copyOf(6))
    const third = { profileId: 'profile-acme-3' as ProfileId, merchantKey: acme }
    for (const name of ['double-charge-lost', 'double-refund-lost', 'refund-in-error']) {
      const { events: [first] } = fixtureEntries.find(({ events }) => events[0]?.record.entryId === name)!
      const again = { ...first!.record, ...third, entryId: `third-${name}` }
      expect(await journal.recordIntent(again as never)).toMatchObject({
        ok: false, failure: { code: name.includes('charge') ? 'merchant-order-id-used' : 'order-busy' },
      })
    }
  })

  it('are the same when the tables are derived again from the events', () => {
    const { connection } = openHere(copyOf(6))
    const all = () => connection.all('SELECT entry_id, merchant_key, collision FROM entry ORDER BY seq')
    const migrated = all()
    connection.transaction(() => { rebuildReadingTables(connection) })
    expect(all()).toEqual(migrated)
  })

  it('an entry whose login is not known counts for its profile alone', async () => {
    const { journal } = openHere(copyOf(6))
    const lost = await valueOf(journal.entry({ entryId: 'charge-lost' as EntryId }))
    expect(lost?.row.merchantKey).toBe(profileAsMerchant('profile-shop' as ProfileId))
    expect((await valueOf(journal.entry({ entryId: 'double-charge-again' as EntryId })))?.row.merchantKey).toBe(acme)
  })
})
