/** A team journal with a history, upgraded by a later version: each published one, and a fictitious one. */
import { expect, it } from 'vitest'
import { firstLink } from '#shared/team/chain-text.ts'
import { installSchema } from '../../../electron/team/install.ts'
import { migrations, schemaVersion, type Migration } from '../../../electron/team/migrations/index.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { startCluster } from '../../support/team/cluster.ts'
import { onTestEnd } from '../clean-up.ts'
import {
  charge, deskOf, knowing, loginOf, merchantKey, missing, must, newId, newTeam, outcome, passwordOf, secretOf,
  sharedCluster, sql,
} from './support.ts'

const later: Migration = {
  version: schemaVersion + 1, writesFrom: schemaVersion + 1, before: '', sql: 'CREATE INDEX event_later ON team_journal.event (at);',
}
const failing: Migration = { ...later, sql: `${later.sql} SELECT 1 / 0;` }

it.skipIf(missing !== null)('keeps its rows; a desk that does not know the new version reads, and claims nothing', async () => {
  const cluster = await sharedCluster()
  const database = await newTeam(cluster)
  const owner = loginOf(cluster, database, 'owner')
  const anna = await deskOf(loginOf(cluster, database, 'anna'))
  const sold = charge({ merchantOrderId: 'ORDER-OF-BEFORE' })
  must(await anna.claim(sold))
  must(await anna.publish(outcome(sold.entryId, 'approved')))
  const events = () => sql(cluster, database, 'SELECT desk_id, number, kind, facts, content_digest, link FROM team_journal.event ORDER BY desk_id, number')
  const before = await events()

  expect(must(await installSchema(owner, []))).toMatchObject({ from: schemaVersion, to: schemaVersion })
  expect((await installSchema(owner, [], { steps: [...migrations, failing] })).ok).toBe(false)
  expect(must(await anna.port.order(merchantKey, ['ORDER-OF-BEFORE']))).toHaveLength(1)
  const upgraded = must(await installSchema(owner, [], { steps: [...migrations, later] }))
  expect(upgraded).toMatchObject({ from: schemaVersion, to: schemaVersion + 1 })

  expect(await events()).toEqual(before)
  expect(must(await anna.port.order(merchantKey, ['ORDER-OF-BEFORE']))).toHaveLength(1)
  const known = knowing(anna.id, [{ deskId: anna.id, ...anna.position, publicKey: null }])
  expect(must(await anna.port.verify(known)).breaks).toEqual([])
  expect(await anna.claim(charge())).toMatchObject({ ok: false, failure: { code: 'schema-newer' } })
  expect(await installSchema(owner, [])).toMatchObject({ ok: false, failure: { code: 'schema-newer' } })
})

it.skipIf(missing !== null)('of the first published version is upgraded with its rows, and desks of that version keep writing', async () => {
  const cluster = await sharedCluster()
  await newTeam(cluster)
  const database = `first_${newId().slice(0, 8)}`
  await sql(cluster, 'postgres', `CREATE DATABASE ${database}`)
  const owner = loginOf(cluster, database, 'owner')
  const members = [{ user: 'lea', role: 'administrator' }, { user: 'anna', role: 'desk' }] as const
  expect(must(await installSchema(owner, members, { steps: migrations.slice(0, 1) })).to).toBe(104)
  const join = (desk: string, user: string) => sql(cluster, database,
    `SELECT admitted FROM team_journal.join_desk(104, md5('${desk}'), 'Till', NULL, repeat('0', 64), false)`, [], user)
  expect(await join('first', 'lea')).toEqual([{ admitted: true }])
  const older = await createTeams().open(loginOf(cluster, database, 'lea'), secretOf(newId())).claim(newId(), { number: 0, link: firstLink }, charge())
  expect(older).toMatchObject({ ok: false, failure: { code: 'schema-older' } })
  expect(must(await installSchema(owner, []))).toMatchObject({ from: 104, to: schemaVersion })
  expect(await join('first', 'lea')).toEqual([{ admitted: true }])
  expect(await join('second', 'anna')).toEqual([{ admitted: false }])
})

it.skipIf(missing !== null)('needs no standstill: a desk of an earlier version keeps writing if the schema allows it', async () => {
  const cluster = await sharedCluster()
  const database = await newTeam(cluster)
  const anna = await deskOf(loginOf(cluster, database, 'anna'))
  await sql(cluster, database, `INSERT INTO team_journal.version (number, writes_from) VALUES (998, ${schemaVersion})`)
  expect(must(await anna.claim(charge())).kind).toBe('won')
  await sql(cluster, database, 'INSERT INTO team_journal.version (number, writes_from) VALUES (999, 999)')
  expect(await anna.claim(charge())).toMatchObject({ ok: false, failure: { code: 'schema-newer' } })
})

it.skipIf(missing !== null)('is carried out by a login that may create roles and a schema, and is no superuser', async () => {
  const cluster = await startCluster()
  onTestEnd(() => cluster.stop())
  for (const [user, attributes] of [['keeper', 'CREATEROLE'], ['lea', '']] as const) {
    await sql(cluster, 'postgres', `CREATE ROLE ${user} LOGIN ${attributes} PASSWORD '${passwordOf(user)}'`)
  }
  await sql(cluster, 'postgres', 'CREATE DATABASE of_keeper OWNER keeper')
  const members = [{ user: 'lea', role: 'administrator' }] as const
  expect(must(await createTeams().install(loginOf(cluster, 'of_keeper', 'keeper'), members))).toEqual({ from: 0, to: schemaVersion, rehearsal: false })
  const lea = await deskOf(loginOf(cluster, 'of_keeper', 'lea'))
  expect(must(await lea.claim(charge())).kind).toBe('won')
}, 120_000)
