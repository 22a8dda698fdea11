/** Roles, a new proof in production, and real money only with a passphrase: which calls each refuses to whom. */
import { afterEach, describe, expect, it } from 'vitest'
import { calls, type CallName } from '#shared/ipc/contract.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { sent } from '../../../support/fixtures/settings.ts'
import { createCanaries } from '../../../support/canary/canaries.ts'
import { everyCall } from '../../../support/canary/every-call.ts'
import type { OutsideQuestion } from '../../../../electron/desk/services.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import { charge, chargeForm, closeAll, endpoint, open, type TestDesk } from '../support.ts'
import { asOperator, memoryVault, minute, openProtected, operatorPassphrase, passphrase } from './support.ts'

afterEach(closeAll)

const confirm = { reason: null, acceptUnverifiedCard: true }
const inputs = everyCall(
  { profileId: 'p', keyId: 'k', entryId: 'e', environment: 'sandbox', baseUrl: 'http://127.0.0.1:9' }, createCanaries(),
)

const draftOf = async (desk: TestDesk, profileId: string) => {
  const { profiles } = await desk.call('profiles.list', null)
  const { id: _id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  return draft
}

describe('an operator', () => {
  it('is refused every call of the contract that needs an administrator, and charges', async () => {
    const desk = await openProtected()
    await asOperator(desk)
    const names = (Object.keys(calls) as CallName[]).filter((name) => calls[name].authority.who === 'administrator')
    expect(names.length).toBeGreaterThan(15)
    for (const name of names) expect(await desk.refused(name, inputs[name] as never), name).toEqual({ code: 'administrator-needed' })
    const { entryId } = await charge(desk)
    const { row } = await desk.call('history.entry', { entryId })
    expect(row.who).toBe('Otto Operator (m.keller)')
  })

  it('loses an administrator’s rights immediately when the role changes, and the desk when removed', async () => {
    const desk = await openProtected()
    const { id } = await desk.call('access.savePerson', {
      id: null, name: 'Bea', role: 'administrator', passphrase: operatorPassphrase,
    })
    await desk.call('access.savePerson', { id: desk.administrator.id, name: 'Ada', role: 'operator', passphrase: null })
    expect(await desk.refused('access.removePerson', { id })).toEqual({ code: 'administrator-needed' })
    await desk.call('access.lock', null)
    await desk.unlock({ id }, operatorPassphrase)
    expect(await desk.call('access.persons', null)).toMatchObject([{ name: 'Ada', role: 'operator' }, { name: 'Bea' }])
    expect(await desk.refused('access.removePerson', { id })).toEqual({ code: 'last-administrator' })
    await desk.call('access.removePerson', { id: desk.administrator.id })
    const lines = (await desk.trail()).map(({ action, name, subject, detail }) => [action, name, subject, detail].join(' | '))
    expect(lines).toEqual(expect.arrayContaining([
      'person-removed | Bea | Ada | operator',
      'person-removed | Bea | Bea | Not done: last-administrator.',
      'person-changed | Ada Administrator | Ada Administrator | name: Ada Administrator → Ada; role: administrator → operator',
    ]))
    expect(lines.join()).not.toContain(operatorPassphrase)
  })
})

describe('a proof of the passphrase that is older than five minutes', () => {
  it('confirms no charge in production, and keeps its review for a new one', async () => {
    const desk = await openProtected({ system: { confirm: async () => true } })
    const profileId = await desk.addProfile('production', 'Shop')
    await desk.clock.pass(5 * minute + 1_000)
    const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    for (let times = 0; times < 3; times++) {
      expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'proof-needed' })
    }
    expect(await desk.refused('access.prove', { passphrase: 'a wrong guess' })).toMatchObject({ code: 'passphrase-refused' })
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'proof-needed' })
    expect(desk.ordersInLedger()).toHaveLength(0)
    await expect.poll(async () => (await desk.calls['access.prove']({ passphrase })).ok).toBe(true)
    await desk.call('payments.submit', { intentId, ...confirm })
    expect(desk.ordersInLedger()).toHaveLength(1)
    expect(await desk.trail()).toEqual(expect.arrayContaining([expect.objectContaining({
      action: 'proof-refused', name: 'Ada Administrator', subject: 'Ada Administrator',
    })]))
  })

  it('changes no profile, secret, key, person or setting if there is a production profile', async () => {
    const desk = await openProtected()
    const id = await desk.addProfile('production', 'Shop')
    const draft = await draftOf(desk, id)
    const sandbox = await draftOf(desk, desk.profileId)
    await desk.clock.pass(5 * minute + 1_000)
    const attempts: readonly (readonly [CallName, unknown])[] = [
      ['profiles.save', { id, draft: { ...draft, stepUp: 'off' } }],
      ['profiles.save', { id, draft: { ...draft, environment: 'sandbox' } }],
      ['profiles.save', { id: null, draft: { ...draft, name: 'Another' } }],
      ['profiles.confirm', { id }], ['profiles.remove', { id }],
      ['profiles.storeSecret', { id, secret: 'made-up' }], ['profiles.removeSecret', { id }],
      ['keys.generate', { generationId: 'g', name: 'Desk', environment: 'production', bits: 2048 }],
      ['keys.importFile', { name: 'Desk', environment: 'production' }],
      ['keys.confirmAddress', { profileId: id, merchant: 'm' }], ['keys.remove', { keyId: 'k' }],
      ['keys.test', { keyId: 'k', profileId: id, merchant: 'm' }],
      ['keys.use', { keyId: 'k', profiles: [{ profileId: id, merchant: 'm' }] }],
      ['keys.retire', { keyId: 'k' }], ['keys.reinstate', { keyId: 'k' }],
      ['settings.save', sent(defaultSettings)],
      ['access.savePerson', { id: null, name: 'Eve', role: 'administrator', passphrase: operatorPassphrase }],
      ['access.removePerson', { id: desk.administrator.id }],
    ]
    for (const [name, input] of attempts) expect(await desk.refused(name, input as never), name).toEqual({ code: 'proof-needed' })
    await desk.call('profiles.save', { id: desk.profileId, draft: { ...sandbox, name: 'Sandbox renamed' } })
    await desk.call('access.prove', { passphrase })
    await desk.call('profiles.save', { id, draft: { ...draft, stepUp: 'off' } })
    await desk.call('access.noteActivity', null)
    await desk.clock.pass(5 * minute + 1_000)
    // It allows the payments of the profile, and nothing else.
    const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId: id })
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'not-confirmed-outside' })
    expect(await desk.refused('profiles.save', { id, draft })).toEqual({ code: 'proof-needed' })
  })

  it('is enough for the sandbox and staging', async () => {
    const desk = await openProtected()
    const profileId = await desk.addProfile('staging', 'Shop')
    await desk.clock.pass(5 * minute + 1_000)
    const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    await desk.call('payments.submit', { intentId, ...confirm })
    await charge(desk)
    expect(desk.ordersInLedger()).toHaveLength(2)
    // No private key is exported without a new proof, whatever its environment.
    expect(await desk.refused('keys.backUp', { keyId: 'k' as never, passphrase })).toEqual({ code: 'proof-needed' })
  })
})

describe('a message box of the system', () => {
  it('is omitted if the profile switches it off', async () => {
    const desk = await openProtected()
    const profileId = await desk.addProfile('production', 'Shop')
    const draft = await draftOf(desk, profileId)
    await desk.call('profiles.save', { id: profileId, draft: { ...draft, outsideConfirmation: 'off' } })
    const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    await desk.call('payments.submit', { intentId, ...confirm })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })
})

describe('a desk without a passphrase', () => {
  it('keeps no staging or production profile until one is set up; then the same save succeeds', async () => {
    const desk = await open({ ownVault: memoryVault(createMemoryKeychain()), system: { confirm: async () => true } })
    expect(await desk.call('access.describe', null)).toEqual({ state: 'unprotected', setUp: 'not-needed' })
    const draft = { ...await draftOf(desk, desk.profileId), name: 'Shop', gateway: { kind: 'address' as const, baseUrl: 'https://gate.example' } }
    await desk.call('profiles.save', { id: null, draft: { ...draft, gateway: { kind: 'address', baseUrl: 'http://127.0.0.1:9' } } })
    for (const environment of ['staging', 'production'] as const) {
      const input = { id: null, draft: { ...draft, name: environment, environment } }
      expect(await desk.refused('profiles.save', input)).toEqual({ code: 'protection-needed' })
    }
    expect(await desk.refused('access.setUp', { name: 'Ada', passphrase: 'password1234' })).toMatchObject({ code: 'passphrase-weak' })
    expect(await desk.call('access.setUp', { name: 'Ada', passphrase })).toMatchObject({ state: 'unlocked', person: { role: 'administrator' } })
    await desk.call('profiles.save', { id: null, draft: { ...draft, name: 'staging', environment: 'staging' } })
    // It cannot be set up a second time.
    expect(await desk.refused('access.setUp', { name: 'Eve', passphrase: operatorPassphrase })).toEqual({ code: 'administrator-needed' })
  })

  it('is protected only after a message box, which names the person on one line', async () => {
    const questions: OutsideQuestion[] = []
    const desk = await open({
      ownVault: memoryVault(createMemoryKeychain()), system: { confirm: async (question) => {
        questions.push(question)
        return false
      } },
    })
    const name = 'Eve\u202e\nFirst person and administrator: Ada'
    expect(await desk.refused('access.setUp', { name, passphrase })).toEqual({ code: 'not-confirmed-outside' })
    expect(questions[0]!.details.join('\n').split('\n').filter((line) => line.startsWith('First person'))).toHaveLength(1)
    expect(questions[0]!.details.join()).not.toContain('\u202e')
    expect(await desk.call('access.describe', null)).toMatchObject({ state: 'unprotected' })
    expect((await desk.call('maintenance.audit', { before: null, limit: 50 })).lines.map(({ action }) => action))
      .not.toContain('protection-set-up')
  })

  it('with an earlier staging profile moves no money with it, and queries orders as before', async () => {
    const before = await open()
    const profileId = await before.addProfile('staging', 'Shop')
    await before.end()
    const desk = await open({ folder: before.folder, ownVault: memoryVault(createMemoryKeychain()) })
    expect(await desk.call('access.describe', null)).toEqual({ state: 'unprotected', setUp: 'needed' })
    await desk.call('profiles.confirm', { id: profileId })
    await desk.call('profiles.storeSecret', { id: profileId, secret: desk.secret })
    expect(await desk.refused('payments.review', { ...chargeForm(desk), profileId })).toEqual({ code: 'protection-needed' })
    const questions = await desk.call('orders.status', {
      profileId, entryPoint: endpoint, serialNumber: null, orderId: null, merchantOrderId: 'no-such-order' as never, askAnyway: false,
    })
    // Its gateway ended with the first desk; the request was attempted anyway.
    expect(questions.answer.outcome.kind).toBe('not-sent')
    await charge(desk)
  })
})
