/** The lifecycle of a key and of a secret at the desk: recorded steps, next steps, and refused ends. */
import { readFileSync } from 'node:fs'
import { createPrivateKey } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KeyId, MerchantKey, ProfileId } from '#shared/brands.ts'
import type { KeyLife } from '#shared/model/keys/key-life.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { writePieces } from '../../../electron/common/files/streamed-file.ts'
import type { VaultPort } from '../../../electron/vault/port.ts'
import { sent } from '../../support/fixtures/settings.ts'
import { closeAll, endpoint, open, type TestDesk } from './support.ts'

const dayMs = 86_400_000
const passphrase = 'tulip orbit candle'

let desk: TestDesk
let profileId: ProfileId
let folder: string
/** Replaces the vault's own method while it is set. */
let exporting: VaultPort['exportPublicKey'] | null
let choosesNone: boolean
beforeEach(async () => {
  exporting = null
  choosesNone = false
  desk = await open({
    vault: { exportPublicKey: (request) => (exporting ?? desk.vault.port.exportPublicKey)(request) },
    processingMs: dayMs,
    system: {
      chooseSaveDestination: async (name) => choosesNone
        ? null
        : { fileName: name, write: (pieces) => writePieces(join(folder, name), pieces) },
    },
  })
  folder = desk.folder
  profileId = await desk.addProfile('sandbox', 'Acme')
})
afterEach(closeAll)

const make = (name: string, replaces?: KeyId) => desk.call('keys.generate', {
  generationId: name, name, environment: 'sandbox', bits: 2048, ...replaces === undefined ? {} : { replaces },
})
const lives = () => desk.call('keys.lives', null)
async function lifeOf({ fingerprint }: { fingerprint: string }): Promise<KeyLife> {
  const life = (await lives()).keys.find((one) => one.fingerprint === fingerprint)
  return life ?? expect.fail('the key has no lifecycle')
}
const steps = (life: KeyLife) => life.moments.map(({ step }) => step)
async function merchantOf(id = profileId): Promise<MerchantKey> {
  const { profiles } = await desk.call('profiles.list', null)
  return profiles.find(({ profile }) => profile.id === id)!.merchant!
}
const use = async (keyId: KeyId) => desk.call('keys.use', { keyId, profiles: [{ profileId, merchant: await merchantOf() }] })
const test = async (keyId: KeyId) => desk.call('keys.test', { keyId, profileId, merchant: await merchantOf() })
/** Registers a public key, as gateway support does. */
async function register(keyId: KeyId): Promise<void> {
  await desk.sandbox.setPublicKey((await desk.call('keys.publicKey', { keyId })).pem)
}
/** Advances the time of the desk by days. */
const pass = (days: number) => desk.clock.pass(days * dayMs)

it('goes from creation to destruction, one step after the other', async () => {
  const first = await make('Desk 1')
  expect(await lifeOf(first)).toMatchObject({ state: 'created', next: 'export', isProven: false, replaceBy: null })
  await desk.call('keys.savePublicKey', { keyId: first.id })
  expect(await lifeOf(first)).toMatchObject({ state: 'exported', next: 'confirm-sent' })
  await desk.call('keys.noteStep', { keyId: first.id, step: 'sent' })
  expect(await lifeOf(first)).toMatchObject({ state: 'waiting', next: 'test' })

  // Support has not registered it yet: a test proves nothing, and the key keeps waiting.
  await register((await make('Another')).id)
  expect(await test(first.id)).toMatchObject({ isProven: false, line: { result: 'bad' } })
  expect(await lifeOf(first)).toMatchObject({ state: 'waiting', next: 'test' })
  await register(first.id)
  expect(await test(first.id)).toMatchObject({ isProven: true, line: { result: 'good' } })
  expect(await lifeOf(first)).toMatchObject({ state: 'proven', next: 'use', isProven: true })

  await use(first.id)
  expect(await lifeOf(first)).toMatchObject({ state: 'in-use', next: null, replaceBy: expect.any(String) })
  await pass(340)
  expect(await lifeOf(first)).toMatchObject({ next: 'replace', reminder: 'soon' })
  const second = await make('Desk 2', first.id)
  expect(await lifeOf(first)).toMatchObject({ successor: second.fingerprint, next: null })
  expect(await lifeOf(second)).toMatchObject({ predecessor: first.fingerprint, next: 'export' })

  await register(second.id)
  await test(second.id)
  await use(second.id)
  expect(await lifeOf(first)).toMatchObject({ state: 'switched', next: 'retire' })
  expect(await desk.refused('keys.remove', { keyId: first.id })).toEqual({ code: 'key-not-retired' })
  await desk.call('keys.retire', { keyId: first.id })
  expect(await lifeOf(first)).toMatchObject({ state: 'retired', next: 'destroy' })
  await desk.call('keys.remove', { keyId: first.id })
  const ended = await lifeOf(first)
  expect(ended).toMatchObject({ state: 'destroyed', keyId: null, name: 'Desk 1', next: null })
  expect(steps(ended)).toEqual([
    'created', 'exported', 'sent', 'proven', 'chosen', 'succeeded', 'left', 'retired', 'destroyed',
  ])
  expect(ended.moments.every(({ by }) => by === 'm.keller')).toBe(true)
}, 60_000)

it('has an audit line for each step with the whole fingerprint', async () => {
  const key = await make('Desk 1')
  await desk.call('keys.savePublicKey', { keyId: key.id })
  await desk.call('keys.noteStep', { keyId: key.id, step: 'sent' })
  await register(key.id)
  await test(key.id)
  await use(key.id)
  await desk.call('keys.backUp', { keyId: key.id, passphrase })
  const { lines } = await desk.call('maintenance.audit', { before: null, limit: 50 })
  for (const action of ['key-stored', 'public-key-exported', 'public-key-sent', 'key-confirmed', 'key-proven', 'profile-changed', 'key-backed-up']) {
    expect(lines.find((line) => line.action === action)?.detail, action).toContain(key.fingerprint)
  }
  // Pairs between colons: digits cannot form a card number.
  expect(key.fingerprint).toMatch(/^[0-9a-f]{2}(?::[0-9a-f]{2}){31}$/)
  expect(JSON.stringify(lines)).not.toContain(passphrase)
})

it('counts a key in use as proven after the first answer that shows it, once', async () => {
  const key = await make('Desk 1')
  await register(key.id)
  await use(key.id)
  expect(await lifeOf(key)).toMatchObject({ state: 'in-use', isProven: false, next: 'export' })
  for (let time = 0; time < 2; time += 1) await desk.call('profiles.testConnection', { id: profileId })
  const life = await lifeOf(key)
  expect(steps(life)).toEqual(['created', 'chosen', 'proven'])
  expect(life.moments.at(-1)?.about).toBe(await merchantOf())
})

it('returns a payment’s result even if what it proves about the key cannot be recorded', async () => {
  const key = await make('Desk 1')
  await register(key.id)
  await use(key.id)
  const { intentId } = await desk.call('payments.review', {
    profileId, entryPoint: endpoint, operation: 'payout-v4', confidential: { accountNumber: 'DE02120300000000202051' },
    values: { merchantOrderId: 'payout-2', amount: '10.15', currency: 'USD' },
  })
  exporting = async () => { throw new Error('a defect of the vault') }
  const answer = await desk.call('payments.submit', { intentId, reason: null, acceptUnverifiedCard: false })
  expect(answer.outcome.kind).toBe('accepted')
  expect(desk.ordersInLedger()).toHaveLength(1)
})

it('does not end for a key that a profile signs with, or that only can query open outcomes', async () => {
  const key = await make('Desk 1')
  await register(key.id)
  await use(key.id)
  for (const call of ['keys.retire', 'keys.remove'] as const) {
    expect(await desk.refused(call, { keyId: key.id })).toEqual({ code: 'key-in-use', profiles: ['Acme'] })
  }
  const { intentId } = await desk.call('payments.review', {
    profileId, entryPoint: endpoint, operation: 'payout-v4', confidential: { accountNumber: 'DE02120300000000202051' },
    values: { merchantOrderId: 'payout-1', amount: '10.15', currency: 'USD' },
  })
  await desk.call('payments.submit', { intentId, reason: null, acceptUnverifiedCard: false })
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  await desk.call('profiles.save', { id, draft: { ...draft, keyId: null }, openOutcomes: { reason: 'r', sameMerchant: true } })
  for (const call of ['keys.retire', 'keys.remove'] as const) {
    expect(await desk.refused(call, { keyId: key.id })).toEqual({ code: 'key-needed', openOutcomes: 1 })
  }
  // With another key in the profile, the status can be queried only once the gateway is known to accept that key.
  const other = await make('Desk 2')
  await use(other.id)
  expect(await desk.refused('keys.retire', { keyId: key.id })).toEqual({ code: 'key-needed', openOutcomes: 1 })
  await register(other.id)
  await test(other.id)
  await desk.call('keys.retire', { keyId: key.id })
  expect(await lifeOf(key)).toMatchObject({ state: 'retired' })
})

it('allows a retired key in no profile until its retirement is undone', async () => {
  const key = await make('Desk 1')
  await desk.call('keys.retire', { keyId: key.id })
  const merchant = await merchantOf()
  expect(await desk.refused('keys.use', { keyId: key.id, profiles: [{ profileId, merchant }] })).toEqual({ code: 'key-retired' })
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  expect(await desk.refused('profiles.save', { id, draft: { ...draft, keyId: key.id } })).toEqual({ code: 'key-retired' })
  await desk.call('keys.reinstate', { keyId: key.id })
  await use(key.id)
  expect(await lifeOf(key)).toMatchObject({ state: 'in-use' })
})

it('allows no use or test of a key for another merchant than the one shown, nor across environments', async () => {
  const key = await make('Desk 1')
  const shown = { profileId, merchant: 'https://other.example gw acme' as MerchantKey }
  expect(await desk.refused('keys.use', { keyId: key.id, profiles: [shown] })).toEqual({ code: 'confirmation-outdated' })
  expect(await desk.refused('keys.test', { keyId: key.id, ...shown })).toEqual({ code: 'confirmation-outdated' })
  const staging = await desk.call('keys.generate', { generationId: 's', name: 'Staging', environment: 'staging', bits: 2048 })
  const right = { profileId, merchant: await merchantOf() }
  for (const refused of [
    await desk.refused('keys.use', { keyId: staging.id, profiles: [right] }), await desk.refused('keys.test', { keyId: staging.id, ...right }),
    await desk.refused('keys.generate', { generationId: 'x', name: 'x', environment: 'sandbox', bits: 2048, replaces: staging.id }),
  ]) expect(refused).toEqual({ code: 'wrong-environment', belongsTo: 'staging' })
})

it('includes a backup that only its owner can read, with only ciphertext, and that restores the key', async () => {
  const key = await make('Desk 1')
  expect(await desk.refused('keys.backUp', { keyId: key.id, passphrase: 'password1234' })).toMatchObject({ code: 'passphrase-weak' })
  const { fileName } = await desk.call('keys.backUp', { keyId: key.id, passphrase })
  const text = readFileSync(join(folder, fileName), 'utf8')
  expect(text).toContain(key.fingerprint)
  expect(text).not.toMatch(/BEGIN (RSA )?PRIVATE KEY/)
  expect(() => createPrivateKey(text)).toThrow()
  await desk.call('keys.remove', { keyId: key.id })
  const restored = await desk.call('keys.importText', { name: 'Desk 1 again', environment: 'sandbox', pem: text, passphrase })
  expect(restored.fingerprint).toBe(key.fingerprint)
  expect(steps(await lifeOf(key))).toEqual(['created', 'backed-up', 'destroyed', 'imported'])
})

it('has no line for a backup that was cancelled in the save dialog, and a clear pair of lines for one that could not be written', async () => {
  const key = await make('Desk 1')
  const lines = async () => (await desk.call('maintenance.audit', { before: null, limit: 50 })).lines
    .flatMap(({ action, detail }) => action === 'key-backed-up' ? [detail] : [])
  choosesNone = true
  expect(await desk.refused('keys.backUp', { keyId: key.id, passphrase })).toEqual({ code: 'cancelled' })
  expect(await lines()).toEqual([])
  choosesNone = false
  folder = join(folder, 'gone')
  expect(await desk.refused('keys.backUp', { keyId: key.id, passphrase })).toEqual({
    code: 'file-unwritable', detail: 'Reason: the folder is missing.',
  })
  expect(await lines()).toEqual(['Not done: file-unwritable.', `sandbox, fingerprint ${key.fingerprint}`])
  expect(steps(await lifeOf(key))).toEqual(['created'])
})

it('lets a profile choose only a key of its own environment (§5.2)', async () => {
  const key = await make('Desk 1')
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  const gateway = { kind: 'address' as const, baseUrl: 'https://gate.example' }
  const staging = { ...draft, name: 'Acme staging', environment: 'staging' as const, gateway, keyId: key.id }
  expect(await desk.refused('profiles.save', { id: null, draft: staging })).toEqual({
    code: 'profile-invalid', problems: [{ field: 'keyId', code: 'key-of-other-environment' }],
  })
  expect(await desk.call('profiles.save', { id, draft: { ...draft, keyId: key.id } })).toEqual({ id })
})

it('reverts a step whose change was not made after all', async () => {
  const key = await make('Desk 1')
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  const wrong = { ...draft, keyId: key.id, gateway: { kind: 'address' as const, baseUrl: 'ftp://x' } }
  expect(await desk.refused('profiles.save', { id, draft: wrong })).toMatchObject({ code: 'profile-invalid' })
  expect(steps(await lifeOf(key))).toEqual(['created'])
  expect(await lifeOf(key)).toMatchObject({ state: 'created' })
})

it('counts the age of a control secret from when it was stored, and by whom', async () => {
  await desk.call('settings.save', sent({ ...defaultSettings, replaceAfterDays: 90 }))
  const age = async () => (await lives()).secrets.find((secret) => secret.profileId === profileId)
  expect(await age()).toMatchObject({ profileName: 'Acme', isReplacement: false, reminder: null, stored: { by: 'm.keller' } })
  await pass(61)
  expect(await age()).toMatchObject({ reminder: 'soon' })
  await pass(30)
  expect(await age()).toMatchObject({ reminder: 'due' })
  await desk.call('profiles.storeSecret', { id: profileId, secret: 'another' })
  expect(await age()).toMatchObject({ reminder: null, isReplacement: true })
  await desk.call('profiles.removeSecret', { id: profileId })
  expect(await age()).toBeUndefined()
})
