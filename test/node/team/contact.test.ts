/** When a desk connects to its team, and how it recognises a database that was restored to an earlier state. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { success } from '#shared/result.ts'
import { createTeamHeads } from '../../../electron/vault/team/heads.ts'
import { closeAll, type OpenOptions } from '../desk/support.ts'
import { chargeAt, confirmed, newAmount, officeAt, type Colleague, type Office } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import { missing, newTeam, passwordOf, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

/** A vault without a keychain loses its entries when it is locked. */
const keptPassword: OpenOptions = { vault: { teamPassword: async () => success(passwordOf('anna')) } }

describe.skipIf(missing !== null)('a desk', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })
  const office = (): Office => officeAt(cluster, database)
  const reviewed = async (one: Colleague, changes: Record<string, string>) =>
    (await one.desk.call('payments.review', chargeAt(one, changes))).intentId
  const stateOf = async (one: Colleague) => await one.desk.call('team.describe', null)
  /** Waits until only this test is logged in to the database. */
  async function connections(expected: number): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const [{ found }] = await sql(cluster, 'postgres', `SELECT count(*)::int AS found FROM pg_stat_activity
        WHERE datname = '${database}'`) as [{ found: number }]
      if (found === expected) return
      if (tries === 200) expect(found).toBe(expected)
      await wait(25)
    }
  }

  it('that is locked has no connection to its team, and is connected again once it is unlocked', async () => {
    const anna = await office().colleague(keptPassword)
    await anna.join('anna')
    expect(await stateOf(anna)).toMatchObject({ connection: { kind: 'connected' } })
    await anna.desk.call('access.lock', null)
    await connections(0)
    anna.between.feed = () => expect.fail('the team was asked')
    await anna.desk.clock.pass(10 * 60_000)
    await connections(0)
    anna.between.feed = null
    await anna.desk.call('access.unlock', { proof: null })
    expect(await anna.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' } })
  })

  it('that is locked during a claim sends nothing, and the claim is ended', async () => {
    const anna = await office().colleague(keptPassword)
    await anna.join('anna')
    const intentId = await reviewed(anna, { merchantOrderId: 'locked-meanwhile', amount: newAmount() })
    let locked: Promise<unknown> = Promise.resolve()
    anna.between.claim = async (real, ...args) => {
      const verdict = await real(...args)
      locked = anna.desk.call('access.lock', null)
      return verdict
    }
    expect(await anna.desk.refused('payments.submit', { intentId, ...confirmed })).toEqual({ code: 'desk-locked' })
    await locked
    expect(anna.desk.ordersInLedger()).toEqual([])
    anna.between.claim = null
    await anna.desk.call('access.unlock', { proof: null })
    await anna.desk.call('team.connect', null)
    expect(await sql(cluster, database, `SELECT state, frees FROM team_journal.closing WHERE id = 'locked-meanwhile'`))
      .toEqual([{ state: 'not-sent', frees: true }])
  })

  it('continues its contact after an answer that no team database gives', async () => {
    const anna = await office().colleague()
    await anna.join('anna')
    anna.between.feed = async () => { throw new Error('the team journal has a wrong number') }
    expect(await anna.desk.call('team.connect', null))
      .toMatchObject({ connection: { kind: 'unreachable', problem: { code: 'unexpected' } } })
    anna.between.feed = null
    await anna.desk.clock.pass(11_000)
    expect(await anna.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' } })
    anna.between.claim = async () => { throw new Error('the team journal has no verdict') }
    const intentId = await reviewed(anna, { amount: newAmount() })
    expect(await anna.desk.refused('payments.submit', { intentId, ...confirmed })).toMatchObject({ code: 'team-unavailable', why: 'unexpected' })
    expect(anna.desk.ordersInLedger()).toEqual([])
  })

  it('claims nothing from a database that went back in time, also after a restart, until a person continues permanently', async () => {
    const at = office()
    const [anna, ben] = [await at.colleague(), await at.colleague()]
    await anna.join('anna')
    await ben.join('ben')
    await ben.desk.call('payments.submit', { intentId: await reviewed(ben, { amount: newAmount() }), ...confirmed })
    await ben.desk.call('team.connect', null)
    await anna.desk.call('team.connect', null)
    const { deskId } = await stateOf(ben) as { deskId: string }
    await ben.desk.end()
    // Ben's delivery is lost, and Ben is not there to deliver it again.
    const tables = ['closing', 'duplicate', 'collision', 'claim', 'ident', 'entry']
    await sql(cluster, database, `SET session_replication_role = replica; ${tables.map((table) =>
      `DELETE FROM team_journal.${table} WHERE entry_id IN (SELECT entry_id FROM team_journal.event WHERE desk_id = '${deskId}');`).join(' ')}
      DELETE FROM team_journal.content WHERE desk_id = '${deskId}'; DELETE FROM team_journal.event WHERE desk_id = '${deskId}' AND number > 1`)
    expect(await anna.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'went-back', missingOf: ['Desk of ben'] } })
    const restart = async ({ desk }: Colleague) => {
      await desk.end()
      const again = await at.colleague({ folder: desk.folder })
      await again.join('anna')
      return again
    }
    const second = await restart(anna)
    const intentId = await reviewed(second, { amount: newAmount() })
    expect(await second.desk.refused('payments.submit', { intentId, ...confirmed })).toEqual({ code: 'team-behind', why: 'went-back' })
    expect(await second.desk.call('team.goOn', { reason: 'ben has left' })).toMatchObject({ connection: { kind: 'connected' } })
    const third = await restart(second)
    expect(await stateOf(third)).toMatchObject({ connection: { kind: 'connected' } })
    const { deskId: own } = await stateOf(third) as { deskId: string }
    const events = await sql(cluster, database, `SELECT kind FROM team_journal.event
      WHERE desk_id = '${own}' AND kind IN ('went-back', 'gone-on') ORDER BY number`)
    expect(events).toEqual([{ kind: 'went-back' }, { kind: 'gone-on' }])
  })

  it('is registered again with the key that it joined with, whatever its vault has by then', async () => {
    const heads = createTeamHeads(lastingStores())
    let isLost = false
    const anna = await office().colleague({ vault: {
      ...heads, teamHeadKey: async () => isLost ? { ok: false, failure: { code: 'vault-locked' } } : await heads.teamHeadKey(),
    } })
    await anna.join('anna')
    const { deskId } = await stateOf(anna) as { deskId: string }
    isLost = true
    await sql(cluster, database, `SET session_replication_role = replica;
      DELETE FROM team_journal.content WHERE desk_id = '${deskId}'; DELETE FROM team_journal.event WHERE desk_id = '${deskId}';
      DELETE FROM team_journal.desk WHERE desk_id = '${deskId}'`)
    await anna.join('anna')
    const [desk] = await sql(cluster, database, `SELECT public_key FROM team_journal.desk WHERE desk_id = '${deskId}'`)
    expect(desk?.public_key).toContain('PUBLIC KEY')
  })
})
