/** Which desks of a team a person has confirmed: reading what a desk tells is not knowing whose it is. */
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import { createTeamHeads } from '../../../electron/vault/team-heads.ts'
import { closeAll } from '../desk/support.ts'
import { officeAt, type Colleague, type Office } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import { joinAs, loginOf, missing, newTeam, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('a desk of the team', () => {
  let cluster: Cluster
  let database: string
  let office: Office
  beforeEach(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
    office = officeAt(cluster, database)
  })

  /** Each has a key, as a desk with a keychain does. */
  async function joined(user: string, folder?: string): Promise<Colleague> {
    const vault = createTeamHeads(lastingStores())
    const colleague = await office.colleague({ vault, ...folder !== undefined && { folder } })
    await colleague.join(user)
    return colleague
  }
  const ownOf = async ({ desk }: Colleague) =>
    await desk.call('team.describe', null) as { deskId: DeskId; fingerprint: string }
  const lineOf = async ({ desk }: Colleague, deskId: DeskId) =>
    (await desk.call('team.verify', null)).desks.find((one) => one.deskId === deskId)
  const inventedDesk = async () => {
    const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const desk = await joinAs(loginOf(cluster, database, 'lea'), { publicKey })
    await desk.port.close()
    return desk
  }

  it('is not confirmed because its events were read, but once a person has compared what it shows itself', async () => {
    const [anna, ben] = [await joined('anna'), await joined('ben')]
    await anna.desk.call('team.connect', null)
    const [own, other] = [await ownOf(anna), await ownOf(ben)]
    expect(await lineOf(anna, own.deskId)).toMatchObject({ standing: 'this-desk', fingerprint: own.fingerprint })
    expect(await lineOf(anna, other.deskId)).toMatchObject({ standing: 'not-confirmed', fingerprint: other.fingerprint })

    const confirmed = { deskId: other.deskId, fingerprint: other.fingerprint, reason: 'read to me by Ben, face to face' }
    await anna.desk.call('team.confirmDesk', confirmed)
    expect(await lineOf(anna, other.deskId)).toMatchObject({ standing: 'confirmed' })
    // It is this desk's word, and nobody else's.
    expect(await lineOf(ben, own.deskId)).toMatchObject({ standing: 'not-confirmed' })

    const { lines } = await anna.desk.call('maintenance.audit', { before: null, limit: 20 })
    expect(lines.find(({ action }) => action === 'team-desk-confirmed'))
      .toMatchObject({ subject: 'Desk of ben', detail: `Login ben, key ${other.fingerprint}. read to me by Ben, face to face` })
    await anna.desk.call('team.connect', null)
    expect(await sql(cluster, database, `SELECT body FROM team_journal.event WHERE kind = 'desk-confirmed'`))
      .toEqual([{ body: expect.stringContaining('face to face') }])
  })

  it('stays confirmed over a restart, and not over the end of the membership', async () => {
    const [anna, ben] = [await joined('anna'), await joined('ben')]
    const other = await ownOf(ben)
    await anna.desk.call('team.confirmDesk', { ...other, reason: 'compared' })
    await anna.desk.end()
    const again = await joined('anna', anna.desk.folder)
    expect(await lineOf(again, other.deskId)).toMatchObject({ standing: 'confirmed' })
    await again.desk.call('team.leave', { reason: 'moved' })
    await again.join('anna')
    expect(await lineOf(again, other.deskId)).toMatchObject({ standing: 'not-confirmed' })
  })

  it('is not confirmed any more once that was withdrawn, with a reason, also over a restart; and can be again', async () => {
    const [anna, ben] = [await joined('anna'), await joined('ben')]
    const other = await ownOf(ben)
    const withdrawn = { deskId: other.deskId, reason: 'his computer was stolen' }
    expect(await anna.desk.refused('team.withdrawConfirmation', withdrawn)).toEqual({ code: 'desk-not-confirmed' })
    await anna.desk.call('team.confirmDesk', { ...other, reason: 'compared' })
    await anna.desk.call('team.withdrawConfirmation', withdrawn)
    expect(await lineOf(anna, other.deskId)).toMatchObject({ standing: 'not-confirmed' })
    expect(await anna.desk.refused('team.withdrawConfirmation', withdrawn)).toEqual({ code: 'desk-not-confirmed' })
    const { lines } = await anna.desk.call('maintenance.audit', { before: null, limit: 20 })
    expect(lines.find(({ action }) => action === 'team-confirmation-withdrawn'))
      .toMatchObject({ subject: 'Desk of ben', detail: `Login ben, key ${other.fingerprint}. his computer was stolen` })
    await anna.desk.call('team.connect', null)
    expect(await sql(cluster, database, `SELECT body FROM team_journal.event WHERE kind = 'desk-confirmation-withdrawn'`))
      .toEqual([{ body: expect.stringContaining('his computer was stolen') }])

    await anna.desk.end()
    const again = await joined('anna', anna.desk.folder)
    expect(await lineOf(again, other.deskId)).toMatchObject({ standing: 'not-confirmed' })
    await again.desk.call('team.confirmDesk', { ...other, reason: 'compared his new computer' })
    expect(await lineOf(again, other.deskId)).toMatchObject({ standing: 'confirmed' })
  })

  it('is not confirmed any more although the team cannot be asked for its name', async () => {
    const [anna, ben] = [await joined('anna'), await joined('ben')]
    const other = await ownOf(ben)
    await anna.desk.call('team.confirmDesk', { ...other, reason: 'compared' })
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    await sql(cluster, 'postgres', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
    await anna.desk.call('team.withdrawConfirmation', { deskId: other.deskId, reason: 'not compared after all' })
    const { lines } = await anna.desk.call('maintenance.audit', { before: null, limit: 20 })
    expect(lines.find(({ action }) => action === 'team-confirmation-withdrawn')).toMatchObject({ subject: other.deskId })
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
    await anna.desk.call('team.connect', null)
    expect(await lineOf(anna, other.deskId)).toMatchObject({ standing: 'not-confirmed' })
  })

  it('that the administrator of the database invented is never confirmed by itself', async () => {
    const anna = await joined('anna')
    const invented = await inventedDesk()
    await anna.desk.call('team.connect', null)
    await anna.desk.call('team.connect', null)
    expect(await lineOf(anna, invented.id)).toMatchObject({ standing: 'not-confirmed' })
  })

  it('is confirmed with the key that was shown, and with no other that has taken its place', async () => {
    const [anna, ben] = [await joined('anna'), await joined('ben')]
    const other = await ownOf(ben)
    const invented = await inventedDesk()
    const shown = { deskId: other.deskId, fingerprint: other.fingerprint, reason: 'compared' }
    expect(await anna.desk.refused('team.confirmDesk', { ...shown, deskId: invented.id })).toEqual({ code: 'desk-changed' })
    expect(await anna.desk.refused('team.confirmDesk', { ...shown, deskId: (await ownOf(anna)).deskId })).toEqual({ code: 'desk-changed' })
    await anna.desk.call('team.confirmDesk', shown)
    await sql(cluster, database, `SET session_replication_role = replica; UPDATE team_journal.desk SET public_key =
      (SELECT public_key FROM team_journal.desk WHERE desk_id = '${invented.id}') WHERE desk_id = '${other.deskId}'`)
    expect(await lineOf(anna, other.deskId)).toMatchObject({ standing: 'not-confirmed' })
    expect(await anna.desk.refused('team.confirmDesk', shown)).toEqual({ code: 'desk-changed' })
  })

  it('is told how far a verification is, and a verification that is stopped says so', async () => {
    const anna = await joined('anna')
    await anna.desk.call('team.verify', null)
    const told = anna.desk.events.filter(({ name }) => name === 'team.verifying').map(({ payload }) => payload)
    expect(told[0]).toMatchObject({ step: 'chains' })
    const { done, total } = told[0] as { done: number; total: number }
    expect(done).toBe(total)
    expect(total).toBeGreaterThan(0)
    const stopped = anna.desk.refused('team.verify', null)
    await anna.desk.call('team.cancelVerify', null)
    expect(await stopped).toEqual({ code: 'cancelled' })
  })
})
