import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { migrations } from '../../../electron/journal/migrations/index.ts'
import { fixtureEntries, type FixtureEvent } from '../../fixtures/journal/entries.ts'
import { at, query } from './samples.ts'
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
  expect(versions).toEqual(expect.arrayContaining([1, 2, 3, 5]))
})

describe.each(versions)('a journal of version %i', (version) => {
  it('is brought to the newest form, and every entry has the state, ids and texts it had', async () => {
    const { journal, connection } = openHere(copyOf(version))
    expect(connection.first('PRAGMA user_version')).toEqual({ user_version: migrations.length })
    for (const { state, events } of entriesOf(version)) {
      const intent = recordOf(events, 'intent')!
      const { entryId, url, fields, signedText, reason, at: begun, ...facts } = intent
      const detail = await valueOf(journal.entry({ entryId: entryId as EntryId }))
      const { askedSerialNumber: _asked, createsOrder: _creates, orderId: _learned, ...shown } = facts
      expect(detail).toMatchObject({ url, fields, signedText, row: { ...shown, at: begun, state } })
      const ids = events.map(({ record }) => record.orderId ?? null).filter((id) => id !== null)
      expect(detail?.row.orderId).toBe(ids[0] ?? null)
      expect(detail?.events).toHaveLength(events.length)
      expect(detail?.events[0]).toMatchObject({ kind: 'intent', reason })
      const ended = recordOf(events, 'outcome')
      if (ended !== undefined) {
        const { kind, entryId: _own, orderId: _order, serialNumber: _serial, lastFour: _four, ...told } = ended
        expect(detail?.events[1]).toMatchObject({ ...told, kind: 'outcome', outcome: kind })
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
    expect((await valueOf(journal.needingAttention())).map(({ entryId, state }) => [entryId, state])).toEqual([
      ['charge-cut-off', 'unknown'], ['charge-lost', 'unknown'],
    ])
    const again = { ...recordOf(fixtureEntries[0]!.events, 'intent'), entryId: 'charge-again' } as never
    expect(await journal.recordIntent(again)).toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used' } })
  })
})
