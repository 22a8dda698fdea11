/** Three desks of one team whose clocks, and the ages of their claims, can be put ahead; a refund at one of them. */
import { expect } from 'vitest'
import type { Answer } from '#shared/model/answers/answer.ts'
import { endpoint } from '../desk/support.ts'
import { confirmed, newAmount, officeAt, soldAt, type Colleague } from './desks.ts'
import { newTeam, sharedCluster, sql } from './support.ts'

const aheadMs = 3 * 3_600_000

/** Anna's desk joins first. `gateway`: the desk whose sandbox is the gateway of all; it must run as long as they do. */
export async function threeDesks(gateway: 'anna' | 'lea') {
  const cluster = await sharedCluster()
  const database = await newTeam(cluster)
  const at = officeAt(cluster, database)
  let ahead = 0
  const now = () => Date.now() + ahead
  const system = { now, monotonic: now }
  const colleague = (folder?: string) => at.colleague({ system, ...folder !== undefined && { folder } })
  const [first, second, ben] = [await colleague(), await colleague(), await colleague()]
  const [anna, lea] = gateway === 'anna' ? [first, second] : [second, first]
  await anna.join('anna')
  await lea.join('lea')
  await ben.join('ben')
  const query = (text: string) => sql(cluster, database, text)
  const later = async () => {
    ahead += aheadMs
    await query(`SET session_replication_role = replica;
      UPDATE team_journal.claim SET claimed_at = claimed_at - interval '${aheadMs} milliseconds'`)
  }
  /** A sale at a desk. Without partial refunds the gateway's answer proves the amount of a refund. */
  const sold = (one: Colleague) => soldAt(one, { amount: newAmount(), cardReference: '1000303' })
  /** A refund whose answer is lost, before or after it reached the gateway. */
  async function lost(one: Colleague, order: Answer, kind: 'reset-before-reading' | 'reset-after-reading'): Promise<Answer> {
    await first.desk.sandbox.armFault({ kind, operation: 'return', times: 1, delayMs: 0 })
    const answer = await refunded(one, order)
    expect(answer.outcome.kind).toBe('unknown')
    return answer
  }
  return { anna, lea, ben, colleague, sold, lost, later, query }
}

/** A whole refund of the order. */
export async function refunded(one: Colleague, { orderId, merchantOrderId }: Answer): Promise<Answer> {
  const { intentId } = await one.desk.call('payments.review', {
    profileId: one.profileId, entryPoint: endpoint, operation: 'return', confidential: {},
    values: { orderId: orderId!, merchantOrderId: merchantOrderId!, comment: 'returned' },
  })
  return await one.desk.call('payments.submit', { intentId, ...confirmed })
}
