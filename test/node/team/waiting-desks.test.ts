/** How many desks may wait to be admitted to a team at once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import { schemaVersion } from '../../../electron/team/migrations/index.ts'
import { createTeamHeads } from '../../../electron/vault/team/heads.ts'
import { closeAll } from '../desk/support.ts'
import { officeAt, type Colleague, type Office } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import { missing, newTeam, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('a desk that joins', () => {
  let cluster: Cluster
  let database: string
  let office: Office
  beforeEach(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
    office = officeAt(cluster, database)
  })

  /** With a key, so that a person can admit it. */
  async function joined(user: string): Promise<Colleague> {
    const colleague = await office.colleague({ vault: createTeamHeads(lastingStores()) })
    await colleague.join(user, { waits: true })
    return colleague
  }
  const ownOf = async ({ desk }: Colleague) =>
    await desk.call('team.describe', null) as { deskId: DeskId; fingerprint: string; connection: { kind: string } }
  const kindOf = async ({ desk }: Colleague) => {
    const state = await desk.call('team.connect', null)
    return state.state === 'member' ? state.connection.kind : null
  }

  it('waits with 49 others at most, however many one password registers; a refusal frees a place for the next', async () => {
    const lea = await joined('lea')
    const register = (desks: string) => sql(cluster, database,
      `SELECT team_journal.join_desk(${schemaVersion}, md5('${desks}' || n), 'Till', NULL, repeat('0', 64), false)
        FROM generate_series(1, 10) n`, [], 'anna')
    const answers = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(register))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'TJ014' })
    }
    const early = sql(cluster, database, `BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM team_journal.desk;
      SELECT team_journal.join_desk(${schemaVersion}, md5('early'), 'Till', NULL, repeat('0', 64), false)`, [], 'anna')
    await expect(early).rejects.toMatchObject({ code: 'TJ006' })

    const ben = await joined('ben')
    expect((await ownOf(ben)).connection).toMatchObject({ kind: 'unreachable', problem: { code: 'too-many-waiting' } })
    const state = await lea.desk.call('team.connect', null)
    const waiting = state.state === 'member' ? state.notAdmitted : []
    expect(waiting).toHaveLength(50)
    await lea.desk.call('team.withdrawAdmission', { deskId: waiting[0]!.deskId, reason: 'not one of ours' })
    expect(await kindOf(ben)).toBe('not-admitted')
    const { deskId, fingerprint } = await ownOf(ben)
    await lea.desk.call('team.admitDesk', { deskId, fingerprint, reason: 'read to me, face to face' })
    expect(await kindOf(ben)).toBe('connected')
  })

  it('is listed with 49 others at most where an earlier version of the tables let more wait', async () => {
    const lea = await joined('lea')
    await sql(cluster, database, `INSERT INTO team_journal.desk (desk_id, login, label)
      SELECT md5(n::text), 'anna', 'Till' FROM generate_series(1, 60) n`)
    const state = await lea.desk.call('team.connect', null)
    expect(state).toMatchObject({ moreNotAdmitted: 10 })
    expect(state).toHaveProperty('notAdmitted.length', 50)
  })
})
