/** Records of other desks that break a rule of this history, or fail here: everything else is copied and shown. */
import { describe, expect, it, vi } from 'vitest'
import type { DeskId, UtcTime } from '#shared/brands.ts'
import { silentLog } from '../../../electron/common/processes/log.ts'
import { logSkipped } from '../../../electron/journal/other-desks/skip-failures.ts'
import type { DeliveredEvent } from '#shared/team/chain-text.ts'
import { createOtherDesks, type OtherDesksPort } from '../../../electron/journal/other-desks/methods.ts'
import { openOtherDesks } from '../../../electron/journal/other-desks/open.ts'
import { signer } from '../team/signing.ts'
import { answer, entryOf, id32, logOf, sale, signed, type LogRecord } from './foreign-logs.ts'
import { note, outcome, query, refund } from './samples.ts'
import { freshPath, onTestEnd, valueOf } from './with-journal.ts'

const anna = { deskId: id32('anna') as DeskId, label: 'Till 1', publicKey: null, isAdmitted: true }
const bensKeys = signer()
const ben = { deskId: id32('ben') as DeskId, label: 'Till 2', publicKey: bensKeys.publicKey, isAdmitted: true }
const minute = (number: number): string => new Date(Date.UTC(2026, 10, 20, 9, number)).toISOString()
const now = minute(60) as UtcTime

function opened() {
  const connection = openOtherDesks(freshPath(), id32('own') as DeskId)
  const onSkipped = vi.fn<(error: unknown) => void>()
  const copies = createOtherDesks(connection, () => 10_000_000_000, onSkipped)
  onTestEnd(() => copies.close())
  return { connection, copies, onSkipped }
}

const copyAll = (copies: OtherDesksPort, events: readonly DeliveredEvent[]) =>
  valueOf(copies.copy({ desks: [anna, ben], events, own: [], upToDateAt: now }))
const shown = async (copies: OtherDesksPort, text = '') =>
  (await valueOf(copies.search(query({ text })))).rows.map(({ entryId, state }) => [entryId, state])
const copiedTo = async (copies: OtherDesksPort) => (await valueOf(copies.state())).desks.map(({ number }) => number)

const sold = (name: string, at = minute(0), changes = {}): LogRecord[] => [sale(name, at, changes), answer(name, at)]
const refunded = (name: string, at: string): LogRecord => ({
  kind: 'claim', entry: name, at: at as UtcTime,
  record: {
    ...refund(name, { environment: 'production', url: 'https://gate.example/gw' }), entryId: entryOf(name), at,
  },
})
const noted = (name: string): LogRecord =>
  ({ kind: 'note', entry: name, at: now, record: { ...note(name), entryId: entryOf(name), at: now } })
const unreadable = (name: string, at: string): LogRecord => ({
  kind: 'outcome', entry: name, at: at as UtcTime,
  record: { ...outcome(name), kind: 'unheard-of', entryId: entryOf(name), at },
})
const erased = (name: string): LogRecord => ({
  kind: 'removal', entry: name, at: now,
  record: {
    kind: 'removal', entryId: entryOf(name), at: now, ground: 'request', covers: 2, movedMinorAmount: null, signature: null,
  },
})

describe('the copied logs of other desks', () => {
  it('show both entries of two installations that are copies of each other, with one merchant order id', async () => {
    const { copies, onSkipped } = opened()
    await copyAll(copies, logOf(anna, sold('one', minute(0), { merchantOrderId: 'same' })))
    await copyAll(copies, logOf(ben, sold('two', minute(3), { merchantOrderId: 'same' })))
    expect(await shown(copies)).toEqual([[entryOf('two'), 'approved'], [entryOf('one'), 'approved']])
    expect(onSkipped).not.toHaveBeenCalled()
  })

  it('show a second refund of an order if the outcome of the first is unreadable, and later events', async () => {
    const { copies, onSkipped } = opened()
    await copyAll(copies, logOf(anna, [
      refunded('first', minute(0)), unreadable('first', minute(1)), refunded('second', minute(2)),
    ]))
    await copyAll(copies, logOf(ben, sold('sale', minute(3))))
    expect(await shown(copies))
      .toEqual([[entryOf('sale'), 'approved'], [entryOf('second'), 'sending'], [entryOf('first'), 'sending']])
    expect(await copiedTo(copies)).toEqual([3, 2])
    expect(onSkipped).not.toHaveBeenCalled()
  })

  it('show the state that an outcome reports, also if a text of its content does not fit', async () => {
    const log = logOf(anna, [sale('one', minute(0)), answer('one', minute(0), { lastFour: '**4242' })])
    for (const events of [log, log.map((event) => ({ ...event, content: null }))]) {
      const { copies } = opened()
      await copyAll(copies, events)
      const [row] = (await valueOf(copies.search(query({})))).rows
      expect(row).toMatchObject({ state: 'approved', orderId: 'o-one', lastFour: null })
    }
  })

  it('have no rule that an entry of another desk could break: one row for each entry, nothing else', () => {
    const { connection } = opened()
    const unique = connection.all(`SELECT name, origin FROM pragma_index_list('entry') WHERE "unique" = 1`)
    expect(unique).toEqual([{ name: 'sqlite_autoindex_entry_1', origin: 'u' }])
  })

  it('continue after an invalid address: only that record is left out', async () => {
    const { copies, onSkipped } = opened()
    const odd = sold('odd', minute(0), { environment: 'sandbox', url: 'no address' })
    await copyAll(copies, logOf(anna, [...odd, ...sold('right')]))
    expect(await shown(copies)).toEqual([[entryOf('right'), 'approved']])
    expect(await copiedTo(copies)).toEqual([4, 0])
    expect(onSkipped).not.toHaveBeenCalled()
  })

  it('continue after an entry that cannot be derived, and show it as soon as that is possible', async () => {
    const { connection, copies, onSkipped } = opened()
    connection.database.exec('CREATE UNIQUE INDEX planted ON entry (profile_name)')
    const bens = logOf(ben, sold('bens', minute(3), { profileName: 'other' }))
    const third = sold('three', minute(2), { profileName: 'third' })
    const annas = logOf(anna, [...sold('one'), ...sold('two', minute(1)), ...third])
    await copyAll(copies, [...annas, ...bens])
    expect(await shown(copies, 'holder')).toEqual(['bens', 'three', 'one'].map((name) => [entryOf(name), 'approved']))
    expect(await shown(copies, 'holder two')).toEqual([])
    expect(await copiedTo(copies)).toEqual([6, 2])
    expect(onSkipped).toHaveBeenCalledOnce()
    connection.database.exec('DROP INDEX planted')
    await copyAll(copies, logOf(anna, [noted('two')], annas.at(-1)))
    expect(await shown(copies, 'holder two')).toEqual([[entryOf('two'), 'approved']])
  })

  it('remove content under the next head if that failed before', async () => {
    const { connection, copies, onSkipped } = opened()
    const first = await signed(logOf(ben, [...sold('one'), erased('one')]), bensKeys)
    connection.database.exec(`CREATE TRIGGER planted BEFORE DELETE ON content BEGIN SELECT RAISE(ABORT, 'planted'); END`)
    await copyAll(copies, first)
    expect(await shown(copies, 'holder one')).toEqual([[entryOf('one'), 'approved']])
    expect(onSkipped).toHaveBeenCalledOnce()
    connection.database.exec('DROP TRIGGER planted')
    const both = await signed(first, bensKeys)
    await copyAll(copies, both.slice(first.length))
    expect(await shown(copies, 'holder one')).toEqual([])
    expect(connection.first('SELECT count(*) AS n FROM content')).toEqual({ n: 0 })
    expect(onSkipped).toHaveBeenCalledOnce()
  })

  it('remove the content also of an entry that cannot be hidden', async () => {
    const { connection, copies } = opened()
    connection.database.exec(`CREATE TRIGGER planted BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'planted'); END`)
    const events = await signed(logOf(ben, [...sold('one'), erased('one')]), bensKeys)
    await copyAll(copies, events.slice(0, 2))
    expect(await shown(copies, 'holder one')).toEqual([[entryOf('one'), 'approved']])
    await copyAll(copies, events.slice(2))
    expect(connection.first('SELECT count(*) AS n FROM content')).toEqual({ n: 0 })
    expect(await valueOf(copies.entry({ entryId: entryOf('one') }))).toMatchObject({ fields: [], signedText: '' })
  })

  it('copy nothing of an answer that a full disk refused, and leave out nothing for it', async () => {
    const { connection, copies, onSkipped } = opened()
    connection.database.exec('PRAGMA max_page_count = 1')
    const long = { reason: 'long '.repeat(20_000) }
    const events = logOf(anna, sold('one', minute(0), long))
    const answered = await copies.copy({ desks: [anna], events, own: [], upToDateAt: now })
    expect(answered).toMatchObject({ ok: false, failure: { code: 'journal-unwritable' } })
    expect(await copiedTo(copies)).toEqual([0])
    expect(onSkipped).not.toHaveBeenCalled()
  })

  it('write a log line about left out records, without their content', () => {
    const warn = vi.fn<(event: string, fields?: object) => void>()
    logSkipped({ ...silentLog, warn })(new SyntaxError('Cannot convert 4111-secret to a BigInt'))
    expect(warn).toHaveBeenCalledWith('copied-entry-left-out', expect.objectContaining({ error: 'SyntaxError' }))
    expect(JSON.stringify(warn.mock.calls)).not.toContain('secret')
  })
})
