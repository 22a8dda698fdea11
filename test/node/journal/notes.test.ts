/** Notes in the journal: events of their own, which are found, removed and proven like all others. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeskId, MerchantKey, TeamEventId } from '#shared/brands.ts'
import type { Connection } from '../../../electron/journal/connection.ts'
import { dimensions } from '../../../electron/journal/write/list-values.ts'
import { keptSums } from './kept-sums.ts'
import { noteStep, step } from './random-steps.ts'
import { at, charge, entryId, masked, note, outcome, query, refund, shop } from './samples.ts'
import { openHere, repaired, valueOf } from './with-journal.ts'

const today = { ...shop, environment: 'sandbox', day: '2026-11-27' } as const
const due = { day: '2026-11-27', person: null }

/** An approved charge with a note. */
async function noted(changes: Parameters<typeof note>[1] = {}) {
  const opened = openHere()
  const { journal } = opened
  await valueOf(journal.recordIntent(charge('a')))
  await valueOf(journal.recordOutcome(outcome('a', { kind: 'answered', status: 'approved' })))
  await valueOf(journal.recordNote(note('a', changes)))
  const found = async (text: string) =>
    (await valueOf(journal.search(query({ text })))).rows.map((row) => row.entryId)
  const notes = async () => (await valueOf(journal.entry({ entryId: entryId('a') })))?.notes ?? []
  return { ...opened, found, notes }
}

/** All stored facts about money, and those that decide about it. */
function aboutMoney(connection: Connection) {
  return {
    entries: connection.all('SELECT * FROM entry ORDER BY seq'),
    identifiers: connection.all('SELECT * FROM identifier ORDER BY kind, value, seq'),
    facets: connection.all('SELECT * FROM facet WHERE entries > 0'),
    listed: connection.all(`SELECT seq, at, became_final, size, money, ${dimensions.map((name) =>
      `(SELECT value FROM list_value WHERE id = ${name}) AS ${name}`).join(', ')}, reviewed_minor_amount,
      net_minor_amount, net_unknown, json_remove(facts, '$.notes') AS facts FROM list_entry ORDER BY seq`),
    finals: keptSums(connection),
  }
}

/** The same without the numbers of events, which notes have too. */
const withoutNumbers = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, part: unknown) => (name === 'seq' ? undefined : part)))

describe('a note', () => {
  it('changes no state, no sum, no time of a final state and no refusal, whatever is recorded between', async () => {
    const steps = fc.array(fc.oneof(
      { weight: 3, arbitrary: step.map((run) => ({ run, isNote: false })) },
      noteStep.map((run) => ({ run, isNote: true })),
    ), { maxLength: 30 })
    await fc.assert(fc.asyncProperty(steps, async (all) => {
      const [plain, withNotes] = [openHere(), openHere()]
      try {
        for (const { run, isNote } of all) {
          const answer = await run(withNotes.journal).catch(() => 'defect')
          if (!isNote) expect(await run(plain.journal).catch(() => 'defect')).toEqual(answer)
        }
        expect(withoutNumbers(aboutMoney(withNotes.connection))).toEqual(withoutNumbers(aboutMoney(plain.connection)))
      } finally {
        await plain.journal.close()
        await withNotes.journal.close()
      }
    }), { numRuns: 40 })
  })

  it('does not change the sums of an entry whose content was removed', async () => {
    const { journal, connection } = await noted()
    const [planned] = await valueOf(journal.planErasure({ entries: [1], at: at(30) }))
    await valueOf(journal.removeContent({ removals: [{ ...planned!, signature: null }] }))
    const before = keptSums(connection)
    await valueOf(journal.recordNote(note('a', { number: 2 })))
    expect(keptSums(connection)).toEqual(before)
    expect(await repaired(journal)).toBeNull()
  })

  it('is found by every word of its text and by its tags, until a person removes it', async () => {
    const { found, journal } = await noted({ text: masked(`${'long '.repeat(700)}parcel`), tags: [masked('angry')] })
    expect([await found('parcel'), await found('angry')]).toEqual([[entryId('a')], [entryId('a')]])
    await valueOf(journal.recordNote(note('a', { change: 'removed', text: masked('') })))
    expect([await found('parcel'), await found('angry')]).toEqual([[], []])
  })

  it('is found with its entry by its tag, in each order', async () => {
    const { journal } = await noted({ tags: [masked('angry')] })
    await valueOf(journal.recordIntent(charge('b')))
    for (const order of ['newest', 'oldest', 'largest', 'smallest'] as const) {
      const { rows } = await valueOf(journal.search(query({ tag: 'angry', order })))
      expect(rows.map((row) => [row.entryId, row.notes]), order).toEqual([[entryId('a'), 1]])
    }
    expect((await valueOf(journal.search(query({ tag: 'calm' })))).rows).toEqual([])
    expect(await valueOf(journal.count(query({ tag: 'angry' })))).toEqual({ count: 1, atLeast: false })
    expect((await valueOf(journal.choices())).tags).toEqual([{ value: 'angry', entries: 1 }])
  })

  it('that names a customer makes an erasure find its entry', async () => {
    const { journal } = await noted({ text: masked('write to r.halliday@example.com') })
    const named = async (value: string) => (await valueOf(journal.customerEntries({
      customer: { kind: 'email', value, profileId: null }, after: 0, limit: 100,
    }))).named
    expect([await named('r.halliday@example.com'), await named('halliday@example.com')]).toEqual([[1], []])
  })

  it('is not changed once it was removed, and not added twice', async () => {
    const { journal, notes } = await noted()
    expect(await valueOf(journal.recordNote(note('a')))).toEqual({ recorded: false })
    expect(await valueOf(journal.recordNote(note('a', { change: 'finished' })))).toEqual({ recorded: false })
    await valueOf(journal.recordNote(note('a', { change: 'removed', text: masked('') })))
    expect(await valueOf(journal.recordNote(note('a', { change: 'corrected' })))).toEqual({ recorded: false })
    expect(await notes()).toMatchObject([{ text: null, removed: { who: 'mara' } }])
  })

  it.each(['erased on request', 'old'])('that was %s keeps its facts, loses its text, and the history proves it', async (why) => {
    const { journal, connection, notes, found } = await noted({ tags: [masked('angry')], followUp: due })
    const planned = why === 'old'
      ? (await valueOf(journal.planRemoval({ before: at(60), at: at(61), after: 0, limit: 10 }))).removals
      : await valueOf(journal.planErasure({ entries: [1], at: at(61) }))
    await valueOf(journal.removeContent({ removals: planned.map((removal) => ({ ...removal, signature: null })) }))
    expect(await notes()).toMatchObject([{ text: null, tags: [], removed: null, who: 'mara', followUp: due }])
    expect([await found('called'), await found('angry')]).toEqual([[], []])
    expect((await valueOf(journal.dueFollowUps(today))).map(({ row }) => row.entryId)).toEqual([entryId('a')])
    expect(connection.all(`SELECT 1 FROM content JOIN event ON event.id = content.event WHERE kind = 'note'`)).toEqual([])
    const walked = await valueOf(journal.walkChain({ from: null, through: 1_000, limit: 1_000, key: null }))
    expect(walked).toMatchObject({ broken: null, done: true })
    expect(await repaired(journal)).toBeNull()
  })

  it.each([
    ['a follow-up that is gone', 'UPDATE note SET due = NULL'], ['a note that is gone', 'DELETE FROM note'],
    ['a note that never was', `INSERT INTO note SELECT seq, 'f', card, '2026-11-01' FROM note`],
    ['a tag that is gone', 'DELETE FROM entry_tag'], ['a tag that never was', `INSERT INTO entry_tag VALUES ('calm', 1)`],
  ])('in the tables that somebody changed is corrected by a verification: %s', async (_what, sql) => {
    const { journal, connection } = await noted({ tags: [masked('angry')], followUp: due })
    const tables = () => [connection.all('SELECT * FROM note'), connection.all('SELECT * FROM entry_tag')]
    const right = tables()
    connection.database.exec(sql)
    await repaired(journal)
    expect(tables()).toEqual(right)
    expect(await repaired(journal)).toBeNull()
  })
})

it('a note that the team receives reports no state and ends no claim', async () => {
  const { journal } = openHere()
  const deskId = '1'.repeat(32) as DeskId
  await valueOf(journal.teamBegin({ deskId, at: at(0), label: 'Desk', publicKey: null, rehearsal: false }))
  const sent = {
    environment: 'staging', url: 'https://gate.example/gw', merchantKey: 'https://gate.example gw shop' as MerchantKey,
  } as const
  await valueOf(journal.recordIntent(charge('a', sent)))
  await valueOf(journal.recordOutcome(outcome('a', { kind: 'answered', status: 'approved' })))
  await valueOf(journal.recordNote(note('a', { tags: [masked('angry')] })))
  await valueOf(journal.teamReportAgain({ entryId: entryId('a'), eventId: '2'.repeat(32) as TeamEventId, at: at(3) }))
  await valueOf(journal.teamDerive({ limit: 50, past: true }))
  const events = (await valueOf(journal.teamWaiting({ limit: 50 })))!.events
  const [ofNote] = events.filter(({ kind }) => kind === 'note')
  expect(Object.keys(ofNote!.facts)).toEqual(['record'])
  expect(JSON.stringify(ofNote!.facts)).not.toContain('angry')
  expect(ofNote!.content?.text?.body).toContain('angry')
  expect(events.find(({ kind }) => kind === 'state')?.facts.record).toMatchObject({ kind: 'answered' })
})

describe('a note about a card', () => {
  it('belongs to the newest entry of the card and is found from any of them', async () => {
    const { journal } = await noted()
    await valueOf(journal.recordIntent(charge('b', { at: at(5) })))
    const card = { ...shop, environment: 'sandbox', cardReference: charge('b').cardReference! } as const
    expect(await valueOf(journal.newestOfCard(card))).toBe(entryId('b'))
    await valueOf(journal.recordNote(note('b', { about: 'card', text: masked('expires soon') })))
    await valueOf(journal.recordIntent(charge('c', { at: at(6) })))
    expect((await valueOf(journal.notesOfCard(card))).map(({ text }) => text)).toEqual(['expires soon'])
    const other = { ...card, cardReference: '1000000002' as typeof card.cardReference }
    expect([await valueOf(journal.notesOfCard(other)), await valueOf(journal.newestOfCard(other))]).toEqual([[], null])
  })
})

describe('a follow-up', () => {
  it('is due from its day on, for its merchant, until it is done', async () => {
    const { journal } = await noted({ followUp: due })
    const dueOn = async (day: string, changes = {}) =>
      (await valueOf(journal.dueFollowUps({ ...today, day, ...changes }))).map(({ note: { text } }) => text)
    expect(await dueOn('2026-11-26')).toEqual([])
    expect([await dueOn('2026-11-27'), await dueOn('2026-12-24')]).toEqual([['customer called'], ['customer called']])
    expect(await dueOn('2026-11-27', { environment: 'staging' })).toEqual([])
    await valueOf(journal.recordNote(note('a', { change: 'finished', text: masked('') })))
    expect(await dueOn('2026-12-24')).toEqual([])
  })

  it('comes before those that are due later, whichever was written first', async () => {
    const { journal } = await noted({ followUp: due })
    await valueOf(journal.recordIntent(refund('b')))
    await valueOf(journal.recordNote(note('b', { number: 2, text: masked('older'), followUp: { ...due, day: '2026-11-02' } })))
    expect((await valueOf(journal.dueFollowUps(today))).map(({ note: { text } }) => text)).toEqual(['older', 'customer called'])
  })
})
