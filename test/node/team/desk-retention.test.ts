/** Two real desks of a team whose old entries are removed: who may propose it, and what each shows afterwards. */
import { afterEach, expect, it } from 'vitest'
import { success } from '#shared/result.ts'
import { createTeamHeads } from '../../../electron/vault/team-heads.ts'
import { followed } from '../desk/order-support.ts'
import { closeAll } from '../desk/support.ts'
import { agedBy, removeAsOwner } from './aged-team.ts'
import { chargeAt, confirmed, newAmount, officeAt } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import { missing, newTeam, sharedCluster, sql } from './support.ts'

afterEach(closeAll)

it.skipIf(missing !== null)('what an administrator proposed and the owner removed is gone on every desk, and proven', async () => {
  const cluster = await sharedCluster()
  const database = await newTeam(cluster)
  const office = officeAt(cluster, database)
  // Nothing is signed before it is old: what the server noted of it would be signed too.
  let isAged = false
  const vault = () => {
    const heads = createTeamHeads(lastingStores())
    return { ...heads, signTeamHead: (asked: Parameters<typeof heads.signTeamHead>[0]) =>
      isAged ? heads.signTeamHead(asked) : Promise.resolve(success(null)) }
  }
  const system = { now: () => Date.now() - (isAged ? 0 : 400 * 86_400_000) }
  const [anna, ben] = [
    await office.colleague({ vault: vault(), system }), await office.colleague({ vault: vault(), system }),
  ]
  await anna.join('anna')
  await ben.join('ben')
  const order = { merchantOrderId: 'removed-later', amount: newAmount() }
  const { intentId } = await anna.desk.call('payments.review', chargeAt(anna, order))
  const sold = await anna.desk.call('payments.submit', { intentId, ...confirmed })
  await followed(anna.desk, sold)
  await anna.desk.call('team.connect', null)
  await sql(cluster, database, `SET session_replication_role = replica; ${agedBy(400)}`)
  isAged = true
  const signed = async () => {
    for (const { desk } of [anna, ben, anna]) {
      await desk.clock.pass(120_000)
      await desk.call('team.connect', null)
    }
  }
  await signed()
  expect((await anna.desk.call('team.verify', null)).breaks).toEqual([])
  expect(await anna.desk.call('team.proposeRemoval', { months: 12, reason: 'agreed time' }))
    .toMatchObject({ entries: 2, more: false })
  expect((await ben.desk.call('team.entry', { entryId: sold.entryId })).row.merchantOrderId).toBe('removed-later')
  await signed()
  expect(await removeAsOwner(cluster, database)).toMatchObject([{ entries: 2 }])
  for (const { desk } of [anna, ben]) {
    expect(await desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' }, waiting: 0 })
    expect(await desk.refused('team.entry', { entryId: sold.entryId })).toEqual({ code: 'no-such-entry' })
    const { rows } = await desk.call('team.history', { query: { id: 'removed-later' }, after: null, limit: 10 })
    expect(rows).toEqual([])
    expect((await desk.call('team.verify', null)).breaks).toEqual([])
  }
  const again = await ben.desk.call('payments.review', chargeAt(ben, order))
  expect(await ben.desk.refused('payments.submit', { intentId: again.intentId, ...confirmed }))
    .toMatchObject({ code: 'team-taken', holder: { entryId: sold.entryId, deskLabel: 'Desk of anna' } })
  const { lines } = await anna.desk.call('maintenance.audit', { before: null, limit: 50 })
  expect(lines).toContainEqual(expect.objectContaining({ action: 'team-removal-proposed', detail: 'agreed time' }))
})
