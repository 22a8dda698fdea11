/**
 * Two real desks of a team whose old entries are removed: who may propose it, and what each desk shows afterwards.
 */
import { afterEach, expect, it } from 'vitest'
import { success } from '#shared/result.ts'
import { createTeamHeads } from '../../../electron/vault/team/heads.ts'
import { followed } from '../desk/order-support.ts'
import { closeAll } from '../desk/support.ts'
import { agedBy, removeAsOwner } from './aged-team.ts'
import { chargeAt, confirmed, everything, newAmount, officeAt, type Colleague } from './desks.ts'
import { lastingStores } from './lasting-stores.ts'
import { missing, newTeam, sharedCluster, sql } from './support.ts'

afterEach(closeAll)

it.skipIf(missing !== null)('what an administrator proposed and the owner removed is removed on every desk, and proven', async () => {
  const cluster = await sharedCluster()
  const database = await newTeam(cluster)
  const office = officeAt(cluster, database)
  // Nothing is signed before it is old: the server's times of receipt would be signed too.
  let isAged = false
  const vault = () => {
    const heads = createTeamHeads(lastingStores())
    return { ...heads, signTeamHead: (head: Parameters<typeof heads.signTeamHead>[0]) =>
      isAged ? heads.signTeamHead(head) : Promise.resolve(success(null)) }
  }
  const system = { now: () => Date.now() - (isAged ? 0 : 400 * 86_400_000) }
  const [anna, ben] = [
    await office.colleague({ vault: vault(), system }), await office.colleague({ vault: vault(), system }),
  ]
  await anna.join('lea')
  await ben.join('ben')
  const order = { merchantOrderId: 'removed-later', amount: newAmount() }
  const { intentId } = await anna.desk.call('payments.review', chargeAt(anna, order))
  const sold = await anna.desk.call('payments.submit', { intentId, ...confirmed })
  await followed(anna.desk, sold)
  await anna.desk.call('team.connect', null)
  await sql(cluster, database, `SET session_replication_role = replica; ${agedBy(400)}`)
  isAged = true
  const signed = async () => {
    for (const { desk } of [anna, ben, anna]) {
      await desk.clock.pass(120_000)
      await desk.call('team.connect', null)
    }
  }
  await signed()
  // No desk admitted the first one: its events count once a person has compared its key.
  const { desks } = await anna.desk.call('team.verify', null)
  const first = desks.find(({ standing }) => standing === 'this-desk')!
  await ben.desk.call('team.admitDesk', { deskId: first.deskId, fingerprint: first.fingerprint!, reason: 'compared in person' })
  expect((await anna.desk.call('team.verify', null)).breaks).toEqual([])
  expect(await anna.desk.call('team.proposeRemoval', { months: 12, reason: 'agreed time' }))
    .toMatchObject({ entries: 2, more: false })
  const entryOf = async ({ desk }: Colleague) => (await desk.call('history.entry', { entryId: sold.entryId }))
  expect((await entryOf(ben)).fields).not.toEqual([])
  await signed()
  expect(await removeAsOwner(cluster, database)).toMatchObject([{ entries: 2 }])
  for (const { desk } of [anna, ben]) {
    expect(await desk.call('team.connect', null)).toMatchObject({ connection: { kind: 'connected' }, waiting: 0 })
    expect((await desk.call('team.verify', null)).breaks).toEqual([])
  }
  // The copy lost it with the database; the desk's own journal still has its part.
  const { row, fields, signedText } = await entryOf(ben)
  expect({ fields, signedText, orderId: row.merchantOrderId, state: row.state })
    .toEqual({ fields: [], signedText: '', orderId: 'removed-later', state: 'approved' })
  expect(row.contentRemovedAt).toBeDefined()
  expect((await ben.desk.call('history.search', { ...everything, text: 'subscription' })).rows).toEqual([])
  expect((await entryOf(anna)).fields).not.toEqual([])
  const again = await ben.desk.call('payments.review', chargeAt(ben, order))
  expect(await ben.desk.refused('payments.submit', { intentId: again.intentId, ...confirmed }))
    .toMatchObject({ code: 'team-taken', holder: { entryId: sold.entryId, deskLabel: 'Desk of lea' } })
  const { lines } = await anna.desk.call('maintenance.audit', { before: null, limit: 50 })
  expect(lines).toContainEqual(expect.objectContaining({ action: 'team-removal-proposed', detail: 'agreed time' }))
})

it.skipIf(missing !== null)('what a desk erased of its own content is removed on every desk, however recent, and by the owner; also after its clock was set back', async () => {
  const cluster = await sharedCluster()
  const database = await newTeam(cluster)
  const office = officeAt(cluster, database)
  let aheadMs = 30 * 60_000
  const lea = await office.colleague({ vault: createTeamHeads(lastingStores()) })
  const system = { now: () => Date.now() + aheadMs }
  const ben = await office.colleague({ vault: createTeamHeads(lastingStores()), system })
  await lea.join('lea')
  await ben.join('ben')
  const order = { merchantOrderId: 'erased-later', amount: newAmount() }
  const { intentId } = await ben.desk.call('payments.review', chargeAt(ben, order))
  const sold = await ben.desk.call('payments.submit', { intentId, ...confirmed })
  await followed(ben.desk, sold)
  const exchanged = async () => {
    for (const { desk } of [ben, lea, lea]) {
      await desk.clock.pass(120_000)
      await desk.call('team.connect', null)
    }
  }
  await exchanged()
  const copy = async () => await lea.desk.call('history.entry', { entryId: sold.entryId })
  expect((await copy()).fields).not.toEqual([])
  aheadMs = 0
  const customer = { kind: 'merchant-order-id', value: 'erased-later', profileId: ben.profileId } as const
  const counted = await ben.desk.call('maintenance.countCustomer', { customer })
  expect(await ben.desk.call('maintenance.eraseCustomer', { customer, ...counted, reason: 'asked for' })).toEqual({ deleted: 1 })
  await exchanged()
  const { row, fields, signedText } = await copy()
  expect({ fields, signedText, state: row.state }).toEqual({ fields: [], signedText: '', state: 'approved' })
  expect((await lea.desk.call('history.search', { ...everything, text: 'subscription' })).rows).toEqual([])
  const contents = () => sql(cluster, database, `SELECT 1 FROM team_journal.whole_event WHERE entry_id = '${sold.entryId}' AND body IS NOT NULL`)
  expect(await contents()).not.toEqual([])
  expect((await ben.desk.call('team.verify', null)).breaks).toEqual([])
  expect(await removeAsOwner(cluster, database)).toMatchObject([{ entries: 1 }])
  expect(await contents()).toEqual([])
  expect((await ben.desk.call('team.verify', null)).breaks).toEqual([])
  expect((await lea.desk.call('team.verify', null)).breaks).toEqual([])
})

it.skipIf(missing !== null)('what a desk erased is removed from the copies of what it recorded under its former id, too', async () => {
  const cluster = await sharedCluster()
  const office = officeAt(cluster, await newTeam(cluster))
  const lea = await office.colleague({ vault: createTeamHeads(lastingStores()) })
  const ben = await office.colleague({ vault: createTeamHeads(lastingStores()) })
  await lea.join('lea')
  await ben.join('ben')
  const { intentId } = await ben.desk.call('payments.review', chargeAt(ben, { merchantOrderId: 'erased-as-another', amount: newAmount() }))
  const sold = await ben.desk.call('payments.submit', { intentId, ...confirmed })
  await followed(ben.desk, sold)
  const exchanged = async () => {
    for (const { desk } of [ben, lea, lea]) {
      await desk.clock.pass(120_000)
      await desk.call('team.connect', null)
    }
  }
  await exchanged()
  await ben.desk.call('team.leave', { reason: 'its secret was lost' })
  await ben.join('ben')
  await exchanged()
  const copy = async () => await lea.desk.call('history.entry', { entryId: sold.entryId })
  expect((await copy()).fields).not.toEqual([])
  const customer = { kind: 'merchant-order-id', value: 'erased-as-another', profileId: ben.profileId } as const
  const counted = await ben.desk.call('maintenance.countCustomer', { customer })
  expect(await ben.desk.call('maintenance.eraseCustomer', { customer, ...counted, reason: 'asked for' })).toEqual({ deleted: 1 })
  await exchanged()
  const { row, fields, signedText } = await copy()
  expect({ fields, signedText, state: row.state }).toEqual({ fields: [], signedText: '', state: 'approved' })
  expect((await lea.desk.call('history.search', { ...everything, text: 'subscription' })).rows).toEqual([])
})
