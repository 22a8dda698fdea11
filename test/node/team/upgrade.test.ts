/** A team journal of version 1 with a history, as this application upgrades it. */
import { expect, it } from 'vitest'
import type { DeskId } from '#shared/brands.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import { chainDrafts } from '../../../electron/team/drafts.ts'
import { scriptsFrom } from '../../../electron/team/migrations/index.ts'
import { createTeams } from '../../../electron/team/team.ts'
import { agedBy, daysAgo, removeAsOwner, request, said } from './aged-team.ts'
import { publishHead, signer } from './signing.ts'
import { at, charge, deskOf, draft, loginOf, missing, must, newId, newTeam, outcome, sharedCluster, sql } from './support.ts'

it.skipIf(missing !== null)('keeps what it has, is read meanwhile, and takes part in retention after the upgrade', async () => {
  const cluster = await sharedCluster()
  await newTeam(cluster)
  const database = `old_${newId().slice(0, 8)}`
  await sql(cluster, 'postgres', `CREATE DATABASE ${database}`)
  await sql(cluster, database, scriptsFrom(0)[0]!)
  const keys = signer()
  const id = newId<DeskId>()
  const sold = said(400, charge({ merchantOrderId: 'ORDER-OF-VERSION-1', body: { words: 'invoice' } }))
  const joined = draft('joined', null, { record: { label: 'Desk of anna', publicKey: keys.publicKey } })
  await sql(cluster, database, 'SELECT team_journal.join_desk(1, $1, $2, $3)', [id, 'Desk of anna', keys.publicKey], 'anna')
  const first = chainDrafts(id, { number: 0, link: firstLink }, [joined])
  await sql(cluster, database, 'SELECT team_journal.publish(1, $1, $2)', [id, JSON.stringify(first.events)], 'anna')
  const claimed = chainDrafts(id, first.position, [sold])
  await sql(cluster, database, 'SELECT team_journal.claim(1, $1, $2)', [id, JSON.stringify(claimed.events[0])], 'anna')
  const ended = chainDrafts(id, claimed.position, [said(400, outcome(sold.entryId, 'approved'))])
  await sql(cluster, database, 'SELECT team_journal.publish(1, $1, $2)', [id, JSON.stringify(ended.events)], 'anna')
  await sql(cluster, database, `SET session_replication_role = replica; ${agedBy(400)}`)

  const known = [{ deskId: id, ...ended.position, publicKey: keys.publicKey }]
  const login = loginOf(cluster, database, 'anna')
  const before = createTeams().open(login)
  expect(must(await before.page({ id: 'ORDER-OF' }, null, 10)).rows).toHaveLength(1)
  expect(must(await before.verify(known)).breaks).toEqual([])
  expect((await before.publish(id, ended.position, [outcome(null, 'approved', false)])).ok).toBe(false)
  expect(await before.proposeRemoval(id, known, request())).toMatchObject({ ok: false, failure: { code: 'schema-older' } })
  await before.close()

  expect(must(await createTeams().install(loginOf(cluster, database, 'owner'), []))).toEqual({ from: 1, to: 2 })
  const anna = await deskOf(login, { id, publicKey: keys.publicKey })
  expect(anna.position).toEqual(ended.position)
  await publishHead(anna, [], keys, daysAgo(399))
  const now = () => [{ deskId: id, ...anna.position, publicKey: keys.publicKey }]
  const proposed = must(await anna.port.proposeRemoval(id, now(), { ...request(), at: at() }))
  expect(proposed).toMatchObject({ entries: 1, events: 2 })
  must(await anna.publish(...proposed.drafts))
  await publishHead(anna, [], keys)
  expect(await removeAsOwner(cluster, database)).toEqual([{ entries: 1, events: 2 }])
  expect(must(await anna.port.verify(now())).breaks).toEqual([])
  expect(must(await anna.claim(charge({ merchantOrderId: 'ORDER-OF-VERSION-1' }))).kind).toBe('taken')
})
