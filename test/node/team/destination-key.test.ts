/**
 * The team's key for destinations: desks over the real database and one sandbox recognise each other's payouts to the
 * same account, and only those.
 */
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { CallOutput, ParsedInput } from '#shared/ipc/contract.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { success } from '#shared/result.ts'
import { builtInProfile } from '../../../electron/main/installation/built-in-profile.ts'
import { closeAll, endpoint } from '../desk/support.ts'
import { changeProfile, rowsOf, unlimited, whenEnded } from '../desk/batches/support.ts'
import { value } from '../vault-answers.ts'
import { confirmed, newAmount, officeAt, type Office } from './desks.ts'
import {
  compares, digestAt, firstAccount as first, idOf, membersOf, numberAt, exchangeAll, sha256, type Member,
} from './key-members.ts'
import { missing, newId, newRehearsal, sharedCluster, sql, type Cluster } from './support.ts'

afterEach(closeAll)

const second = 'GB29NWBK60161331926819'
const merchantKeys = generateKeyPairSync('rsa', {
  modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

describe.skipIf(missing !== null)('the team’s key for destinations', () => {
  let cluster: Cluster
  let database: string
  let office: Office
  /** The first desk's sandbox, and the secret of the merchant there. */
  let gateway: { readonly baseUrl: string; readonly secret: string } | null
  beforeEach(async () => {
    cluster = await sharedCluster()
    // Of a rehearsal, as payouts are signed for the address of the sandbox.
    database = await newRehearsal(cluster)
    office = officeAt(cluster, database)
    gateway = null
  })
  /** The file that the next dialog returns. */
  let file = ''
  const { joined, again, pair, trio } = membersOf(() => office, {
    confirm: async () => true,
    chooseTable: async () => success({ fileName: 'payouts.csv', bytes: new Uint8Array(Buffer.from(file)) }),
  })

  /** A profile of the merchant at the shared sandbox; all desks have its key. */
  async function profileOf({ desk }: Member): Promise<ProfileId> {
    if (gateway === null) {
      const started = await desk.sandbox.start()
      if (!started.ok) expect.fail(started.failure.detail)
      gateway = { baseUrl: started.value.baseUrl, secret: desk.secret }
      await desk.sandbox.setPublicKey(merchantKeys.publicKey)
    }
    const { profiles } = await desk.call('profiles.list', null)
    const known = profiles.find(({ profile }) => profile.name === 'Rehearsed')
    if (known !== undefined) return known.profile.id
    const key = await value(desk.vault.port.importKey({ name: 'Merchant', environment: 'sandbox', pem: merchantKeys.privateKey, keep: 'keychain' }))
    const draft = { ...builtInProfile, name: 'Rehearsed', gateway: { kind: 'address', baseUrl: gateway.baseUrl } as const, keyId: key.id }
    await value(desk.vault.port.confirmKey({ keyId: key.id, merchant: merchantKeyOf(draft)! }))
    const { id } = await desk.call('profiles.save', { id: null, draft })
    await desk.call('profiles.storeSecret', { id, secret: gateway.secret })
    return id
  }

  const payout = async (member: Member, amount: string, accountNumber: string): Promise<ParsedInput<'payments.review'>> => ({
    profileId: await profileOf(member), entryPoint: endpoint, operation: 'payout-v2', values: { merchantOrderId: newId().slice(0, 20), amount, currency: 'USD' },
    confidential: { accountNumber },
  })
  async function paidAtOnce(amount: string, ...payments: (readonly [Member, string])[]): Promise<readonly string[]> {
    const reviews: CallOutput<'payments.review'>[] = []
    for (const [member, account] of payments) reviews.push(await member.desk.call('payments.review', await payout(member, amount, account)))
    const answers = await Promise.all(payments.map(([{ desk }], place) =>
      desk.calls['payments.submit']({ intentId: reviews[place]!.intentId, ...confirmed })))
    return answers.map((answer) => answer.ok ? 'sent' : answer.failure.code).toSorted()
  }

  it('lets desks compare: the second of two equal payouts to one person needs a confirmation, to two neither', async () => {
    const [lea, ben] = await pair()
    expect(await paidAtOnce(newAmount(), [lea, first], [ben, first])).toEqual(['sent', 'team-duplicate'])
    expect(await paidAtOnce(newAmount(), [lea, first], [ben, second])).toEqual(['sent', 'sent'])
    expect(await paidAtOnce(newAmount(), [lea, first], [ben, `${first.slice(0, 4)} ${first.slice(4)}`])).toEqual(['sent', 'team-duplicate'])
  })

  it('lets a desk pay eighty people the same amount, and another desk others: only a second payout to one of them is set aside', async () => {
    const [lea, ben] = await pair()
    const amount = newAmount()
    /** Sends a file of payouts to these people; the failures of the rows that were set aside, by their accounts. */
    async function pays(member: Member, people: readonly number[]) {
      const profileId = await profileOf(member)
      await changeProfile(member.desk, { batches: unlimited }, profileId)
      const accounts = people.map((person) => `4081781009991${1_000_000 + person}`)
      file = ['client_orderid,account_number,Amount,Currency', ...accounts.map((one) => `${newId().slice(0, 20)},${one},${amount},USD`)].join('\n')
      const { draftId, version } = await member.desk.call('batches.openFile', { profileId, entryPoint: endpoint, operation: 'payout-v4' })
      const { batchId } = await member.desk.call('batches.start', { draftId, version })
      await whenEnded(member.desk, batchId)
      const rows = await rowsOf(member.desk, batchId)
      return rows.flatMap(({ state, failure, line }) => (state === 'set-aside' ? [[people[line - 2], failure?.code]] : []))
    }
    const eighty = Array.from({ length: 80 }, (_, person) => person)
    expect(await pays(lea, eighty)).toEqual([])
    expect(await pays(ben, [100, 40, 101])).toEqual([[40, 'team-duplicate']])
    expect(lea.desk.ordersInLedger()).toHaveLength(82)
  })

  it('reaches the third desk through the first one, and is the same at all of them', async () => {
    const members = await trio()
    const digests = await Promise.all(members.map(digestAt))
    expect(new Set(digests).size).toBe(1)
    const amount = newAmount()
    const accounts = [first, second, 'FR1420041010050500013'] as const
    expect(await paidAtOnce(amount, ...members.map((member, place) => [member, accounts[place]!] as const))).toEqual(['sent', 'sent', 'sent'])
  })

  it('is used only for destinations: rows of a batch are digested by each vault’s own key', async () => {
    const [lea, ben] = await pair()
    const rowAt = async ({ vault }: Member) => await vault.keyedDigests({ purpose: 'batch-row', digests: [sha256(first)] })
    expect(await rowAt(lea)).not.toEqual(await rowAt(ben))
  })

  it('is not given to a desk that has not compared the other one: its equal payouts need a confirmation', async () => {
    const [lea, ben] = [await joined('lea'), await joined('ben')]
    await compares(lea, ben)
    await exchangeAll(lea, ben)
    expect(await numberAt(ben)).toBeNull()
    expect(await ben.desk.call('team.describe', null)).toMatchObject({ comparesDestinations: false })
    expect(await paidAtOnce(newAmount(), [lea, first], [ben, second])).toEqual(['sent', 'team-duplicate'])
    await compares(ben, lea)
    await exchangeAll(lea, ben)
    expect(await ben.desk.call('team.describe', null)).toMatchObject({ comparesDestinations: true })
    expect(await paidAtOnce(newAmount(), [lea, first], [ben, second])).toEqual(['sent', 'sent'])
  })

  it('is the same after a restart', async () => {
    const [lea, ben] = await pair()
    const before = await digestAt(ben)
    const events = () => sql(cluster, database, `SELECT kind, desk_id FROM team_journal.event
      WHERE kind IN ('exchange-key', 'destination-key-made', 'destination-key-given') ORDER BY kind, desk_id`)
    const known = await events()
    expect(known.map(({ kind }) => kind)).toEqual(['destination-key-given', 'destination-key-made', 'exchange-key', 'exchange-key'])
    const restarted = [await again(lea), await again(ben)] as const
    await exchangeAll(...restarted)
    expect(await digestAt(restarted[1])).toBe(before)
    // Nothing is handed over a second time.
    expect(await events()).toEqual(known)
  })

  it('is replaced when an admission is withdrawn: the withdrawn desk does not have the next one', async () => {
    const [lea, ben, anna] = await trio()
    await compares(anna, ben)
    const before = await digestAt(ben)
    await lea.desk.call('team.withdrawAdmission', { deskId: (await idOf(ben)).deskId, reason: 'his computer was stolen' })
    await exchangeAll(lea, anna, ben)
    expect(await numberAt(lea)).toBe(2)
    expect(await digestAt(anna)).toBe(await digestAt(lea))
    expect(await digestAt(ben)).toBe(before)
    expect(await digestAt(lea)).not.toBe(before)
    expect([await numberAt(lea), await numberAt(anna), await numberAt(ben)]).toEqual([2, 2, 1])
    // Anna's desk has compared him too, and hands him nothing either.
    const given = await sql(cluster, database, `SELECT facts::jsonb->'record'->>'to' AS "to" FROM team_journal.event
      WHERE kind = 'destination-key-given' AND (facts::jsonb->'record'->>'number')::int = 2`)
    expect(given).toEqual([{ to: (await idOf(anna)).deskId }])
    // Once for each withdrawal.
    const restarted = await again(lea)
    await exchangeAll(restarted, anna)
    expect(await numberAt(restarted)).toBe(2)
  })

  it('that was lost with its only desk is generated again when that desk’s admission is withdrawn', async () => {
    const [lost, lea] = [await joined('lea'), await joined('lea')]
    await compares(lost, lea)
    await exchangeAll(lost, lea)
    expect([await numberAt(lost), await numberAt(lea)]).toEqual([1, null])
    const { deskId: lostId } = await idOf(lost)
    await lost.desk.end()
    await lea.desk.call('team.withdrawAdmission', { deskId: lostId, reason: 'the computer is lost' })
    const ben = await joined('ben')
    await compares(lea, ben)
    await compares(ben, lea)
    await exchangeAll(lea, ben)
    expect(await digestAt(ben)).toBe(await digestAt(lea))
    expect(await numberAt(ben)).toBe(1)
  })

  it('is deleted at a desk that left, and handed over again once it is admitted again', async () => {
    const [lea, ben] = await pair()
    const before = await digestAt(lea)
    await ben.desk.call('team.leave', { reason: 'moved' })
    expect(await digestAt(ben)).not.toBe(before)
    for (const entry of ['team-destination-key', 'team-exchange-key']) {
      expect(await ben.stores.get(entry)).toEqual({ ok: true, value: null })
    }
    await ben.join('ben', { waits: true })
    await exchangeAll(lea, ben)
    expect(await numberAt(ben)).toBeNull()
    await compares(lea, ben)
    await compares(ben, lea)
    await exchangeAll(lea, ben)
    expect(await digestAt(ben)).toBe(before)
  })

  it('that a desk lost is read from its handover; the desk that generated it gets it from the others', async () => {
    const [lea, ben] = await pair()
    const before = await digestAt(lea)
    await ben.stores.delete('team-destination-key')
    const benAgain = await again(ben)
    await exchangeAll(lea, benAgain)
    expect(await digestAt(benAgain)).toBe(before)

    for (const entry of ['team-destination-key', 'team-exchange-key']) await lea.stores.delete(entry)
    const leaAgain = await again(lea)
    await exchangeAll(leaAgain, benAgain)
    expect(await digestAt(leaAgain)).toBe(before)
  })

  it('that is damaged is refused, and not replaced until the desk leaves and joins again', async () => {
    const [lea, ben] = await pair()
    await ben.stores.put('team-destination-key', Buffer.from('what another program wrote'), 'keychain')
    const restarted = await again(ben)
    await exchangeAll(lea, restarted)
    const refusal = await restarted.desk.refused('payments.review', await payout(restarted, newAmount(), first))
    expect(refusal).toMatchObject({ code: 'keychain-doubtful', detail: expect.stringMatching(/is damaged.*leave the team and join it again/) })
    const kept = await ben.stores.get('team-destination-key')
    expect(kept.ok && kept.value?.value.toString()).toBe('what another program wrote')
    await restarted.desk.call('team.leave', { reason: 'the key is damaged' })
    expect(await digestAt(restarted)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is one key for both even if two first desks generate theirs at the same moment', async () => {
    const [lea, ben] = [await joined('lea'), await joined('ben')]
    // As if both had read the events before either published its own.
    for (const member of [lea, ben]) {
      await member.vault.makeDestinationKey({ deskId: (await idOf(member)).deskId, number: 5 })
    }
    await compares(lea, ben)
    await compares(ben, lea)
    await exchangeAll(lea, ben)
    expect(await digestAt(ben)).toBe(await digestAt(lea))
    expect([await numberAt(lea), await numberAt(ben)]).toEqual([5, 5])
  })

  it('is in no row of the database and no line of its log, and in no event that the page receives', async () => {
    const [lea, ben] = await pair()
    const kept = await lea.stores.get('team-destination-key')
    const key = kept.ok ? kept.value!.value.toString().split('\n')[1]! : ''
    const forms = [key, Buffer.from(key, 'hex').toString('base64'), Buffer.from(key, 'hex').toString('base64url')]
    const [{ rows } = { rows: '' }] = await sql(cluster, database, `SELECT string_agg(e::text, ' ') AS rows FROM team_journal.event e`)
    expect(rows).toContain('destination-key-given')
    for (const form of forms) {
      expect(form.length).toBeGreaterThan(40)
      expect(rows).not.toContain(form)
      expect(cluster.log()).not.toContain(form)
      for (const { desk } of [lea, ben]) expect(JSON.stringify(desk.events)).not.toContain(form)
    }
  })
})
