import { describe, expect, it } from 'vitest'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { integer } from '../../../electron/journal/row.ts'
import type { Connection } from '../../../electron/journal/connection.ts'
import { at, charge, entryId, masked, observation, orderId, outcome, serialNumber, statusRead } from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

const eventCount = (connection: Connection) =>
  integer(connection.first('SELECT count(*) AS n FROM event') ?? {}, 'n')
const entryOf = async (journal: JournalPort, name: string) =>
  (await valueOf(journal.entry({ entryId: entryId(name) })))!

describe('an unchanged poll', () => {
  it('increments a counter and adds no event, although serial number and reply differ each time', async () => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('one')))
    await valueOf(journal.recordOutcome(outcome('one')))
    const poll = (minute: number) => journal.recordObservation(observation('one', {
      at: at(minute), serialNumber: serialNumber(`sn-${minute}`), reply: masked(`serial-number=sn-${minute}`),
    }))
    expect(await valueOf(poll(2))).toEqual({ changed: true })
    const events = eventCount(connection)
    for (const minute of [3, 4, 5]) expect(await valueOf(poll(minute))).toEqual({ changed: false })
    expect(eventCount(connection)).toBe(events)
    expect((await entryOf(journal, 'one')).events.at(-1)).toMatchObject({ at: at(2), lastAt: at(5), repeats: 3 })
  })

  it.each(['no\u0000funds', 'no \ud800 funds'])('is recognised also with characters that cannot be stored: %j', async (text) => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('one')))
    await valueOf(journal.recordOutcome(outcome('one')))
    const odd = { status: text, stage: text, step: text, errorCode: text, errorText: masked(text), lastFour: text }
    const poll = (minute: number, changes = {}) =>
      journal.recordObservation(observation('one', { at: at(minute), ...odd, orderId: orderId(text), ...changes }))
    expect(await valueOf(poll(2))).toEqual({ changed: true })
    const events = eventCount(connection)
    for (const minute of [3, 4]) expect(await valueOf(poll(minute))).toEqual({ changed: false })
    expect(eventCount(connection)).toBe(events)
    expect((await entryOf(journal, 'one')).events.at(-1)).toMatchObject({ lastAt: at(4), repeats: 2 })
    expect(await valueOf(poll(5, { errorText: masked(`${text}.`) }))).toEqual({ changed: true })
  })

  it('is distinguished from one with a new status, stage or error', async () => {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('one')))
    await valueOf(journal.recordOutcome(outcome('one')))
    for (const change of [
      {}, { stage: 'sale_3d_validating' }, { status: 'declined' }, { status: 'declined', errorCode: '116' }, {},
    ]) {
      expect(await valueOf(journal.recordObservation(observation('one', change)))).toEqual({ changed: true })
    }
  })
})

describe('an unknown charge', () => {
  async function unknownCharge() {
    const { journal } = openHere()
    await valueOf(journal.recordIntent(charge('lost')))
    await valueOf(journal.recordOutcome(outcome('lost', { kind: 'unknown', fault: 'total-deadline' })))
    return journal
  }
  const found = { status: 'approved', stage: 'sale_approved', orderId: orderId('9007199254740993') }

  it('stays unknown under observations that do not resolve it, and copies nothing from them', async () => {
    const journal = await unknownCharge()
    await valueOf(journal.recordObservation(observation('lost', found)))
    const { row, events } = await entryOf(journal, 'lost')
    expect(row).toMatchObject({ state: 'unknown', orderId: null })
    expect(events).toHaveLength(3)
    expect(await valueOf(journal.openOutcomes())).toHaveLength(1)
  })

  it('is resolved by one that resolves it, even if the same was observed before', async () => {
    const journal = await unknownCharge()
    await valueOf(journal.recordObservation(observation('lost', found)))
    const resolved = await valueOf(journal.recordObservation(observation('lost', { ...found, resolves: true })))
    expect(resolved).toEqual({ changed: true })
    expect((await entryOf(journal, 'lost')).row).toMatchObject({ state: 'approved', orderId: found.orderId })
    expect(await valueOf(journal.openOutcomes())).toHaveLength(0)
    // Followed further: a repetition adds no event.
    expect(await valueOf(journal.recordObservation(observation('lost', found)))).toEqual({ changed: false })
  })

  it('is followed like any other once it was found to be in progress', async () => {
    const journal = await unknownCharge()
    expect((await valueOf(journal.openOutcomes())).map(({ state }) => state)).toEqual(['unknown'])
    await valueOf(journal.recordObservation(observation('lost', { resolves: true })))
    expect((await valueOf(journal.openOutcomes())).map(({ entryId: id, state }) => [id, state]))
      .toEqual([[entryId('lost'), 'processing']])
  })
})

describe('an open outcome', () => {
  it('is an entry that is being sent or processing, oldest first; a lost lookup or connection test never is', async () => {
    const { journal } = openHere()
    for (const name of ['a', 'b', 'c', 'd']) await valueOf(journal.recordIntent(charge(name)))
    for (const name of ['a', 'b', 'c']) await valueOf(journal.recordOutcome(outcome(name)))
    await valueOf(journal.recordObservation(observation('b', { status: 'declined' })))
    await valueOf(journal.recordRead({ intent: statusRead('look'), outcome: outcome('look', { kind: 'unknown' }) }))
    expect((await valueOf(journal.openOutcomes())).map((row) => [row.entryId, row.state]))
      .toEqual([[entryId('a'), 'processing'], [entryId('c'), 'processing'], [entryId('d'), 'sending']])
  })
})
