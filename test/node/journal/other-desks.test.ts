/** Copies of other desks' logs in a real file: their content, where they stop, and removals from them. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { DeskId, Masked, UtcTime } from '#shared/brands.ts'
import type { DeliveredEvent } from '#shared/team/chain-text.ts'
import { createOtherDesks, type FreeBytes, type OtherDesksPort } from '../../../electron/journal/other-desks/methods.ts'
import { openOtherDesks } from '../../../electron/journal/other-desks/open.ts'
import { signer, type Signer } from '../team/signing.ts'
import { answer, entryOf, id32, logOf, sale, signed, type LogRecord } from './foreign-logs.ts'
import { masked, note, query } from './samples.ts'
import { freshPath, onTestEnd, valueOf } from './with-journal.ts'

const own = id32('own') as DeskId
const keys = signer()
const anna = { deskId: id32('anna') as DeskId, label: 'Till 1', publicKey: signer().publicKey, isAdmitted: true }
const ben = { deskId: id32('ben') as DeskId, label: 'Till 2', publicKey: keys.publicKey, isAdmitted: true }
const now = '2026-11-20T10:00:00.000Z' as UtcTime
const plenty: FreeBytes = () => 10_000_000_000

function opened(path = freshPath(), freeBytes = plenty): OtherDesksPort & { readonly path: string } {
  const copies = createOtherDesks(openOtherDesks(path, own), freeBytes)
  onTestEnd(() => copies.close())
  return { ...copies, path }
}

const closing = (name: string, at: string): LogRecord => ({
  kind: 'closing', entry: name, at: at as UtcTime,
  record: { entryId: entryOf(name), at, who: 'ben', reason: 'compared', closes: 'collision', errorCode: null, errorText: null, reply: null },
})
const minute = (number: number): string => new Date(Date.UTC(2026, 10, 20, 9, number)).toISOString()
const sold = (name: string, at = minute(0)): LogRecord[] => [sale(name, at), answer(name, at)]

function rewrite(path: string, sql: string): void {
  const file = new DatabaseSync(path)
  file.exec(sql)
  file.close()
}

const copyAll = (copies: OtherDesksPort, events: readonly DeliveredEvent[], known: readonly string[] = []) =>
  valueOf(copies.copy({ desks: [anna, ben], events, own: known.map(entryOf), upToDateAt: now }))
const shown = async (copies: OtherDesksPort, text = '') =>
  (await valueOf(copies.search(query({ text })))).rows.map(({ entryId }) => entryId)

describe('the copied logs of other desks', () => {
  it('show the actions of each, sorted by their own times, with the desk', async () => {
    const copies = opened()
    await copyAll(copies, logOf(anna, [...sold('one', minute(5)), ...sold('two', minute(9))]))
    await copyAll(copies, logOf(ben, sold('three', minute(7))))
    const { rows } = await valueOf(copies.search(query({})))
    const listed = rows.map((row) => [row.entryId, row.sentBy, row.state, row.orderId, row.lastFour])
    expect(listed).toEqual([
      [entryOf('two'), anna.deskId, 'approved', 'o-two', '4242'], [entryOf('three'), ben.deskId, 'approved', 'o-three', '4242'],
      [entryOf('one'), anna.deskId, 'approved', 'o-one', '4242'],
    ])
    expect(await shown(copies, 'holder three')).toEqual([entryOf('three')])
    expect((await valueOf(copies.search(query({ desks: [ben.deskId] })))).rows).toHaveLength(1)
    const { sums } = await valueOf(copies.totals({ totalsId: 't', filter: { text: '', states: [], operations: [], profileId: null } }))
    expect(sums.map(({ sentBy, entries, minorAmount }) => [sentBy, entries, minorAmount]).sort()).toEqual(
      [[anna.deskId, 2, '2030'], [ben.deskId, 1, '1015']].sort(),
    )
  })

  it('have the desk of each event: another one may have ended what the first began', async () => {
    const copies = opened()
    await copyAll(copies, [...logOf(anna, sold('one')), ...logOf(ben, [closing('one', minute(30))])])
    const detail = await valueOf(copies.entry({ entryId: entryOf('one') }))
    expect(detail?.events.map(({ kind, desk }) => [kind, desk])).toEqual([['intent', 'Till 1'], ['outcome', 'Till 1'], ['closing', 'Till 2']])
  })

  it.each([
    ['sending', [], 'unknown', 'closed-unknown'],
    ['processing', [answer('left', minute(1), { status: 'processing' })], 'unknown', 'closed-unknown'],
    ['processing', [answer('left', minute(1), { status: 'processing' })], 'not-found', 'not-found'],
  ] as const)('show a request that was %s as closed once a person at another desk closed it; a later status at its own desk counts', async (state, outcomes, closes, closed) => {
    const copies = opened()
    const stateNow = async () => (await valueOf(copies.entry({ entryId: entryOf('left') })))?.row.state
    const log = logOf(anna, [
      sale('left', minute(0)), ...outcomes, ...outcomes.map(() => answer('left', minute(50)))
        .map(({ record, ...one }) => ({ ...one, kind: 'observation', record: { ...record, resolves: false, step: null } })),
    ])
    await copyAll(copies, log.slice(0, 1 + outcomes.length))
    expect(await stateNow()).toBe(state)
    const { record, ...by } = closing('left', minute(30))
    await copyAll(copies, logOf(ben, [{ ...by, record: { ...record, closes } }]))
    expect(await stateNow()).toBe(closed)
    await copyAll(copies, log)
    expect(await stateNow()).toBe(outcomes.length > 0 ? 'approved' : closed)
  })

  it('continue where they ended, also in another run; repeated events change nothing', async () => {
    const path = freshPath()
    const first = opened(path)
    const all = logOf(anna, [...sold('one'), ...sold('two', minute(3))])
    await copyAll(first, all.slice(0, 3))
    await first.close()
    const copies = opened(path)
    expect((await valueOf(copies.state())).desks)
      .toMatchObject([{ deskId: anna.deskId, number: 3 }, { deskId: ben.deskId, number: 0 }])
    await copyAll(copies, all)
    await copyAll(copies, all)
    expect(await shown(copies)).toEqual([entryOf('two'), entryOf('one')])
    expect((await valueOf(copies.entry({ entryId: entryOf('one') })))?.events).toHaveLength(2)
    expect(await valueOf(copies.state())).toMatchObject({ upToDateAt: now, desks: [{ number: 4 }, { number: 0 }] })
  })

  const log = logOf(anna, [...sold('one'), ...sold('two')])
  it.each<[string, DeliveredEvent[]]>([
    ['an event was changed', [{ ...log[2]!, facts: log[2]!.facts.replace('1015', '9915') }, log[3]!]],
    ['the content of an event was changed', [{ ...log[2]!, content: { ...log[2]!.content!, body: '{}' } }, log[3]!]],
    ['an event is missing', [log[3]!]],
    ['an event has no time', logOf(anna, [{ ...sale('never', minute(0)), at: 'yesterday' as UtcTime }], log[1])],
    ['another event is there, with all links computed again', logOf(anna, sold('forged'), { number: 2, link: 'f'.repeat(64) })],
  ])('keep their content if %s, and copy nothing more of that log only', async (_what, came) => {
    const copies = opened()
    await copyAll(copies, log.slice(0, 2))
    await copyAll(copies, came)
    await copyAll(copies, [...log.slice(2), ...logOf(ben, sold('three', minute(1)))])
    expect(await shown(copies)).toEqual([entryOf('three'), entryOf('one')])
    expect((await valueOf(copies.state())).desks)
      .toMatchObject([{ number: 2, isContradicted: true }, { number: 2, isContradicted: false }])
  })

  it('leave out malformed records, and every event that depends on one', async () => {
    const copies = opened()
    await copyAll(copies, logOf(anna, [
      sale('form', minute(0), { operation: 'unheard-of' }), answer('form', minute(0)),
      { ...sale('time', minute(0)), at: '2026-13-01T00:00:00.000Z' as UtcTime }, sale('sum', minute(0), { minorAmount: 'much' }), sale('other', minute(0), { url: 'file:///etc/passwd' }), { ...sale('none', minute(0)), record: [] }, ...sold('right'),
      answer('right', minute(2), { orderId: { not: 'a text' } }), answer('right', minute(2), { orderId: 'second' }),
    ]))
    const { rows } = await valueOf(copies.search(query({})))
    expect(rows.map(({ entryId, orderId: order }) => [entryId, order])).toEqual([[entryOf('right'), 'o-right']])
    expect((await valueOf(copies.state())).desks[0]).toMatchObject({ number: 10, isContradicted: false })
  })

  it('leave out an entry of this desk’s own history, and show it once it is no longer there', async () => {
    const copies = opened()
    await copyAll(copies, logOf(anna, [...sold('own'), ...sold('foreign', minute(1))]), ['own'])
    expect(await shown(copies)).toEqual([entryOf('foreign')])
    expect(await valueOf(copies.entry({ entryId: entryOf('own') }))).toBeNull()
    expect(await valueOf(copies.ownEntries({ after: '', limit: 10 }))).toEqual([entryOf('own')])
    await valueOf(copies.updateOwnEntries({ checked: [entryOf('own'), entryOf('foreign')], own: [entryOf('foreign')] }))
    expect(await shown(copies)).toEqual([entryOf('own')])
    expect(await shown(copies, 'holder foreign')).toEqual([])
    expect((await valueOf(copies.choices())).desks).toEqual([{ value: anna.deskId, entries: 1 }])
  })

  it('stop before the disk is full, and continue after their last event once there is space', async () => {
    let free = 1_999_999_999
    const copies = opened(freshPath(), () => free)
    expect(await copyAll(copies, log)).toEqual({ copied: false })
    expect((await valueOf(copies.state())).desks).toEqual([])
    free = 2_000_000_000
    expect(await copyAll(copies, log)).toEqual({ copied: true })
    expect(await shown(copies)).toHaveLength(2)
  })

  const removal = (before: string, numbers: number[]): LogRecord => ({
    kind: 'content-removal', entry: null, at: now, record: { before, who: 'ada', reason: 'agreed', removed: [{ deskId: anna.deskId, numbers }] },
  })
  const old = logOf(anna, [...sold('old', '2025-01-05T09:00:00.000Z'), ...sold('young', '2026-01-05T09:00:00.000Z')])
  const removals = logOf(ben, [removal('2026-11-19T00:00:00.000Z', [1, 2, 3, 4]), removal('2025-11-19T00:00:00.000Z', [1, 2, 3, 4])])

  it('lose the content that a desk of the team removed, once it signed that: no search finds it, no byte of it remains', async () => {
    const copies = opened()
    await copyAll(copies, old)
    const bytes = () => ['', '-wal'].map((ending) => readFileSync(`${copies.path}${ending}`).toString('latin1')).join('')
    expect(bytes()).toContain('holder%20old')
    await copyAll(copies, removals)
    expect(await shown(copies, 'holder old')).toEqual([entryOf('old')])
    await copyAll(copies, (await signed(removals, keys)).slice(2))
    expect(await shown(copies, 'holder old')).toEqual([])
    expect(await shown(copies, 'holder young')).toEqual([entryOf('young')])
    const detail = await valueOf(copies.entry({ entryId: entryOf('old') }))
    expect(detail).toMatchObject({ fields: [], signedText: '', row: { state: 'approved', minorAmount: '1015', contentRemovedAt: now } })
    expect(bytes()).not.toContain('holder%20old')
    expect(bytes()).toContain('holder%20young')
  })

  it('lose every byte of removed content also if the file had grown since', async () => {
    const copies = opened()
    const places = Array.from({ length: 120 }, (_, place) => place)
    const name = (place: number): string => `zq${place * 7_919}xw`
    const [removed, kept] = [places.filter((place) => place % 4 === 0), places.filter((place) => place % 4 !== 0)]
    await copyAll(copies, logOf(anna, places.flatMap((place) => sold(name(place), '2025-01-05T09:00:00.000Z'))))
    const numbers = removed.flatMap((place) => [place * 2 + 1, place * 2 + 2])
    await copyAll(copies, await signed(logOf(ben, [removal('2025-11-19T00:00:00.000Z', numbers)]), keys))
    await valueOf(copies.close())
    const bytes = readFileSync(copies.path, 'latin1')
    expect(places.filter((place) => new RegExp(`holder.{0,3}${name(place)}`).test(bytes))).toEqual(kept)
  })

  it.each<[string, Signer, Partial<typeof ben>]>([
    ['that another key signed', signer(), {}],
    ['of a desk that is not admitted', keys, { isAdmitted: false }],
    ['of a desk without a valid key', keys, { publicKey: '' }],
  ])('keep the content that a removal names %s', async (_what, by, changes) => {
    const copies = opened()
    const desks = [anna, { ...ben, ...changes }]
    const copy = async (events: DeliveredEvent[]) => valueOf(copies.copy({ desks, events, own: [], upToDateAt: now }))
    await copy(old)
    await copy(await signed(removals, by))
    expect(await shown(copies, 'holder old')).toEqual([entryOf('old')])
  })

  it.each([
    ['that is no time', 'z', now], ['in another notation', 'Tue, 19 Nov 2025 00:00:00 GMT', now],
    ['by a clock that is ahead', '2026-11-19T00:00:00.000Z', '2099-01-01T00:00:00.000Z'],
  ])('keep the content that a removal names by a date %s', async (_what, before, at) => {
    const copies = opened()
    await copyAll(copies, old)
    await copyAll(copies, (await signed(logOf(ben, [{ ...removal(before, [1, 2, 3, 4]), at: at as UtcTime }]), keys)))
    expect(await shown(copies, 'holder young')).toEqual([entryOf('young')])
    expect(await shown(copies, 'holder old')).toEqual([entryOf('old')])
  })

  it('accept only the first key seen of a desk, whatever the database returns later', async () => {
    const copies = opened()
    await copyAll(copies, old)
    const [other, events] = [signer(), removals]
    const desks = [anna, { ...ben, publicKey: other.publicKey }]
    await valueOf(copies.copy({ desks, events: await signed(events, other), own: [], upToDateAt: now }))
    expect(await shown(copies, 'holder old')).toEqual([entryOf('old')])
  })

  it.each([
    ['however recent', minute(5)], ['also by a clock that was put back', '2026-11-18T00:00:00.000Z'],
  ])('lose what a desk removed of its own content, %s, and keep what another desk recorded', async (_when, at) => {
    const copies = opened()
    await copyAll(copies, [...logOf(ben, sold('erased')), ...logOf(anna, [closing('erased', minute(2))])])
    const erased: LogRecord = {
      kind: 'removal', entry: 'erased', at: at as UtcTime,
      record: { kind: 'removal', entryId: entryOf('erased'), at, ground: 'request', covers: 2, movedMinorAmount: null, signature: null },
    }
    await copyAll(copies, (await signed([...logOf(ben, sold('erased')), ...logOf(ben, [erased], logOf(ben, sold('erased')).at(-1))], keys)).slice(2))
    expect(await shown(copies, 'holder erased')).toEqual([])
    const detail = await valueOf(copies.entry({ entryId: entryOf('erased') }))
    expect(detail).toMatchObject({ fields: [], signedText: '', events: [{ kind: 'intent' }, { kind: 'outcome' }, { reason: 'compared' }] })
  })

  it('show the notes of a desk, leave out those that no desk writes, and lose their text with the content', async () => {
    const copies = opened()
    const noteOf = (changes: Parameters<typeof note>[1]): LogRecord =>
      ({ kind: 'note', entry: 'noted', at: minute(2) as UtcTime, record: { ...note('noted', changes), entryId: entryOf('noted') } })
    const records = [
      ...sold('noted'), noteOf({ tags: [masked('angry')] }), noteOf({ number: 2, text: masked('x'.repeat(65_536)) }),
      noteOf({ number: 3, followUp: { day: 'tomorrow', person: null } }),
    ]
    await copyAll(copies, logOf(ben, records))
    const notes = async () => (await valueOf(copies.entry({ entryId: entryOf('noted') })))?.notes
    const tooLong = { noteId: note('noted', { number: 2 }).noteId, text: null }
    expect(await notes()).toMatchObject([{ text: 'customer called', tags: ['angry'], desk: 'Till 2' }, tooLong])
    expect(await shown(copies, 'angry')).toEqual([entryOf('noted')])
    const erased: LogRecord = {
      kind: 'removal', entry: 'noted', at: minute(50) as UtcTime,
      record: { kind: 'removal', entryId: entryOf('noted'), at: minute(50), ground: 'request', covers: 5, movedMinorAmount: null, signature: null },
    }
    await copyAll(copies, (await signed(logOf(ben, [...records, erased]), keys)).slice(records.length))
    expect(await notes()).toMatchObject([{ text: null, tags: [], removed: null, who: 'mara' }, tooLong])
    expect(await shown(copies, 'angry')).toEqual([])
  })

  it('accept an event whose content was removed, and continue after it', async () => {
    const copies = opened()
    const all = logOf(anna, [...sold('gone'), ...sold('there', minute(1))])
    await copyAll(copies, all.map((event, index) => (index < 2 ? { ...event, content: null } : event)))
    expect(await shown(copies)).toEqual([entryOf('there'), entryOf('gone')])
    expect(await shown(copies, 'holder gone')).toEqual([])
    expect((await valueOf(copies.entry({ entryId: entryOf('gone') })))?.row).toMatchObject({ state: 'approved', minorAmount: '1015', reason: null })
    expect((await valueOf(copies.state())).desks[0]).toMatchObject({ number: 4, isContradicted: false })
  })

  it.each<[string, (path: string) => void]>([
    ['of another desk', () => undefined],
    ['of an earlier form', (path) => { rewrite(path, 'PRAGMA application_id = 0x47434f35') }],
    ['that is damaged', (path) => { writeFileSync(path, 'no database at all'.repeat(500)) }],
  ])('are started again in place of a file %s', async (what, damage) => {
    const path = freshPath()
    const first = opened(path)
    await copyAll(first, log)
    await first.close()
    damage(path)
    const copies = createOtherDesks(openOtherDesks(path, what.endsWith('desk') ? anna.deskId : own), plenty)
    onTestEnd(() => copies.close())
    expect(await valueOf(copies.state())).toEqual({ upToDateAt: null, desks: [] })
    await copyAll(copies, log)
    expect(await shown(copies)).toHaveLength(2)
  })

  it.skipIf(process.platform === 'win32')('are in a file that only its owner may read', () => {
    expect(statSync(opened().path).mode & 0o077).toBe(0)
  })

  it('keep pasted text of any form: NUL, lone surrogates, whole pages', async () => {
    const copies = opened()
    const text = masked(`a\u0000b \ud800 ${'long '.repeat(20_000)}`) satisfies Masked
    await copyAll(copies, logOf(anna, [sale('odd', minute(0), { reason: text }), answer('odd', minute(0))]))
    expect((await valueOf(copies.entry({ entryId: entryOf('odd') })))?.row.reason).toContain('long long')
  })
})
