/** Figures and comparisons over all desks are complete, or not called so. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { success } from '#shared/result.ts'
import { schemaVersion } from '../../../electron/team/migrations/index.ts'
import { closeAll } from '../desk/support.ts'
import { annaAndBen, chargeAt, confirmed, everything, meet, newAmount, officeAt, soldAt } from './desks.ts'
import { missing, newTeam, passwordOf, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('the history of all desks', () => {
  let cluster: Cluster
  let database: string
  beforeEach(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })

  const both = () => annaAndBen(officeAt(cluster, database))

  it('is compared with a statement only if complete: not while the entries of other desks cannot be read', async () => {
    const [anna, ben] = await both()
    const { orderId } = await soldAt(anna, { merchantOrderId: 'stated-a', amount: '10.20' })
    await meet(anna, ben)
    const text = `Date;Type;Order ID;Amount;Currency\r\n${new Date().toISOString().slice(0, 10)};Sale;${orderId};10.20;USD`
    const compared = async (profileId: typeof ben.profileId) => {
      const { statementId, reading } = await ben.desk.call('reconcile.openDropped', {
        profileId, fileName: 'statement.csv', bytes: Buffer.from(text).toString('base64'),
      })
      return { statementId, profileId, reading, period: null }
    }
    expect(await ben.desk.call('reconcile.run', await compared(ben.profileId))).toMatchObject({ kind: 'done' })
    await ben.desk.endCopies()
    expect(await ben.desk.refused('reconcile.run', await compared(ben.profileId))).toEqual({ code: 'other-desks-unreadable' })
    expect(await ben.desk.call('reconcile.run', await compared(ben.desk.profileId))).toMatchObject({ kind: 'done' })
  })

  it('is not called complete in its figures if the changed log of a desk is no longer copied', async () => {
    const [anna, ben] = await both()
    await meet(ben)
    const completeAt = async () => (await ben.desk.call('today.read', { profileId: ben.profileId })).otherDesks?.upToDateAt
    expect(await completeAt()).toEqual(expect.any(String))
    await soldAt(anna, { merchantOrderId: 'changed-a', amount: newAmount() })
    await meet(anna)
    await sql(cluster, database, `SET session_replication_role = replica;
      UPDATE team_journal.event SET facts = facts || ' ' WHERE facts LIKE '%changed-a%'`)
    await meet(ben)
    expect(await ben.desk.call('team.describe', null)).toMatchObject({ copied: { contradicted: ['Desk of anna'], waiting: 0 } })
    expect(await completeAt()).toBeNull()
  })
  it('has the entries of other desks at a desk that was updated before the tables, which sends nothing', async () => {
    const office = officeAt(cluster, database)
    const [anna, ben] = await annaAndBen(office)
    await ben.desk.end()
    const { entryId } = await soldAt(anna, { amount: newAmount() })
    await meet(anna)
    await sql(cluster, database, `SET session_replication_role = replica;
      DELETE FROM team_journal.version WHERE number = ${schemaVersion}`)
    const vault = { teamPassword: async () => success(passwordOf('ben')) }
    const updated = await office.colleague({ folder: ben.desk.folder, vault })
    const state = await updated.desk.call('team.connect', null)
    expect(state).toMatchObject({ connection: { kind: 'unreachable', problem: { code: 'schema-older' } } })
    const { rows } = await updated.desk.call('history.search', everything)
    expect(rows).toContainEqual(expect.objectContaining({ entryId, state: 'approved', sentByLabel: 'Desk of anna' }))
    const { intentId } = await updated.desk.call('payments.review', chargeAt(updated, { amount: newAmount() }))
    expect(await updated.desk.refused('payments.submit', { intentId, ...confirmed })).toMatchObject({ code: 'team-unavailable', why: 'schema-older' })
  })
})
