/** What a desk shows and counts of other desks, over the real database and the built-in gateway. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import type { TeamRow } from '#shared/model/team/team-history.ts'
import { failed, success } from '#shared/result.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { teamFailure } from '../../../electron/team/failure.ts'
import { followed } from '../desk/order-support.ts'
import { closeAll, endpoint } from '../desk/support.ts'
import { chargeAt, type Colleague, confirmed, everything, newAmount, officeAt } from './desks.ts'
import { missing, newTeam, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('a desk of a team', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })

  async function both(): Promise<readonly [Colleague, Colleague]> {
    const at = officeAt(cluster, database)
    const [anna, ben] = [await at.colleague(), await at.colleague()]
    await anna.join('anna')
    await ben.join('ben')
    return [anna, ben]
  }
  async function charged(one: Colleague, merchantOrderId: string, amount: string): Promise<Answer> {
    const { intentId } = await one.desk.call('payments.review', chargeAt(one, { merchantOrderId, amount }))
    return await one.desk.call('payments.submit', { intentId, ...confirmed })
  }
  async function sold(one: Colleague, merchantOrderId: string, amount = newAmount()): Promise<Answer> {
    const answer = await charged(one, merchantOrderId, amount)
    await followed(one.desk, answer)
    return answer
  }
  const refundOf = (one: Colleague, { orderId, merchantOrderId }: Answer, amount: string) => ({
    profileId: one.profileId, entryPoint: endpoint, operation: 'return' as const, confidential: {},
    values: { orderId: orderId ?? '', merchantOrderId: merchantOrderId ?? '', amount, currency: 'USD' },
  })
  const orderOf = (one: Colleague, { orderId, merchantOrderId }: Answer) =>
    ({ profileId: one.profileId, entryPoint: endpoint, orderId, merchantOrderId })
  async function refunded(one: Colleague, order: Answer, amount: string): Promise<Answer> {
    const { intentId } = await one.desk.call('payments.review', refundOf(one, order, amount))
    return await one.desk.call('payments.submit', { intentId, ...confirmed })
  }

  it('counts the refunds of all desks in its review, and refuses more than the rest', async () => {
    const [anna, ben] = await both()
    const order = await sold(anna, 'seen-refunds', '10.15')
    await followed(anna.desk, await refunded(anna, order, '3.00'))
    await anna.desk.call('team.connect', null)
    expect(await ben.desk.call('payments.review', refundOf(ben, order, '7.15')))
      .toMatchObject({ refundedKnownHere: '300', refundsKnownTo: 'team' })
    expect(await ben.desk.refused('payments.review', refundOf(ben, order, '7.16')))
      .toEqual({ code: 'not-possible-now', why: 'above-amount' })
    ben.between.order = async () => failed(teamFailure('unreachable'))
    expect(await ben.desk.call('payments.review', refundOf(ben, order, '7.16')))
      .toMatchObject({ refundedKnownHere: '0', refundsKnownTo: 'here-alone' })
  })

  it('confirms no payment without the refunds of other desks: where the team cannot be asked, it says so', async () => {
    const [anna, ben] = await both()
    const order = await sold(anna, 'seen-confirmed', '10.25')
    const prepare = () => anna.desk.calls['documents.prepare']({ order: orderOf(anna, order), wanted: { kind: 'payment' } })
    anna.between.order = async () => failed(teamFailure('unreachable'))
    expect(await prepare()).toMatchObject({ ok: true })
    await followed(ben.desk, await refunded(ben, order, '5.00'))
    await ben.desk.call('team.connect', null)
    anna.between.order = null
    await followed(anna.desk, await refunded(anna, order, '3.00'))
    await anna.desk.call('team.connect', null)
    const known = await prepare()
    if (!known.ok) throw new Error(known.failure.code)
    expect((await anna.desk.call('documents.text', { documentId: known.value.documentId, language: 'en' })).text)
      .toMatch(/Refunds known to us: 8\.00\sUSD/)
    anna.between.order = async () => failed(teamFailure('unreachable'))
    expect(await prepare()).toMatchObject({ ok: false, failure: { code: 'team-unavailable' } })
  })

  it('counts the refunds of an order whose status was checked hundreds of times since', async () => {
    const [anna, ben] = await both()
    const order = await sold(anna, 'seen-after-checks', '12.20')
    await followed(anna.desk, await refunded(anna, order, '3.00'))
    await anna.desk.call('team.connect', null)
    await sql(cluster, database, `SET session_replication_role = replica;
      INSERT INTO team_journal.entry SELECT md5('asked' || n), merchant_key, 'status', who, merchant_order_id, '${order.orderId}', NULL, NULL,
        desk_id, login, clock_timestamp() FROM team_journal.entry, generate_series(1, 500) n WHERE entry_id = '${order.entryId}';
      INSERT INTO team_journal.ident SELECT order_id, at, entry_id FROM team_journal.entry
        WHERE operation = 'status' AND order_id = '${order.orderId}' ON CONFLICT DO NOTHING`)
    expect(await ben.desk.call('payments.review', refundOf(ben, order, '9.20')))
      .toMatchObject({ refundedKnownHere: '300', refundsKnownTo: 'team' })
    expect(await ben.desk.call('team.order', orderOf(ben, order))).toMatchObject({ refunded: '300', refunds: 1 })
  })

  it('shows another desk’s release of a hold as one, in the list, on the order and on its entry', async () => {
    const [anna, ben] = await both()
    const form = { ...chargeAt(anna, { amount: newAmount(), merchantOrderId: 'seen-release' }), operation: 'recurrent-preauthorisation' as const }
    const { intentId } = await anna.desk.call('payments.review', form)
    const held = await anna.desk.call('payments.submit', { intentId, ...confirmed })
    await followed(anna.desk, held)
    const { values: { amount: _amount, currency: _currency, ...values }, ...others } = refundOf(anna, held, '')
    const review = await anna.desk.call('payments.review', { ...others, values })
    const released = await anna.desk.call('payments.submit', { intentId: review.intentId, ...confirmed })
    await followed(anna.desk, released)
    await anna.desk.call('team.connect', null)

    const names = (rows: readonly Pick<TeamRow, 'operation' | 'releasesHold'>[]) =>
      rows.filter(({ operation }) => operation !== 'status').map(({ operation, releasesHold }) => [operation, releasesHold])
    const expected = [['return', true], ['recurrent-preauthorisation', undefined]]
    await ben.desk.call('team.connect', null)
    const { rows } = await ben.desk.call('history.search', { ...everything, text: 'seen-release' })
    expect(names(rows)).toEqual(expected)
    expect(names((await ben.desk.call('team.order', orderOf(ben, held))).rows)).toEqual(expected)
    expect((await ben.desk.call('history.entry', { entryId: released.entryId })).row).toMatchObject({ releasesHold: true })
    expect((await ben.desk.call('history.entry', { entryId: held.entryId })).row.releasesHold).toBeUndefined()
  })

  it.each([
    ['approved', '1000001', { ok: false, failure: { code: 'not-possible-now', why: 'later-transaction' } }],
    ['declined', '1000301', { ok: true, value: { operation: 'capture' } }],
  ] as const)('does not take a hold of its own for captured after another desk’s %s void of it', async (state, cardReference, expected) => {
    const [anna, ben] = await both()
    const form = { ...chargeAt(anna, { amount: newAmount(), cardReference }), operation: 'recurrent-preauthorisation' as const }
    const { intentId } = await anna.desk.call('payments.review', form)
    const held = await anna.desk.call('payments.submit', { intentId, ...confirmed })
    await followed(anna.desk, held)
    const { values: { amount: _amount, currency: _currency, ...values }, ...others } = refundOf(ben, held, '')
    const voiding = await ben.desk.call('payments.review', { ...others, values, operation: 'void' })
    const voided = await ben.desk.call('payments.submit', { intentId: voiding.intentId, ...confirmed })
    await followed(ben.desk, voided)
    await ben.desk.call('team.connect', null)
    expect((await ben.desk.call('history.entry', { entryId: voided.entryId })).row).toMatchObject({ state, releasesHold: true })
    expect(await anna.desk.calls['payments.review']({ ...others, values, operation: 'capture', profileId: anna.profileId }))
      .toMatchObject(expected)
  })

  it('refunds the rest of a hold of its own that another desk captured and refunded in part', async () => {
    const [anna, ben] = await both()
    const form = { ...chargeAt(anna, { amount: '20.15', merchantOrderId: 'seen-capture' }), operation: 'recurrent-preauthorisation' as const }
    const { intentId } = await anna.desk.call('payments.review', form)
    const held = await anna.desk.call('payments.submit', { intentId, ...confirmed })
    await followed(anna.desk, held)
    const { values: { amount: _amount, currency: _currency, ...values }, ...others } = refundOf(ben, held, '')
    const capture = await ben.desk.call('payments.review', { ...others, values, operation: 'capture' })
    await followed(ben.desk, await ben.desk.call('payments.submit', { intentId: capture.intentId, ...confirmed }))
    await followed(ben.desk, await refunded(ben, held, '3.15'))
    await ben.desk.call('team.connect', null)
    expect(await anna.desk.call('payments.review', refundOf(anna, held, '17.00'))).toMatchObject({ refundedKnownHere: '315', refundsKnownTo: 'team' })
    expect(await anna.desk.refused('payments.review', refundOf(anna, held, '17.01'))).toEqual({ code: 'not-possible-now', why: 'above-amount' })
  })

  it('sees who has claimed the order already at the review', async () => {
    const [anna, ben] = await both()
    const order = await sold(anna, 'seen-busy')
    const refund = await refunded(anna, order, '1.00')
    expect(await ben.desk.refused('payments.review', refundOf(ben, order, '1.00')))
      .toMatchObject({ code: 'team-taken', holder: { entryId: refund.entryId, deskLabel: 'Desk of anna', login: 'anna' } })
    expect(await anna.desk.refused('payments.review', refundOf(anna, order, '1.00'))).toMatchObject({ code: 'order-busy' })
  })

  it('counts alone for an order of the sandbox, which no team records', async () => {
    const [anna] = await both()
    const profileId = anna.desk.profileId
    const { intentId } = await anna.desk.call('payments.review', { ...chargeAt(anna, { amount: newAmount() }), profileId })
    const order = await anna.desk.call('payments.submit', { intentId, ...confirmed })
    await followed(anna.desk, order)
    expect(await anna.desk.call('payments.review', { ...refundOf(anna, order, '1.00'), profileId }))
      .toMatchObject({ refundsKnownTo: 'here' })
  })

  it('adds its own undelivered events to the team’s record of an order', async () => {
    const [anna] = await both()
    const order = await sold(anna, 'seen-not-delivered')
    await refunded(anna, order, '2.00')
    anna.between.order = async () => success([])
    expect(await anna.desk.call('team.order', orderOf(anna, order))).toMatchObject({
      refunded: '200' as MinorUnits, refunds: 1, rows: [{ operation: 'return', isThisDesk: true, deskLabel: 'Desk of anna' }],
    })
  })

  it('shows an entry of another desk: who, where, what was sent, and each event', async () => {
    const [anna, ben] = await both()
    const order = await sold(anna, 'seen-entry', '11.15')
    await anna.desk.call('team.connect', null)
    await ben.desk.call('team.connect', null)
    const { row, events, ...request } = await ben.desk.call('history.entry', { entryId: order.entryId })
    expect(row).toMatchObject({
      entryId: order.entryId, operation: 'recurrent-payment', merchantOrderId: 'seen-entry', minorAmount: '1115', currency: 'USD',
      sentByLabel: 'Desk of anna', who: 'm.keller', state: 'approved', isCopy: true, profileName: 'Shop', environment: 'staging',
      entryPoint: endpoint, profileId: ben.profileId,
    })
    expect(request.signedText).toContain('{merchant_control}')
    expect(JSON.stringify(request)).not.toContain(anna.desk.secret)
    expect(events.map(({ kind, desk }) => [kind, desk])).toEqual([
      ['intent', 'Desk of anna'], ['outcome', 'Desk of anna'], ...events.slice(2).map(() => ['observation', 'Desk of anna']),
    ])
    expect(events.length).toBeGreaterThan(2)
    expect(await ben.desk.refused('history.entry', { entryId: '0'.repeat(32) as EntryId })).toEqual({ code: 'no-such-entry' })
  })

  it('has the names of the desks, and which one it is itself', async () => {
    const [, ben] = await both()
    await ben.desk.call('team.connect', null)
    const { desks } = await ben.desk.call('history.choices', null)
    expect(desks[0]).toEqual({ desk: 'this-desk', label: 'Desk of ben', entries: expect.any(Number) as number })
    expect(desks.map(({ label }) => label)).toContain('Desk of anna')
  })

  it('reports to the page when its own entries have reached the team', async () => {
    const [anna] = await both()
    // The events of the other desks are read first.
    await anna.desk.call('team.connect', null)
    await charged(anna, 'seen-by-page', newAmount())
    anna.desk.events.length = 0
    await anna.desk.call('team.connect', null)
    expect(anna.desk.events.map(({ name }) => name)).toContain('team.changed')
  })
})
