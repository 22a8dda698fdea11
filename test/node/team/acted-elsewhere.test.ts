/**
 * A refund whose answer was lost, and a later refund of the same order at another desk of the team, over the real
 * database and the built-in gateway: one refund at the gateway is one refund here.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { failed } from '#shared/result.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { teamFailure } from '../../../electron/team/failure.ts'
import { followed, stateOf } from '../desk/order-support.ts'
import { closeAll, endpoint } from '../desk/support.ts'
import { meet, type Colleague } from './desks.ts'
import { missing } from './support.ts'
import { refunded, threeDesks } from './three-desks.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('a refund of an order whose answer was lost', () => {
  async function office() {
    const desks = await threeDesks('anna')
    return { ...desks, order: await desks.sold(desks.anna) }
  }
  const checked = ({ desk }: Colleague, { entryId }: Answer) => desk.call('orders.checkStatus', { entryId })
  /** Anna's refund was lost and never carried out, Lea closed it, and Ben's refund was approved. */
  async function refundedElsewhere() {
    const all = await office()
    const { anna, lea, ben, order, lost, later } = all
    const first = await lost(anna, order, 'reset-before-reading')
    await meet(anna, lea)
    await later()
    await lea.desk.call('team.adopt', { entryId: first.entryId })
    await checked(lea, first)
    await lea.desk.call('resolution.giveUp', { entryId: first.entryId, reason: 'the bank knows nothing of it' })
    await meet(lea)
    const second = await refunded(ben, order)
    await followed(ben.desk, second)
    await meet(ben, anna)
    return { ...all, first, second }
  }
  const unreachable = (one: Colleague) => { one.between.order = async () => failed(teamFailure('unreachable')) }

  it('is not resolved by the refund of another desk, after a third one had closed it', async () => {
    const { anna, ben, order, first, second } = await refundedElsewhere()
    expect(await checked(anna, first)).toMatchObject({ resolved: false, mismatches: ['order-id'] })
    unreachable(anna)
    expect(await checked(anna, first)).toMatchObject({ resolved: false, mismatches: ['order-id'] })
    await meet(anna, ben)
    expect(await stateOf(anna.desk, first)).toBe('closed-unknown')
    const { refunds } = await ben.desk.call('team.order', {
      profileId: ben.profileId, entryPoint: endpoint, orderId: order.orderId, merchantOrderId: order.merchantOrderId,
    })
    expect([anna.desk.ledger().filter(({ operation }) => operation === 'return'), await stateOf(ben.desk, second), refunds])
      .toMatchObject([[{}], 'approved', 1])
  })

  it('is not resolved by a refund that the team’s database lost when it was restored', async () => {
    const { anna, ben, query, first, second } = await refundedElsewhere()
    const { deskId } = await ben.desk.call('team.describe', null) as { deskId: string }
    await ben.desk.end()
    await query(`SET session_replication_role = replica; ${['closing', 'duplicate', 'claim', 'ident', 'entry'].map((table) =>
      `DELETE FROM team_journal.${table} WHERE entry_id = '${second.entryId}';`).join(' ')}
      DELETE FROM team_journal.content WHERE desk_id = '${deskId}'; DELETE FROM team_journal.event WHERE desk_id = '${deskId}' AND number > 1`)
    expect(await anna.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'went-back' } })
    expect(await checked(anna, first)).toMatchObject({ resolved: false, mismatches: ['order-id'] })
  })

  it.each(['connected', 'not connected'])('is resolved by its own transaction, %s to the team', async (connection) => {
    const { anna, order, lost } = await office()
    const first = await lost(anna, order, 'reset-after-reading')
    if (connection === 'not connected') unreachable(anna)
    expect(await checked(anna, first)).toMatchObject({ resolved: true, mismatches: [] })
    expect(await stateOf(anna.desk, first)).toBe('approved')
  })
})
