/** A database that was restored from a backup while the desks continued. */
import { afterEach, expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import { createTeamHeads } from '../../../electron/vault/team/heads.ts'
import { closeAll } from '../desk/support.ts'
import { chargeAt, confirmed, newAmount, officeAt, type Colleague } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import { copyOfDatabase, missing, newTeam, sharedCluster, sql } from './support.ts'

afterEach(closeAll)

it.skipIf(missing !== null)('is proven again once the desks have delivered and signed, also when it is restored twice', async () => {
  const cluster = await sharedCluster()
  const database = await newTeam(cluster)
  const office = officeAt(cluster, database)
  let passed = 0
  const joined = async (user: string): Promise<Colleague> => {
    const vault = createTeamHeads(lastingStores())
    const colleague = await office.colleague({ vault, system: { monotonic: () => passed } })
    await colleague.join(user, { waits: true })
    return colleague
  }
  const [lea, ben] = [await joined('lea'), await joined('ben')]
  const admits = async (by: Colleague, other: Colleague) => {
    const own = await other.desk.call('team.describe', null) as { deskId: DeskId; fingerprint: string }
    await by.desk.call('team.admitDesk', { deskId: own.deskId, fingerprint: own.fingerprint, reason: 'compared' })
    await other.desk.call('team.connect', null)
  }
  await admits(lea, ben)
  await admits(ben, lea)
  const signs = async ({ desk }: Colleague) => {
    passed += 61_000
    await desk.call('team.connect', null)
  }
  /** Each desk charges and signs. */
  const work = async () => {
    for (const one of [lea, ben]) {
      const { intentId } = await one.desk.call('payments.review', chargeAt(one, { amount: newAmount() }))
      await one.desk.call('payments.submit', { intentId, ...confirmed })
      await signs(one)
    }
  }
  const apart = (name: string) => sql(cluster, 'postgres', `ALTER DATABASE ${name} ALLOW_CONNECTIONS false;
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  const backUp = async () => {
    await apart(database)
    const backup = await copyOfDatabase(cluster, database)
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`)
    return backup
  }
  const restore = async (backup: string) => {
    await apart(database)
    await sql(cluster, 'postgres', `ALTER DATABASE ${database} RENAME TO gone_${backup}`)
    await sql(cluster, 'postgres', `ALTER DATABASE ${backup} RENAME TO ${database}`)
    for (const { desk } of [lea, ben, lea, ben, lea, ben]) await desk.call('team.connect', null)
  }
  const goOn = async () => {
    for (const { desk } of [lea, ben]) {
      expect(await desk.call('team.goOn', { reason: 'restored' })).toMatchObject({ connection: { kind: 'connected' } })
    }
    await work()
  }
  const breaks = async () => (await lea.desk.call('team.verify', null)).breaks

  await work()
  const yesterday = await backUp()
  await work()
  await work()
  expect(await breaks()).toEqual([])
  await restore(yesterday)
  const today = await backUp()
  await goOn()
  expect(await breaks()).toEqual([])
  await restore(today)
  await goOn()
  expect(await breaks()).toEqual([])
  const { desks } = await lea.desk.call('team.verify', null)
  expect(desks.map(({ events, provenThrough }) => events - provenThrough)).toEqual([1, 1])
  // Times of receipt from before the backup are still those that the desks signed.
  await sql(cluster, database, `SET session_replication_role = replica;
    UPDATE team_journal.event SET received_at = received_at - interval '1 hour' WHERE number = 2 AND login = 'ben'`)
  expect(await breaks()).toContainEqual(expect.objectContaining({ kind: 'receipts-wrong' }))
})
