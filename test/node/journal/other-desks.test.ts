/** Copies of other desks' logs, over a real file: what they show, where they stop, and what they lose again. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { DeskId, EntryId, Masked, TeamEventId, UtcTime } from '#shared/brands.ts'
import { firstLink, linkText } from '#shared/team/chain-text.ts'
import type { ForeignEvent } from '../../../electron/journal/other-desks/copy.ts'
import { createOtherDesks, type FreeBytes, type OtherDesksPort } from '../../../electron/journal/other-desks/methods.ts'
import { openOtherDesks } from '../../../electron/journal/other-desks/open.ts'
import { charge, masked, orderId, outcome, query } from './samples.ts'
import { statusReply } from './list-entries.ts'
import { freshPath, onTestEnd, valueOf } from './with-journal.ts'

const id32 = (text: string): string => createHash('md5').update(text).digest('hex')
const own = id32('own') as DeskId
const anna = { deskId: id32('anna') as DeskId, label: 'Till 1' }
const ben = { deskId: id32('ben') as DeskId, label: 'Till 2' }
const entryOf = (name: string): EntryId => id32(name) as EntryId
const now = '2026-11-20T10:00:00.000Z' as UtcTime
const plenty: FreeBytes = () => 10_000_000_000

function opened(path = freshPath(), freeBytes = plenty): OtherDesksPort & { readonly path: string } {
  const copies = createOtherDesks(openOtherDesks(path, own), freeBytes)
  onTestEnd(() => copies.close())
  return { ...copies, path }
}

type Told = Pick<ForeignEvent, 'kind' | 'at'> & { readonly entry: string | null; readonly record: object }

/** The events of a desk's log with their links, as it wrote them. */
function logOf(
  { deskId }: { readonly deskId: DeskId }, told: readonly Told[], from = { number: 0, link: firstLink },
): ForeignEvent[] {
  let { number, link } = from
  return told.map(({ entry, kind, at, record }) => {
    number += 1
    const event = {
      deskId, number, eventId: id32(`${deskId} ${number} ${kind}`) as TeamEventId, entryId: entry === null ? null : entryOf(entry),
      kind, at, body: JSON.stringify({ record }),
    }
    link = createHash('sha256').update(linkText(event, link) ?? '').digest('hex')
    return { ...event, link }
  })
}

const sale = (name: string, at: string, changes: object = {}): Told => ({
  kind: 'claim', entry: name, at: at as UtcTime,
  record: {
    ...charge(name, { environment: 'production', url: 'https://gate.example/gw' }), kind: 'intent', entryId: entryOf(name), at, ...changes,
  },
})
const answer = (name: string, at: string, changes: object = {}): Told => ({
  kind: 'outcome', entry: name, at: at as UtcTime,
  record: {
    ...outcome(name, {
      kind: 'accepted', status: 'approved', orderId: orderId(`o-${name}`), lastFour: '4242',
      reply: statusReply({ 'status': 'approved', 'transaction-type': 'sale', 'cardholder-name': `holder ${name}` }),
    }),
    entryId: entryOf(name), at, ...changes,
  },
})
const closing = (name: string, at: string): Told => ({
  kind: 'closing', entry: name, at: at as UtcTime,
  record: { entryId: entryOf(name), at, who: 'ben', reason: 'compared', closes: 'collision', errorCode: null, errorText: null, reply: null },
})
const minute = (number: number): string => new Date(Date.UTC(2026, 10, 20, 9, number)).toISOString()
const sold = (name: string, at = minute(0)): Told[] => [sale(name, at), answer(name, at)]

const copyAll = (copies: OtherDesksPort, events: readonly ForeignEvent[], known: readonly string[] = []) =>
  valueOf(copies.copy({ desks: [anna, ben], events, own: known.map(entryOf), upToDateAt: now }))
const shown = async (copies: OtherDesksPort, text = '') =>
  (await valueOf(copies.search(query({ text })))).rows.map(({ entryId }) => entryId)

describe('the copied logs of other desks', () => {
  it('show what was done at each, sorted by its own time, with the desk that did it', async () => {
    const copies = opened()
    await copyAll(copies, logOf(anna, [...sold('one', minute(5)), ...sold('two', minute(9))]))
    await copyAll(copies, logOf(ben, sold('three', minute(7))))
    const { rows } = await valueOf(copies.search(query({})))
    const told = rows.map((row) => [row.entryId, row.sentBy, row.state, row.orderId, row.lastFour])
    expect(told).toEqual([
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

  it('name the desk of each event: another one may have ended what the first began', async () => {
    const copies = opened()
    await copyAll(copies, [...logOf(anna, sold('one')), ...logOf(ben, [closing('one', minute(30))])])
    const detail = await valueOf(copies.entry({ entryId: entryOf('one') }))
    expect(detail?.events.map(({ kind, desk }) => [kind, desk])).toEqual([['intent', 'Till 1'], ['outcome', 'Till 1'], ['closing', 'Till 2']])
  })

  it('go on where they ended, also in another run; what comes again changes nothing', async () => {
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
  it.each<[string, ForeignEvent[]]>([
    ['an event was changed', [{ ...log[2]!, body: log[2]!.body.replace('10.15', '99.15') }, log[3]!]],
    ['an event is missing', [log[3]!]],
    ['another event stands there, with all links computed again', logOf(anna, sold('forged'), { number: 2, link: 'f'.repeat(64) })],
  ])('keep what they have where %s, and copy nothing more of that log alone', async (_what, came) => {
    const copies = opened()
    await copyAll(copies, log.slice(0, 2))
    await copyAll(copies, came)
    await copyAll(copies, [...log.slice(2), ...logOf(ben, sold('three', minute(1)))])
    expect(await shown(copies)).toEqual([entryOf('three'), entryOf('one')])
    expect((await valueOf(copies.state())).desks)
      .toMatchObject([{ number: 2, isContradicted: true }, { number: 2, isContradicted: false }])
  })

  it('leave out what is not in the form of a record, and whatever hangs on it', async () => {
    const copies = opened()
    await copyAll(copies, logOf(anna, [
      sale('form', minute(0), { operation: 'unheard-of' }), answer('form', minute(0)),
      sale('time', minute(0), { at: 'yesterday' }), sale('sum', minute(0), { minorAmount: 'much' }), sale('other', minute(0), { url: 'file:///etc/passwd' }), { ...sale('none', minute(0)), record: [] }, ...sold('right'),
      answer('right', minute(2), { orderId: { not: 'a text' } }), answer('right', minute(2), { orderId: 'second' }),
    ]))
    const { rows } = await valueOf(copies.search(query({})))
    expect(rows.map(({ entryId, orderId: order }) => [entryId, order])).toEqual([[entryOf('right'), 'o-right']])
    expect((await valueOf(copies.state())).desks[0]).toMatchObject({ number: 10, isContradicted: false })
  })

  it('show an entry that the own history has from there alone, and again from here once it has it no more', async () => {
    const copies = opened()
    await copyAll(copies, logOf(anna, [...sold('own'), ...sold('foreign', minute(1))]), ['own'])
    expect(await shown(copies)).toEqual([entryOf('foreign')])
    expect(await valueOf(copies.entry({ entryId: entryOf('own') }))).toBeNull()
    expect(await valueOf(copies.ownEntries({ after: '', limit: 10 }))).toEqual([entryOf('own')])
    await valueOf(copies.showOwnElsewhere({ asked: [entryOf('own'), entryOf('foreign')], own: [entryOf('foreign')] }))
    expect(await shown(copies)).toEqual([entryOf('own')])
    expect(await shown(copies, 'holder foreign')).toEqual([])
    expect((await valueOf(copies.choices())).desks).toEqual([{ value: anna.deskId, entries: 1 }])
  })

  it('stop before the disk is full, and go on behind what they had once there is space', async () => {
    let free = 1_999_999_999
    const copies = opened(freshPath(), () => free)
    expect(await copyAll(copies, log)).toEqual({ copied: false })
    expect((await valueOf(copies.state())).desks).toEqual([])
    free = 2_000_000_000
    expect(await copyAll(copies, log)).toEqual({ copied: true })
    expect(await shown(copies)).toHaveLength(2)
  })

  it('lose the content that a desk of the team removed: no search finds it, no byte of it stays; younger content stays', async () => {
    const copies = opened()
    const old = logOf(anna, [...sold('old', '2025-01-05T09:00:00.000Z'), ...sold('young', '2026-01-05T09:00:00.000Z')])
    const removal = (before: string, numbers: number[]): Told => ({
      kind: 'checkpoint', entry: null, at: now, record: { before, who: 'ada', reason: 'agreed', removed: [{ deskId: anna.deskId, numbers }] },
    })
    await copyAll(copies, old)
    const bytes = () => ['', '-wal'].map((ending) => readFileSync(`${copies.path}${ending}`).toString('latin1')).join('')
    expect(bytes()).toContain('holder%20old')
    await copyAll(copies, logOf(ben, [removal('2026-11-19T00:00:00.000Z', [1, 2, 3, 4]), removal('2025-11-19T00:00:00.000Z', [1, 2, 3, 4])]))
    expect(await shown(copies, 'holder old')).toEqual([])
    expect(await shown(copies, 'holder young')).toEqual([entryOf('young')])
    const detail = await valueOf(copies.entry({ entryId: entryOf('old') }))
    expect(detail).toMatchObject({ fields: [], signedText: '', row: { state: 'approved', minorAmount: '1015', contentRemovedAt: now } })
    expect(bytes()).not.toContain('holder%20old')
    expect(bytes()).toContain('holder%20young')
  })

  it('take an event whose content the team removed for what it is, and go on behind it', async () => {
    const copies = opened()
    const all = logOf(anna, [...sold('gone'), ...sold('there', minute(1))])
    const tombstones = all.map((event, index) => (index < 2 ? { ...event, body: '{"removed":true,"state":"approved"}' } : event))
    await copyAll(copies, tombstones)
    expect(await shown(copies)).toEqual([entryOf('there')])
    expect((await valueOf(copies.state())).desks[0]).toMatchObject({ number: 4, isContradicted: false })
  })

  it.each<[string, (path: string) => void]>([
    ['of another desk', () => undefined],
    ['that is damaged', (path) => { writeFileSync(path, 'no database at all'.repeat(500)) }],
  ])('are begun anew in the place of a file %s', async (what, damage) => {
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

  it.skipIf(process.platform === 'win32')('lie in a file that nobody else may read', () => {
    expect(statSync(opened().path).mode & 0o077).toBe(0)
  })

  it('keep what a person pasted in a foreign form: NUL, half characters, whole pages', async () => {
    const copies = opened()
    const text = masked(`a\u0000b \ud800 ${'long '.repeat(20_000)}`) satisfies Masked
    await copyAll(copies, logOf(anna, [sale('odd', minute(0), { reason: text }), answer('odd', minute(0))]))
    expect((await valueOf(copies.entry({ entryId: entryOf('odd') })))?.row.reason).toContain('long long')
  })
})
