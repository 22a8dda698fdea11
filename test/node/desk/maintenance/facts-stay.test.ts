/**
 * The facts that stay when retention removes a payment's content, so that money moves once.
 */
import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { DeskId, MerchantKey, MinorUnits } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { countOlder, monthsBefore } from '../../../../electron/desk/maintenance/retention.ts'
import { salvage } from '../../../../electron/journal/recovery/salvage.ts'
import { masked, orderId, profileId, query, refund, statusRead } from '../../journal/samples.ts'
import { agedHistory, day, shownIn, young } from './aged.ts'
import {
  charge, charges, deleteOlderThan, entryId, noon, observation, openHistory, outcome, valueOf, type History,
} from './support.ts'

const minor = (text: string): MinorUnits => text as MinorUnits
const rowsOf = async ({ journal }: Pick<History, 'journal'>) => (await valueOf(journal.search(query()))).rows

/** The fields of a row that stay whatever its age. */
const factNames = [
  'entryId', 'at', 'who', 'merchantKey', 'operation', 'merchantOrderId', 'orderId', 'cardReference', 'minorAmount', 'currency', 'reviewed',
  'state', 'netMinorAmount', 'enumeratedMinorAmounts',
] as const
const factsIn = (row: HistoryRow) => factNames.map((name) => row[name])

const joining = { deskId: 'desk' as DeskId, at: young.at, label: 'Desk', publicKey: null, rehearsal: false }

/** A charge that a team records, with a customer in it. */
async function chargeOfATeam({ journal }: Pick<History, 'journal'>): Promise<void> {
  const url = 'https://gate.example/gw/api/v2/make-rebill-sale/2773'
  await valueOf(journal.recordIntent(charge('one', {
    environment: 'staging', url, merchantKey: 'https://gate.example gw shop' as MerchantKey, reason: masked('Zephyrine asked for it'),
  })))
  await valueOf(journal.recordOutcome(outcome('one', { status: 'approved', reply: masked('type=x&cardholder=Zephyrine\n') })))
}

/** The events that wait for the team, which then has them. */
async function deliveredTo({ journal }: Pick<History, 'journal'>) {
  while ((await valueOf(journal.teamDerive({ limit: 100, past: true }))).more);
  const { events } = (await valueOf(journal.teamWaiting({ limit: 100 })))!
  const last = events.at(-1)
  if (last !== undefined) await valueOf(journal.teamDelivered({ number: last.number, link: '0'.repeat(64) }))
  return events
}

describe('a payment whose content was removed', () => {
  it('loses exactly its content, from every event and from the search; the facts stay, all at their positions', async () => {
    const opened = await agedHistory()
    const before = await rowsOf(opened)
    expect(await deleteOlderThan(opened, 3)).toBe(2)
    const after = await rowsOf(opened)
    expect(after.map(factsIn)).toEqual(before.map(factsIn))
    expect(after.filter(({ contentRemovedAt }) => contentRemovedAt !== undefined).map((row) => row.entryId)).toEqual(['two', 'one'].map(entryId))
    expect((await valueOf(opened.journal.search(query({ text: 'order-two' })))).rows).toHaveLength(1)
    const facts = opened.connection.all(`SELECT facts FROM event WHERE facts LIKE '%entry-two%'`).map((row) => String(row.facts)).join()
    for (const word of ['winter boots', 'type=', 'secret']) expect(facts).not.toContain(word)
    expect(opened.connection.first('SELECT count(*) AS left FROM event JOIN content ON event = id WHERE entry IN (1, 9)')).toEqual({ left: 0 })
    expect(await valueOf(opened.journal.entry({ entryId: entryId('two') }))).toMatchObject({ fields: [], signedText: '' })
    expect(opened.connection.first('SELECT count(*) AS repeats FROM observation_repeat')).toEqual({ repeats: 1 })
    expect(await valueOf(opened.journal.count({ text: '', states: [], operations: [], profileId: null }))).toMatchObject({ count: 6 })
    const [line] = (await valueOf(opened.journal.audit({ before: null, limit: 1 }))).lines
    expect(line).toMatchObject({ action: 'entries-deleted', osUser: 'm.keller', name: 'Maria Keller' })
    expect(line?.subject).toContain('2 entries')
  })

  it('leaves nothing of the content in the file and in its log, even if the team got it', async () => {
    const opened = openHistory()
    await valueOf(opened.journal.teamBegin(joining))
    await chargeOfATeam(opened)
    expect((await deliveredTo(opened)).map(({ kind }) => kind)).toEqual(['joined', 'intent', 'outcome'])
    opened.clock.now = noon + 100 * day
    expect(await deleteOlderThan(opened, 3)).toBe(1)
    // The team does not receive its events again; it receives the removal, and removes the content too.
    expect((await deliveredTo(opened)).filter(({ entryId: about }) => about !== null)).toMatchObject([{ kind: 'removal', content: null }])
    await opened.journal.close()
    const bytes = [opened.path, `${opened.path}-wal`].filter((path) => existsSync(path)).map((path) => readFileSync(path, 'latin1'))
    expect(bytes.join('').includes('Zephyrine')).toBe(false)
    expect(bytes.join('').toLowerCase().includes('zephyrine')).toBe(false)
  })

  it('is delivered to a team that is joined later, so that no other desk charges it', async () => {
    const opened = openHistory()
    await chargeOfATeam(opened)
    opened.clock.now = noon + 100 * day
    expect(await deleteOlderThan(opened, 3)).toBe(1)
    await valueOf(opened.journal.teamBegin(joining))
    const delivered = (await deliveredTo(opened)).filter(({ entryId: about }) => about !== null)
    expect(delivered.map(({ kind }) => kind)).toEqual(['intent', 'outcome', 'removal'])
    // Content that the team never had is not missing there.
    expect(delivered.map(({ content }) => content)).toEqual([null, null, null])
    expect(delivered[0]!.facts.claim).toMatchObject({ slot: { kind: 'create', id: 'order-one' } })
    expect(JSON.stringify(delivered).toLowerCase()).not.toContain('zephyrine')
  })

  it('frees no merchant order id: a charged order is not charged again', async () => {
    const opened = await agedHistory()
    const again = ({ journal }: History, name: string) =>
      journal.recordIntent(charge(name, { ...young, entryId: entryId(`${name}-again`) }))
    await deleteOlderThan(opened, 3)
    expect(await again(opened, 'one')).toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used' } })
    await opened.signing.finish()
    const later = await opened.attacked((file) => { file.exec(`DELETE FROM entry WHERE entry_id = 'entry-one'; DELETE FROM identifier`) })
    expect(await later.verify()).toMatchObject({ firstBreak: null })
    expect(await again(later, 'one')).toMatchObject({ ok: false, failure: { code: 'merchant-order-id-used' } })
  })

  it('loses no refund: the refunded amount of an order still counts, in its order and in the totals', async () => {
    const opened = openHistory()
    const { journal } = opened
    await charges(opened, 'sold')
    await valueOf(journal.recordIntent(refund('part')))
    await valueOf(journal.recordOutcome(outcome('part', { status: 'approved' })))
    const order = { profileId, merchantKey: charge('sold').merchantKey, orderId: orderId('77') }
    const before = await valueOf(journal.orderActions(order))
    expect(before).toHaveLength(1)
    opened.clock.now = noon + 100 * day
    expect(await deleteOlderThan(opened, 3)).toBe(2)
    const after = await valueOf(journal.orderActions(order))
    expect(after.map(factsIn)).toEqual(before.map(factsIn))
    expect(after[0]).toMatchObject({ state: 'approved', contentRemovedAt: expect.any(String) })
  })

  it('keeps which of the enumerated amounts was charged', async () => {
    const opened = openHistory()
    const { journal } = opened
    const amounts = { minorAmount: minor('1015'), enumeratedMinorAmounts: [minor('1015'), minor('800')] }
    await valueOf(journal.recordIntent(charge('tried', amounts)))
    await valueOf(journal.recordOutcome(outcome('tried', { status: 'approved', reply: masked('type=sale-response\n&status=approved\n&amount=8.00\n&currency=USD\n') })))
    const [before] = await rowsOf(opened)
    opened.clock.now = noon + 100 * day
    expect(await deleteOlderThan(opened, 3)).toBe(1)
    const [after] = await rowsOf(opened)
    expect(after!.netMinorAmount).toBe(before!.netMinorAmount)
  })

  it('is not removed a second time, and requests that move no money keep their facts too', async () => {
    const opened = openHistory()
    await charges(opened, 'sold')
    await valueOf(opened.journal.recordRead({ intent: statusRead('asked', {}), outcome: outcome('asked', { kind: 'answered' }) }))
    opened.clock.now = noon + 100 * day
    expect(await deleteOlderThan(opened, 3)).toBe(2)
    expect(await shownIn(opened)).toEqual(['asked', 'sold'].map(entryId))
    expect(await valueOf(countOlder(opened.services, 3))).toMatchObject({ entries: 0, staying: 0 })
    await opened.signing.finish()
    expect(await opened.verify()).toMatchObject({ firstBreak: null, removed: 5, unsigned: 0 })
  })

  it('loses new content from a later status too, and does not change otherwise', async () => {
    const opened = await agedHistory()
    await deleteOlderThan(opened, 3)
    await valueOf(opened.journal.recordObservation(observation('one', {
      at: young.at, status: 'approved', stage: 'sale_approved', reply: masked('type=status-response\n&cardholder=Zephyrine\n'),
    })))
    const [before] = (await rowsOf(opened)).filter((row) => row.entryId === entryId('one'))
    expect(await valueOf(countOlder(opened.services, 3))).toMatchObject({ entries: 1 })
    expect(await deleteOlderThan(opened, 3)).toBe(1)
    const [after] = (await rowsOf(opened)).filter((row) => row.entryId === entryId('one'))
    expect(factsIn(after!)).toEqual(factsIn(before!))
    expect(after!.cardholder).toBeNull()
    expect(await valueOf(countOlder(opened.services, 3))).toMatchObject({ entries: 0 })
  })

  it('is dated by the gateway\'s clock, too: a request sent while this computer\'s was behind is not old', async () => {
    const opened = openHistory()
    await valueOf(opened.journal.recordIntent(charge('behind', { gatewayAt: young.at })))
    await valueOf(opened.journal.recordOutcome(outcome('behind', { kind: 'refused' })))
    opened.clock.now = noon + 100 * day
    const before = monthsBefore(opened.clock.now, 3)
    const plan = await valueOf(opened.journal.planRemoval({ before, at: young.at, after: 0, limit: 10 }))
    expect(plan.removals).toEqual([])
  })

  it('is not undone by a salvage: facts without content are copied unchanged', async () => {
    const opened = await agedHistory()
    await deleteOlderThan(opened, 3)
    await opened.signing.finish()
    await opened.journal.close()
    const other = openHistory()
    const from = new DatabaseSync(opened.path, { readOnly: true })
    const salvaged = await salvage(other.connection, from, {
      at: young.at, progress: () => undefined, breathe: async () => undefined,
    })
    from.close()
    expect(salvaged).toMatchObject({ added: 6, waiting: 0, lost: 0 })
    expect((await rowsOf(other)).filter(({ contentRemovedAt }) => contentRemovedAt !== undefined)).toHaveLength(2)
  })
})
