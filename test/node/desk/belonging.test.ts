/** A stored secret and key sign only for their own merchant, whatever happens to the profile and its file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { MerchantKey, ProfileId } from '#shared/brands.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { merchantKeyAt } from '#shared/model/profiles/merchant.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { keyringMissing, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { writeEntry } from '../vault/support.ts'
import { profileAt } from './strange-gateway.ts'
import { chargeForm, closeAll, endpoint, open, type TestDesk } from './support.ts'

const missing = keyringMissing()
if (missing !== null) console.warn(`Profiles changed between two starts are not tested: ${missing}`)

afterEach(closeAll)

const viewOf = async (desk: TestDesk, id: ProfileId): Promise<ProfileView> =>
  (await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)!

async function change(desk: TestDesk, id: ProfileId, changes: Partial<ProfileDraft>): Promise<void> {
  const { profile: { id: _, ...draft } } = await viewOf(desk, id)
  await desk.call('profiles.save', { id, draft: { ...draft, ...changes } })
}

const status = (profileId: ProfileId) => ({
  profileId, entryPoint: endpoint, serialNumber: null, orderId: null, merchantOrderId: 'order-1' as never, askAnyway: false,
})
const statusV4 = (profileId: ProfileId) =>
  ({ profileId, entryPoint: endpoint, operation: 'status-v4', values: { merchantOrderId: 'order-1' }, confidential: {} }) as const
const audited = async (desk: TestDesk, action: string) =>
  (await desk.call('maintenance.audit', { before: null, limit: 50 })).lines.filter((line) => line.action === action)

describe('the base URL of a profile is changed to another gateway', () => {
  it('the stored secret does not sign for the new host: nothing arrives there until the secret is entered again', async () => {
    const desk = await open()
    const arrived: string[] = []
    const elsewhere = await profileAt(desk, (path) => {
      arrived.push(path)
      return 'type=validation-error\n'
    })
    const other = (await viewOf(desk, elsewhere)).profile.gateway
    await desk.call('profiles.remove', { id: elsewhere })
    const id = await desk.addProfile('sandbox', 'Shop')
    const before = (await viewOf(desk, id)).merchant

    await change(desk, id, { gateway: other })
    const refused = { code: 'secret-of-other-address', belongsTo: before }
    expect(await desk.refused('orders.status', status(id))).toEqual(refused)
    const review = await desk.call('payments.review', { ...chargeForm(desk), profileId: id })
    expect(await desk.refused('payments.submit', { intentId: review.intentId, reason: 'as agreed', acceptUnverifiedCard: true })).toEqual(refused)
    expect(arrived).toEqual([])
    expect(await viewOf(desk, id)).toMatchObject({ secret: 'other-address', secretFor: before })

    await desk.call('profiles.storeSecret', { id, secret: desk.secret })
    await desk.call('orders.status', status(id))
    expect(arrived).toHaveLength(1)
    expect(await viewOf(desk, id)).toMatchObject({ secret: 'stored' })
  })

  it.each<[string, Partial<ProfileDraft>]>([['login', { login: 'somebody' }], ['product word', { productWord: 'pay' }]])(
    'another %s has the same effect', async (_what, changes) => {
      const desk = await open()
      const id = await desk.addProfile('sandbox', 'Shop')
      await change(desk, id, changes)
      expect((await desk.refused('orders.status', status(id))).code).toBe('secret-of-other-address')
    },
  )

  it('another spelling of the same origin, or another path in it, is not a change', async () => {
    const desk = await open()
    const id = await desk.addProfile('sandbox', 'Shop')
    const { gateway } = (await viewOf(desk, id)).profile
    if (gateway.kind !== 'address') expect.fail('it has an address')
    await change(desk, id, { gateway: { kind: 'address', baseUrl: `${gateway.baseUrl.toUpperCase()}/` } })
    expect((await desk.call('orders.status', status(id))).answer.outcome.kind).toBe('refused')
  })
})

describe('a key that signs for one gateway', () => {
  async function deskWithKey() {
    const desk = await open()
    const id = await desk.addProfile('sandbox', 'Shop')
    const key = await desk.call('keys.generate', { generationId: 'g', name: 'Desk', environment: 'sandbox', bits: 2048 })
    await change(desk, id, { keyId: key.id })
    const before = (await viewOf(desk, id)).merchant!
    await change(desk, id, { login: 'somebody' })
    return { desk, id, before, now: (await viewOf(desk, id)).merchant! }
  }

  it('is not used for another one before a person, who sees both, confirms that, with an audit line', async () => {
    const { desk, id, before, now } = await deskWithKey()
    expect(await desk.refused('operations.perform', statusV4(id))).toEqual({ code: 'key-not-confirmed', belongsTo: [before] })
    expect(await viewOf(desk, id)).toMatchObject({ merchant: now, keyFor: [before] })

    await desk.call('keys.confirmAddress', { profileId: id, merchant: now })
    expect((await desk.call('operations.perform', statusV4(id))).outcome.kind).not.toBe('not-sent')
    const [line] = await audited(desk, 'key-confirmed')
    expect(line).toMatchObject({ subject: 'Desk', detail: `profile Shop: ${now}; before: ${before}` })
    expect((await viewOf(desk, id)).keyFor).toEqual([before, now].toSorted())
  })

  it('is not confirmed for another address than the one shown', async () => {
    const { desk, id, now } = await deskWithKey()
    const evil = merchantKeyAt('https://evil.example', 'gw', 'acme') as MerchantKey
    expect(await desk.refused('keys.confirmAddress', { profileId: id, merchant: evil })).toEqual({ code: 'confirmation-outdated' })
    await change(desk, id, { login: 'a-third' })
    expect(await desk.refused('keys.confirmAddress', { profileId: id, merchant: now })).toEqual({ code: 'confirmation-outdated' })
  })
})

describe.skipIf(missing !== null)('profiles.json is edited between two starts', () => {
  interface Edited {
    readonly keyring: TestKeyring
    readonly desk: TestDesk
    readonly id: ProfileId
    readonly other: ProfileId
  }
  interface File { readonly profiles: Record<string, unknown>[]; readonly confirmations: object }

  /** Two profiles whose secrets are in a keychain, and a change of the first one's part of the file. */
  async function edited(edit: (file: File) => void): Promise<Edited> {
    const keyring = await startKeyring()
    onTestFinished(() => keyring.stop())
    const first = await open({ keychain: keyring.env })
    const [id, other] = [await first.addProfile('sandbox', 'Shop'), await first.addProfile('sandbox', 'Other shop')]
    await first.end()
    const path = join(first.folder, 'profiles.json')
    const file = JSON.parse(readFileSync(path, 'utf8'))
    edit(file)
    writeFileSync(path, JSON.stringify(file))
    const desk = await open({ keychain: keyring.env, folder: first.folder })
    return { keyring, desk, id, other }
  }
  const shop = (file: File) => file.profiles.find(({ name }) => name === 'Shop')!

  it.each<[string, (profile: Record<string, unknown>) => void, string | RegExp]>([
    ['its base URL', (profile) => { profile.gateway = { kind: 'address', baseUrl: 'http://127.0.0.1:9' } }, 'gateway.baseUrl'],
    ['a path, so that a status query becomes another operation', (profile) => {
      profile.switches = { ...profile.switches as object, paths: { status: '/v2/order-status/' } }
    }, 'switches.paths.status'],
    ['its proxy', (profile) => { profile.route = { kind: 'proxy', url: 'http://127.0.0.1:9' } }, 'route.kind'],
    ['its certificate authorities', (profile) => { profile.authorities = ['MIIB'] }, /^authorities\.[0-9a-f:]{95}$/],
  ])('%s: is reported at the start, signs nothing and cannot be signed in passing, until a person confirms the difference', async (_what, edit, path) => {
    const { desk, id, other, keyring } = await edited((file) => { edit(shop(file)) })
    expect((await viewOf(desk, id)).blocked).toEqual({ kind: 'not-confirmed', reason: 'changed' })
    expect((await viewOf(desk, other)).blocked).toBeNull()

    const refused = { code: 'profile-not-confirmed' }
    const sentBefore = desk.ledger().length
    expect(await desk.refused('orders.status', status(id))).toEqual(refused)
    expect(await desk.refused('payments.review', { ...chargeForm(desk), profileId: id })).toEqual(refused)
    expect(await desk.refused('profiles.storeSecret', { id, secret: 'x' })).toEqual(refused)
    const { id: _, ...draft } = (await viewOf(desk, id)).profile
    expect(await desk.refused('profiles.save', { id, draft: { ...draft, name: 'Renamed', authorities: undefined } })).toEqual(refused)
    expect(desk.ledger()).toHaveLength(sentBefore)

    expect((await desk.call('profiles.differences', { id })).map((one) => one.path)).toContainEqual(expect.stringMatching(path))
    await desk.call('profiles.confirm', { id })
    expect((await viewOf(desk, id)).blocked).toBeNull()
    expect(await audited(desk, 'profile-confirmed')).toMatchObject([{ subject: 'Shop' }])
    await desk.end()
    const later = await open({ keychain: keyring.env, folder: desk.folder })
    expect((await viewOf(later, id)).blocked).toBeNull()
  })

  it('a confirmation is removed or replaced by another profile\'s: nothing is sent with either profile', async () => {
    const { desk, id, other } = await edited((file) => {
      const ids = file.profiles.map(({ id: one }) => one as string)
      const confirmations = file.confirmations as Record<string, unknown>
      delete confirmations[ids[1]!]
      confirmations[ids[2]!] = { content: '{}', number: 1, keyId: 'k', signature: '' }
    })
    expect((await viewOf(desk, id)).blocked).toEqual({ kind: 'not-confirmed', reason: 'unsigned' })
    expect((await viewOf(desk, other)).blocked).toEqual({ kind: 'not-confirmed', reason: 'unknown-key' })
    expect(await desk.refused('orders.status', status(id))).toEqual({ code: 'profile-not-confirmed' })
    expect((await desk.call('profiles.differences', { id })).every(({ before }) => before === null)).toBe(true)
    await desk.call('profiles.remove', { id })
    expect((await desk.call('profiles.list', null)).profiles.map(({ profile }) => profile.id)).not.toContain(id)
  })

  it('a confirmation is missing and the secret bound to no address: refused at each start, until a person confirms and enters them again', async () => {
    const { desk: first, id, keyring } = await edited((file) => {
      delete (file.confirmations as Record<string, unknown>)[shop(file).id as string]
    })
    writeEntry(keyring, `secret-${id}`, Buffer.from('{"record":"secret","environment":"sandbox"}\nthe-secret'))
    const blocked = { kind: 'not-confirmed', reason: 'unsigned' }
    expect(await viewOf(first, id)).toMatchObject({ blocked, secretFor: null })
    expect(await first.refused('orders.status', status(id))).toEqual({ code: 'profile-not-confirmed' })
    await first.end()

    const desk = await open({ keychain: keyring.env, folder: first.folder })
    expect(await viewOf(desk, id)).toMatchObject({ blocked, secretFor: null })
    await desk.call('profiles.confirm', { id })
    expect((await viewOf(desk, id)).blocked).toBeNull()
    expect(await desk.refused('orders.status', status(id))).toMatchObject({ code: 'keychain-doubtful' })
    const { merchant } = await viewOf(desk, id)
    await desk.call('profiles.storeSecret', { id, secret: desk.secret })
    expect(await viewOf(desk, id)).toMatchObject({ blocked: null, secret: 'stored', secretFor: merchant })
  })

  it('the active profile is not part of the signed content', async () => {
    const { desk, id } = await edited((file) => { Object.assign(file, { activeId: shop(file).id }) })
    expect((await desk.call('profiles.list', null)).activeId).toBe(id)
    expect((await viewOf(desk, id)).blocked).toBeNull()
  })
})
