/** A desk with thousands of open claims, as another desk lists them. */
import { afterEach, expect, it } from 'vitest'
import { closeAll } from '../desk/support.ts'
import { chargeAt, confirmed, newAmount, officeAt } from './desks.ts'
import { missing, newTeam, sharedCluster, sql } from './support.ts'

afterEach(closeAll)

it.skipIf(missing !== null)('the oldest 500 open claims of other desks are listed, and that there are more', async () => {
  const cluster = await sharedCluster()
  const database = await newTeam(cluster)
  const at = officeAt(cluster, database)
  const [anna, ben] = [await at.colleague(), await at.colleague()]
  await anna.join('anna')
  await ben.join('ben')
  const { intentId } = await anna.desk.call('payments.review', chargeAt(anna, { amount: newAmount(), merchantOrderId: 'youngest' }))
  await anna.desk.call('payments.submit', { intentId, ...confirmed })
  await sql(cluster, database, `SET session_replication_role = replica;
    INSERT INTO team_journal.claim (entry_id, kind, merchant_key, id, round, desk_id, login, claimed_at)
      SELECT md5('row' || n), 'create', merchant_key, 'row-' || n, 1, desk_id, 'anna', claimed_at - interval '20 minutes'
      FROM team_journal.claim, generate_series(1, 10000) n WHERE id = 'youngest'`)
  const { claims, more } = await ben.desk.call('team.openClaims', null)
  expect([claims.length, more]).toEqual([500, true])
})
