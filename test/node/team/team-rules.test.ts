/** What a team adds to a single desk, and failures of the team's database or connection. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '#shared/model/answers/answer.ts'
import { savingTexts } from '../../support/fixtures/system.ts'
import { createTeamHeads } from '../../../electron/vault/team/heads.ts'
import { followed } from '../desk/order-support.ts'
import { closeAll, endpoint } from '../desk/support.ts'
import { certificateIn, makeCertificates } from '../gateway/certificates.ts'
import { chargeAt, confirmed, newAmount, officeAt, type Colleague, type Office } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import { missing, newTeam, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

describe.skipIf(missing !== null)('a team', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    database = await newTeam(cluster)
  })
  const office = (): Office => officeAt(cluster, database)

  async function sold(one: Colleague, changes: Record<string, string>): Promise<Answer> {
    const { intentId } = await one.desk.call('payments.review', chargeAt(one, changes))
    return await one.desk.call('payments.submit', { intentId, ...confirmed })
  }
  const refundOf = async (one: Colleague, { orderId, merchantOrderId }: Answer, amount: string) =>
    (await one.desk.call('payments.review', {
      profileId: one.profileId, entryPoint: endpoint, operation: 'return', confidential: {},
      values: { orderId: orderId ?? '', merchantOrderId: merchantOrderId ?? '', amount, currency: 'USD' },
    })).intentId

  it('lets one desk at a time refund an order, shows which, and adds up the refunds of all desks', async () => {
    const at = office()
    const [anna, ben] = [await at.colleague(), await at.colleague()]
    await anna.join('anna')
    await ben.join('ben')
    const order = await sold(anna, { amount: '10.15', merchantOrderId: 'refunded-by-two' })
    await followed(anna.desk, order)
    const intents = [await refundOf(anna, order, '3.00'), await refundOf(ben, order, '4.00')] as const
    const answers = await Promise.all([anna, ben].map(({ desk }, index) =>
      desk.calls['payments.submit']({ intentId: intents[index]!, ...confirmed })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ failure: { code: 'team-taken' } })
    expect(anna.desk.ledger().filter(({ operation, refused }) => operation === 'return' && refused === undefined)).toHaveLength(1)
    const loser = answers[0]!.ok ? ben : anna
    await (loser === ben ? anna : ben).desk.call('team.connect', null)
    const seen = await loser.desk.call('team.order', {
      profileId: loser.profileId, entryPoint: endpoint, orderId: order.orderId, merchantOrderId: order.merchantOrderId,
    })
    expect(seen).toMatchObject({
      refunded: loser === ben ? '300' : '400', refunds: 1,
      busyBy: { deskLabel: loser === ben ? 'Desk of anna' : 'Desk of ben' },
    })
  })

  it('lets another desk check an open claim, which resolves it there without sending anything', async () => {
    const at = office()
    const [anna, ben] = [await at.colleague(), await at.colleague({ processingMs: 0 })]
    await anna.join('anna')
    await ben.join('ben')
    const order = await sold(anna, { amount: newAmount(), merchantOrderId: 'left-open' })
    await anna.desk.call('team.connect', null)
    const { claims: open } = await ben.desk.call('team.openClaims', null)
    expect(open).toContainEqual(expect.objectContaining({ kind: 'create', id: 'left-open', isThisDesk: false }))
    await ben.desk.call('team.adopt', { entryId: order.entryId })
    const sent = anna.desk.ordersInLedger().length
    const checked = await ben.desk.call('orders.checkStatus', { entryId: order.entryId })
    expect(checked).toMatchObject({ resolved: true })
    expect((await ben.desk.call('history.entry', { entryId: order.entryId })).row.state).toBe('approved')
    // The team ends the claim of another desk ten minutes after it at the earliest.
    await ben.desk.call('team.connect', null)
    expect(await sql(cluster, database, `SELECT state FROM team_journal.closing WHERE id = 'left-open'`)).toEqual([])
    expect((await ben.desk.call('team.openClaims', null)).claims).not.toContainEqual(expect.objectContaining({ id: 'left-open' }))
    expect(await ben.desk.refused('team.adopt', { entryId: order.entryId })).toEqual({ code: 'nothing-to-resolve' })
    await sql(cluster, database, `SET session_replication_role = replica;
      UPDATE team_journal.claim SET claimed_at = claimed_at - interval '20 minutes' WHERE id = 'left-open'`)
    await ben.desk.clock.pass(61_000)
    await ben.desk.call('team.connect', null)
    expect(await sql(cluster, database, `SELECT state FROM team_journal.closing WHERE id = 'left-open'`)).toEqual([{ state: 'approved' }])
    expect(anna.desk.ordersInLedger()).toHaveLength(sent)
  })

  it('finds open claims of other desks behind hundreds of its own, and ends those that it resolved', async () => {
    const name = await newTeam(cluster)
    const at = officeAt(cluster, name)
    const [anna, ben] = [await at.colleague(), await at.colleague({ processingMs: 0 })]
    await anna.join('anna')
    await ben.join('ben')
    const order = await sold(anna, { amount: newAmount(), merchantOrderId: 'behind-a-batch' })
    await anna.desk.call('team.connect', null)
    const { deskId } = await ben.desk.call('team.describe', null) as { deskId: string }
    await sql(cluster, name, `SET session_replication_role = replica;
      INSERT INTO team_journal.claim (entry_id, kind, merchant_key, id, round, desk_id, login, claimed_at)
        SELECT md5('row' || n), 'create', merchant_key, 'row-' || n, 1, '${deskId}', 'ben', claimed_at - interval '20 minutes'
        FROM team_journal.claim, generate_series(1, 1200) n WHERE id = 'behind-a-batch'`)
    expect(await ben.desk.call('team.openClaims', null)).toMatchObject({ claims: [{ id: 'behind-a-batch' }], more: false })
    // It ended too early for the team, and is reported again.
    await ben.desk.call('team.adopt', { entryId: order.entryId })
    await ben.desk.call('orders.checkStatus', { entryId: order.entryId })
    await ben.desk.call('team.connect', null)
    await sql(cluster, name, `SET session_replication_role = replica;
      UPDATE team_journal.claim SET claimed_at = now() - interval '11 minutes' WHERE id = 'behind-a-batch'`)
    await ben.desk.clock.pass(61_000)
    await ben.desk.call('team.connect', null)
    expect(await sql(cluster, name, `SELECT state FROM team_journal.closing WHERE id = 'behind-a-batch'`)).toEqual([{ state: 'approved' }])
  })

  it('whose database went back in time gets no claims until a person continues, and then the lost events again', async () => {
    const anna = await office().colleague()
    await anna.join('anna')
    await sold(anna, { amount: newAmount(), merchantOrderId: 'before-restore' })
    await anna.desk.call('team.connect', null)
    const [{ desk_id: deskId }] = await sql(cluster, database, `SELECT desk_id FROM team_journal.claim WHERE id = 'before-restore'`) as [{ desk_id: string }]
    const tables = ['closing', 'duplicate', 'collision', 'claim', 'ident', 'entry']
    await sql(cluster, database, `SET session_replication_role = replica; ${tables.map((table) =>
      `DELETE FROM team_journal.${table} WHERE entry_id IN (SELECT entry_id FROM team_journal.event WHERE desk_id = '${deskId}');`).join(' ')}
      DELETE FROM team_journal.content WHERE desk_id = '${deskId}'; DELETE FROM team_journal.event WHERE desk_id = '${deskId}' AND number > 1`)
    const again = await office().colleague({ folder: await ended(anna) })
    await again.join('anna')
    expect(await again.desk.call('team.describe', null)).toMatchObject({
      connection: { kind: 'went-back', missingOf: ['Desk of anna'] }, waiting: 0,
    })
    expect(await sql(cluster, database, `SELECT 1 AS there FROM team_journal.claim WHERE id = 'before-restore'`)).toEqual([{ there: 1 }])
    const { intentId } = await again.desk.call('payments.review', chargeAt(again, { amount: newAmount() }))
    expect(await again.desk.refused('payments.submit', { intentId, ...confirmed })).toEqual({ code: 'team-behind', why: 'went-back' })
    // Everything has been delivered again, and no person has decided yet.
    const later = await office().colleague({ folder: await ended(again) })
    await later.join('anna')
    expect(await later.desk.call('team.describe', null)).toMatchObject({ connection: { kind: 'went-back' } })
    expect(await later.desk.call('team.goOn', { reason: 'restored on purpose' })).toMatchObject({ connection: { kind: 'connected' } })
    await sold(later, { amount: newAmount() })
  })

  it('lets a desk work alone if an administrator allows it; collisions with another desk are listed', async () => {
    const at = office()
    const [anna, ben] = [await at.colleague(), await at.colleague()]
    await anna.join('anna')
    await ben.join('ben')
    anna.between.claim = async () => { throw new Error('a desk that works alone asked for a claim') }
    await anna.desk.call('team.allowAlone', { profileId: anna.profileId, minutes: 30, reason: 'line is down' })
    expect(await ben.desk.call('team.connect', null)).toMatchObject({ alone: [{ deskLabel: 'Desk of anna', isThisDesk: false, reason: 'line is down' }] })
    await sold(ben, { amount: newAmount(), merchantOrderId: 'done-twice' })
    await sold(anna, { amount: newAmount(), merchantOrderId: 'done-alone' })
    const twice = await anna.desk.call('payments.review', chargeAt(anna, { amount: newAmount(), merchantOrderId: 'done-twice' }))
    await anna.desk.calls['payments.submit']({ intentId: twice.intentId, ...confirmed })
    const { collisions } = await anna.desk.call('team.connect', null) as { collisions: readonly string[] }
    expect(collisions).toHaveLength(1)
    await ben.desk.call('team.connect', null)
    expect((await ben.desk.call('history.entry', { entryId: collisions[0] as never })).row).toMatchObject({ sentByLabel: 'Desk of anna' })
    expect(await sql(cluster, database, `SELECT id FROM team_journal.claim WHERE id = 'done-alone'`)).toHaveLength(1)
    await anna.desk.clock.pass(31 * 60_000)
    anna.between.claim = null
    expect(await anna.desk.call('team.describe', null)).toMatchObject({ alone: [] })
    const again = await at.colleague({ folder: await ended(anna) })
    await again.join('anna')
    expect(await again.desk.call('team.describe', null)).toMatchObject({ collisions })
    const [entryId] = collisions as never[]
    const closed = await again.desk.call('team.closeCollision', { entryId: entryId!, reason: 'compared, one was refunded' })
    expect(closed).toMatchObject({ collisions: [] })
    expect(await again.desk.refused('team.closeCollision', { entryId: entryId!, reason: 'again' })).toEqual({ code: 'no-such-entry' })
    const later = await at.colleague({ folder: await ended(again) })
    await later.join('anna')
    expect(await later.desk.call('team.describe', null)).toMatchObject({ collisions: [] })
    expect(await sql(cluster, database, `SELECT facts FROM team_journal.event WHERE kind = 'collision-closed'`))
      .toEqual([{ facts: expect.stringContaining('compared, one was refunded') }])
  })

  it('lists what two desks sent also when the desk joined again and was started again', async () => {
    const at = officeAt(cluster, await newTeam(cluster))
    const [anna, ben] = [await at.colleague(), await at.colleague()]
    await anna.join('anna')
    await ben.join('ben')
    await anna.desk.call('team.allowAlone', { profileId: anna.profileId, minutes: 30, reason: 'line is down' })
    await sold(ben, { amount: newAmount(), merchantOrderId: 'sent-by-both' })
    const twice = await anna.desk.call('payments.review', chargeAt(anna, { amount: newAmount(), merchantOrderId: 'sent-by-both' }))
    await anna.desk.calls['payments.submit']({ intentId: twice.intentId, ...confirmed })
    const { collisions } = await anna.desk.call('team.connect', null) as { collisions: readonly string[] }
    expect(collisions).toHaveLength(1)
    await anna.desk.call('team.leave', { reason: 'a new key' })
    await anna.join('anna')
    expect(await anna.desk.call('team.connect', null)).toMatchObject({ collisions })
    const again = await at.colleague({ folder: await ended(anna) })
    await again.join('anna')
    expect(await again.desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' }, collisions })
    expect(await ben.desk.call('team.connect', null)).toMatchObject({ collisions: [] })

    const [entryId] = collisions as never[]
    await again.desk.call('team.closeCollision', { entryId: entryId!, reason: 'compared' })
    for (const reason of ['another key', 'once more']) {
      await again.desk.call('team.leave', { reason })
      await again.join('anna')
      expect(await again.desk.call('team.connect', null)).toMatchObject({ collisions: [], waiting: 0 })
    }
    expect((await ben.desk.call('team.verify', null)).breaks).toEqual([])
  })

  it.each([
    ['an hour behind', -1], ['five hours ahead', 5],
  ])('shows who works alone, and no longer once that was ended there, at a desk whose clock is %s', async (_clock, hours) => {
    const at = officeAt(cluster, await newTeam(cluster))
    const anna = await at.colleague()
    const ben = await at.colleague({ system: { now: () => Date.now() + hours * 3_600_000 } })
    await anna.join('anna')
    await ben.join('ben')
    const allowed = async (minutes: number) => {
      await anna.desk.call('team.allowAlone', { profileId: anna.profileId, minutes, reason: 'line is down' })
      await anna.desk.call('team.connect', null)
      return await ben.desk.call('team.connect', null)
    }
    expect(await allowed(60)).toMatchObject({ alone: [{ deskLabel: 'Desk of anna' }] })
    expect(await allowed(0)).toMatchObject({ alone: [] })
  })

  it('shows who works alone after a restart too; an exception that the restart ended is shown at no desk', async () => {
    const at = officeAt(cluster, await newTeam(cluster))
    const [anna, ben] = [await at.colleague(), await at.colleague()]
    await anna.join('anna')
    await ben.join('ben')
    await anna.desk.call('team.allowAlone', { profileId: anna.profileId, minutes: 300, reason: 'line is down' })
    const shown = { alone: [{ deskLabel: 'Desk of anna', isThisDesk: false, reason: 'line is down' }] }
    expect(await ben.desk.call('team.connect', null)).toMatchObject(shown)
    const benAgain = await at.colleague({ folder: await ended(ben) })
    await benAgain.join('ben')
    expect(await benAgain.desk.call('team.describe', null)).toMatchObject(shown)
    const annaAgain = await at.colleague({ folder: await ended(anna) })
    await annaAgain.join('anna')
    await annaAgain.desk.call('team.connect', null)
    expect(await annaAgain.desk.call('team.describe', null)).toMatchObject({ alone: [] })
    expect(await benAgain.desk.call('team.connect', null)).toMatchObject({ alone: [] })
  })

  it('invites by a file without secrets; its profiles send nothing before a person has confirmed them', async () => {
    let file = ''
    const at = office()
    const anna = await at.colleague({
      system: { chooseSaveDestination: savingTexts((_name, text) => { file = text }) },
    })
    await anna.join('anna')
    const authorities = [certificateIn(makeCertificates().authority)]
    const { profiles } = await anna.desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find(({ profile }) => profile.id === anna.profileId)!.profile
    await anna.desk.call('profiles.save', { id, draft: { ...draft, authorities } })
    await anna.desk.call('team.invite', null)
    expect(file).not.toContain(anna.desk.secret)
    expect(file).not.toContain('anna')
    const invited = JSON.parse(file.replaceAll('gate.example', 'other.example')) as { profiles: { name: string }[] }
    expect(invited.profiles).toMatchObject([{ authorities }])
    invited.profiles[0]!.name = 'Other shop'
    const ben = await at.colleague({ system: { chooseTextFile: async () => JSON.stringify(invited) } })
    expect(await ben.desk.call('team.acceptInvitation', null)).toMatchObject({ added: ['Other shop'], known: [], refused: [] })
    expect(await ben.desk.call('team.acceptInvitation', null)).toMatchObject({ added: [], known: ['Other shop'] })
  })

  it('refuses a file that cannot be read or is not an invitation, and adds nothing', async () => {
    const files = [
      () => { throw Object.assign(new Error('not permitted'), { code: 'EACCES' }) }, () => '', () => 'no JSON', () => 'null',
      () => '{"format":"gateway-console-invitation","version":2,"profiles":[]}', () => '[]',
    ]
    const ben = await office().colleague({ system: { chooseTextFile: async () => files.shift()!() } })
    const before = await ben.desk.call('profiles.list', null)
    while (files.length > 0) {
      expect(await ben.desk.refused('team.acceptInvitation', null)).toEqual({ code: 'invitation-unreadable' })
    }
    expect(await ben.desk.call('profiles.list', null)).toEqual(before)
  })

  it('receives signed heads, so that a verification finds changes by the administrator of the database', async () => {
    const heads = createTeamHeads(lastingStores())
    const at = office()
    const anna = await at.colleague({ vault: heads })
    await anna.join('lea')
    const order = await sold(anna, { amount: newAmount(), merchantOrderId: 'proven' })
    await anna.desk.clock.pass(120_000)
    await anna.desk.call('team.connect', null)
    const member = await anna.desk.call('team.connect', null) as { deskId: string; connection: { kind: string }; waiting: number }
    expect(member).toMatchObject({ connection: { kind: 'connected' }, waiting: 0 })
    const proven = await anna.desk.call('team.verify', null)
    expect(proven.desks.find(({ deskId }) => deskId === member.deskId)!.provenThrough).toBeGreaterThan(2)
    const broken = () => proven.breaks.filter(({ deskId }) => deskId === member.deskId)
    expect(broken()).toEqual([])
    await sql(cluster, database, `SET session_replication_role = replica;
      UPDATE team_journal.event SET facts = replace(facts, 'proven', 'forged') WHERE entry_id = '${order.entryId}'`)
    const forged = await anna.desk.call('team.verify', null)
    expect(forged.breaks.some(({ deskId }) => deskId === member.deskId)).toBe(true)
  })
})

async function ended({ desk }: Colleague): Promise<string> {
  await desk.end()
  return desk.folder
}
