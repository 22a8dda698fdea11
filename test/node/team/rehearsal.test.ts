/** A rehearsal: two desks on one computer, one sandbox on loopback, and nothing of production. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MerchantOrderId } from '#shared/brands.ts'
import { savingTexts } from '../../support/fixtures/system.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import { installSchema } from '../../../electron/team/install.ts'
import { schemaVersion } from '../../../electron/team/migrations/index.ts'
import { followed } from '../desk/order-support.ts'
import { closeAll, endpoint } from '../desk/support.ts'
import { chargeAt, confirmed, everything, newAmount, officeAt, type Colleague } from './desks.ts'
import {
  loginOf, missing, must, newId, newRehearsal, newTeam, passwordOf, sharedCluster, sql, type Cluster,
} from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('a rehearsal', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newRehearsal(cluster)
  })

  const reviewed = async (one: Colleague, changes: Record<string, string>) =>
    (await one.desk.call('payments.review', chargeAt(one, changes))).intentId

  /** Two desks whose sandbox profiles have the first one's sandbox by its address on loopback. */
  async function both(): Promise<readonly [Colleague, Colleague]> {
    const office = officeAt(cluster, database)
    const [anna, ben] = [await office.colleague(), await office.colleague()]
    const started = await anna.desk.sandbox.start()
    if (!started.ok) expect.fail(started.failure.detail)
    const at = async (one: Colleague, user: string): Promise<Colleague> => {
      await one.join(user)
      const draft = { ...builtInProfile, name: 'Rehearsed', gateway: { kind: 'address', baseUrl: started.value.baseUrl } as const }
      const { id } = await one.desk.call('profiles.save', { id: null, draft })
      await one.desk.call('profiles.storeSecret', { id, secret: anna.desk.secret })
      return { ...one, profileId: id }
    }
    return [await at(anna, 'anna'), await at(ben, 'ben')]
  }

  it('claims a charge of the shared sandbox once, and counts the refund of the other desk', async () => {
    const [anna, ben] = await both()
    const order = { merchantOrderId: 'rehearsed-1', amount: '10.15' }
    const sold = await anna.desk.call('payments.submit', { intentId: await reviewed(anna, order), ...confirmed })
    const again = await reviewed(ben, { ...order, amount: newAmount() })
    expect(await ben.desk.refused('payments.submit', { intentId: again, ...confirmed }))
      .toMatchObject({ code: 'team-taken', holder: { deskLabel: 'Desk of anna' } })
    expect(anna.desk.ordersInLedger()).toHaveLength(1)
    await followed(anna.desk, sold)

    const refund = (one: Colleague, amount: string) => one.desk.call('payments.review', {
      profileId: one.profileId, entryPoint: endpoint, operation: 'return', confidential: {},
      values: { orderId: sold.orderId ?? '', merchantOrderId: sold.merchantOrderId ?? '', amount, currency: 'USD' },
    })
    const refunded = await anna.desk.call('payments.submit', { intentId: (await refund(anna, '3.00')).intentId, ...confirmed })
    await followed(anna.desk, refunded)
    await anna.desk.call('team.connect', null)
    expect(await refund(ben, '4.00')).toMatchObject({ refundedKnownHere: '300', refundsKnownTo: 'team' })
    await ben.desk.call('team.connect', null)
    const { rows } = await ben.desk.call('history.search', { ...everything, text: 'rehearsed-1' })
    expect(rows.filter(({ isCopy }) => isCopy)).toContainEqual(
      expect.objectContaining({ operation: 'return', environment: 'sandbox', sentByLabel: 'Desk of anna' }),
    )
  })

  it('lets the other desk check an open claim with the shared sandbox', async () => {
    const [anna, ben] = await both()
    const order = { merchantOrderId: 'rehearsed-open', amount: newAmount() }
    const sold = await anna.desk.call('payments.submit', { intentId: await reviewed(anna, order), ...confirmed })
    await anna.desk.call('team.connect', null)
    await ben.desk.call('team.adopt', { entryId: sold.entryId })
    expect(await ben.desk.call('orders.checkStatus', { entryId: sold.entryId })).toMatchObject({ resolved: true })
  })

  it('invites with its sandbox profiles, which a desk outside any team adds', async () => {
    let file = ''
    const office = officeAt(cluster, database)
    const chooseSaveDestination = savingTexts((_name, text) => { file = text })
    const anna = await office.colleague({ system: { chooseSaveDestination } })
    await anna.join('anna')
    const gateway = { kind: 'address', baseUrl: 'http://127.0.0.1:8090' } as const
    await anna.desk.call('profiles.save', { id: null, draft: { ...builtInProfile, name: 'Rehearsed', gateway } })
    await anna.desk.call('team.invite', null)
    const ben = await office.colleague({ system: { chooseTextFile: async () => file } })
    expect(await ben.desk.call('team.acceptInvitation', null)).toMatchObject({ added: ['Rehearsed'], refused: [] })
  })

  it('sends nothing of production, neither a charge nor a status request: nothing is stored or delivered, until the desk leaves', async () => {
    const [anna] = await both()
    const before = { history: await entries(anna), events: await events(), sent: anna.desk.ledger().length }
    const production = { ...anna, profileId: await anna.desk.addProfile('production', 'Real shop') }
    const intentId = await reviewed(production, { amount: newAmount() })
    expect(await anna.desk.refused('payments.submit', { intentId, ...confirmed, reason: 'a try' }))
      .toEqual({ code: 'production-in-rehearsal' })
    const question = {
      profileId: production.profileId, entryPoint: endpoint, orderId: null, merchantOrderId: 'rehearsed-1' as MerchantOrderId,
      serialNumber: null, askAnyway: false,
    }
    expect(await anna.desk.refused('orders.status', question)).toEqual({ code: 'production-in-rehearsal' })
    await anna.desk.call('team.connect', null)
    expect({ history: await entries(anna), events: await events(), sent: anna.desk.ledger().length }).toEqual(before)

    await anna.desk.call('team.leave', { reason: 'the rehearsal is over' })
    const after = await reviewed(production, { amount: newAmount() })
    await anna.desk.call('payments.submit', { intentId: after, ...confirmed, reason: 'real' })
    expect(anna.desk.ledger().length).toBeGreaterThan(before.sent)

    await anna.join('anna')
    expect(await anna.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' }, waiting: 0, historyWaiting: 0 })
    const [counts] = await sql(cluster, database, `SELECT count(*) FILTER (WHERE facts LIKE '%"environment":"sandbox"%') AS rehearsed,
      count(*) FILTER (WHERE facts LIKE '%"environment":"production"%') AS real FROM team_journal.event`)
    expect(counts).toEqual({ rehearsed: expect.not.stringMatching(/^0$/), real: '0' })
  })

  it('is stored by the desk: it connects to no other team, even if its file is changed by hand', async () => {
    const [anna] = await both()
    const ordinary = await newTeam(cluster)
    const address = { host: '127.0.0.1', port: cluster.port, database: ordinary, user: 'anna', authorities: '' }
    expect(await anna.desk.refused('team.join', { address, password: passwordOf('anna'), label: 'Desk of anna' }))
      .toMatchObject({ code: 'team-test-failed', step: 'schema' })
    expect(await anna.desk.call('team.describe', null)).toMatchObject({ rehearsal: true, connection: { kind: 'connected' } })

    await anna.desk.end()
    const file = join(anna.desk.folder, 'team.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"rehearsal": true', '"rehearsal": false'))
    const again = await officeAt(cluster, database).colleague({ folder: anna.desk.folder })
    expect(await again.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'forked' } })
    expect(await sql(cluster, ordinary, 'SELECT * FROM team_journal.desk')).toEqual([])
  })

  it('is marked when its tables are created, and can neither be unmarked nor created from another team', async () => {
    const mark = 'INSERT INTO team_journal.rehearsal (login, at) VALUES (session_user, now())'
    const ordinary = await newTeam(cluster)
    for (const statement of [mark, `SET ROLE gateway_team_owner; ${mark}`]) {
      await expect(sql(cluster, ordinary, statement), statement).rejects.toMatchObject({ code: 'TJ009' })
    }
    for (const change of ['DELETE FROM team_journal.rehearsal', `UPDATE team_journal.rehearsal SET login = 'x'`, 'TRUNCATE team_journal.rehearsal', mark]) {
      await expect(sql(cluster, database, `SET ROLE gateway_team_owner; ${change}`), change).rejects.toMatchObject({ code: 'TJ009' })
    }
    for (const user of ['anna', 'lea']) {
      await expect(sql(cluster, ordinary, mark, [], user)).rejects.toMatchObject({ code: '42501' })
    }
    const owner = (of: string) => loginOf(cluster, of, 'owner')
    expect(await installSchema(owner(ordinary), [], { rehearsal: true })).toMatchObject({ ok: false, failure: { code: 'not-a-rehearsal' } })
    const same = { from: schemaVersion, to: schemaVersion }
    expect(must(await installSchema(owner(database), []))).toEqual({ ...same, rehearsal: true })
    expect(must(await installSchema(owner(database), [], { rehearsal: true }))).toEqual({ ...same, rehearsal: true })
    const empty = `empty_${newId().slice(0, 8)}`
    await sql(cluster, 'postgres', `CREATE DATABASE ${empty}`)
    expect(must(await installSchema(owner(empty), []))).toEqual({ from: 0, to: schemaVersion, rehearsal: false })
  })

  const entries = async ({ desk }: Colleague): Promise<number> =>
    (await desk.call('history.search', everything)).rows.length
  const events = async (): Promise<unknown> => await sql(
    cluster, database, `SELECT count(*) AS found FROM team_journal.event WHERE entry_id IS NOT NULL`,
  )
})
