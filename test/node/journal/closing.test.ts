import { describe, expect, it } from 'vitest'
import type { Closing, JournalPort, Observation } from '../../../electron/journal/port.ts'
import { rebuildReadingTables } from '../../../electron/journal/write/reading-tables.ts'
import { at, charge, entryId, masked, merchantOrderId, observation, outcome, shop } from './samples.ts'
import { openHere, valueOf } from './with-journal.ts'

const closing = (changes: Partial<Closing> = {}): Closing => ({
  entryId: entryId('lost'), at: at(180), who: 'mara', reason: masked('the bank knows nothing of it'), errorCode: '9',
  errorText: masked('Order not found'), reply: masked('type=validation-error\n'), closes: 'not-found', ...changes,
})

const stateOf = async (journal: JournalPort) => (await valueOf(journal.entry({ entryId: entryId('lost') })))!.row.state
const observe = (journal: JournalPort, changes: Partial<Observation> = {}) =>
  valueOf(journal.recordObservation(observation('lost', changes)))

async function lostCharge() {
  const opened = openHere()
  await valueOf(opened.journal.recordIntent(charge('lost')))
  await valueOf(opened.journal.recordOutcome(outcome('lost', { kind: 'unknown', fault: 'connection-lost' })))
  return opened
}

it('an entry that no longer exists is neither observed nor closed, without a defect', async () => {
  const { journal, connection } = openHere()
  expect(await observe(journal)).toEqual({ changed: false })
  expect(await valueOf(journal.recordClosing(closing()))).toEqual({ closed: false })
  expect(connection.first('SELECT count(*) AS events FROM event')).toEqual({ events: 0 })
})

describe('a charge that a person closed as not found', () => {
  it('has who, why and which reply, and is no longer open', async () => {
    const { journal } = await lostCharge()
    expect((await valueOf(journal.openOutcomes())).map((row) => row.entryId)).toEqual([entryId('lost')])
    expect(await valueOf(journal.recordClosing(closing()))).toEqual({ closed: true })
    const { row, events } = (await valueOf(journal.entry({ entryId: entryId('lost') })))!
    expect(row).toMatchObject({ state: 'not-found', errorCode: '9', errorText: 'Order not found' })
    const { entryId: _own, ...reported } = closing()
    expect(events.at(-1)).toEqual({ kind: 'closing', ...reported })
    expect(await valueOf(journal.openOutcomes())).toEqual([])
  })

  it('is the same when the tables are derived again from the events', async () => {
    const { journal, connection } = await lostCharge()
    await valueOf(journal.recordClosing(closing()))
    connection.transaction(() => { rebuildReadingTables(connection) })
    expect(await stateOf(journal)).toBe('not-found')
  })

  it('keeps its merchant order id, and is not a possible duplicate', async () => {
    const { journal } = await lostCharge()
    const { cardReference, minorAmount } = charge('lost')
    const query = { ...shop, cardReference: cardReference!, minorAmount: minorAmount!, currency: 'USD', which: 'any' as const }
    expect(await valueOf(journal.findDuplicateCharge(query))).not.toBeNull()
    await valueOf(journal.recordClosing(closing()))
    expect(await valueOf(journal.findDuplicateCharge(query))).toBeNull()
    const again = await journal.recordIntent(charge('again', { merchantOrderId: merchantOrderId('order-lost') }))
    expect(again).toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used', entryId: entryId('lost') } })
  })

  it('at another desk names that desk, and is not closed again by the same closing once a status has opened it', async () => {
    const { journal } = await lostCharge()
    const there = closing({ desk: 'Front office' })
    expect(await valueOf(journal.recordClosing(there))).toEqual({ closed: true })
    expect((await valueOf(journal.entry({ entryId: entryId('lost') })))!.events.at(-1)).toMatchObject({ kind: 'closing', desk: 'Front office' })
    await observe(journal, { resolves: false })
    expect(await stateOf(journal)).toBe('unknown')
    expect(await valueOf(journal.recordClosing(there))).toEqual({ closed: false })
    expect(await valueOf(journal.recordClosing(closing({ at: at(900) })))).toEqual({ closed: true })
  })

  it('is opened again by the next observation, even by one like the last before the closing', async () => {
    const { journal } = await lostCharge()
    await observe(journal)
    await valueOf(journal.recordClosing(closing()))
    expect(await observe(journal, { at: at(200) })).toEqual({ changed: true })
    expect(await stateOf(journal)).toBe('unknown')
    await valueOf(journal.recordClosing(closing({ at: at(201) })))
    await observe(journal, { at: at(202), status: 'approved', resolves: true })
    expect(await stateOf(journal)).toBe('approved')
  })
})

it('once resolved cannot be closed any more', async () => {
  const { journal } = await lostCharge()
  await observe(journal, { status: 'approved', resolves: true })
  expect(await valueOf(journal.recordClosing(closing()))).toEqual({ closed: false })
  expect(await stateOf(journal)).toBe('approved')
})
