/** Locks, unlocks and set-ups that overlap: the desk is never left between two states. */
import { afterEach, expect, it } from 'vitest'
import type { LockableVault } from '../../../../electron/desk/services.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import { sent } from '../../../support/fixtures/settings.ts'
import { closeAll, open, type OpenOptions, type TestDesk } from '../support.ts'
import { memoryVault, minute, passphrase } from './support.ts'

/** The button of the message box before a set-up is pressed. */
const confirm = async (): Promise<boolean> => true

afterEach(closeAll)

/** A desk that Ada has protected, over a vault with methods that a test replaces later. */
async function openOver(system: OpenOptions['system'] = {}) {
  const vault = memoryVault(createMemoryKeychain())
  const instead: Partial<LockableVault> = {}
  const ownVault = new Proxy(vault, {
    get: (target, name) => Reflect.get(instead, name) as unknown ?? Reflect.get(target, name) as unknown,
  })
  const desk = await open({ ownVault, system: { confirm, ...system } })
  const state = await desk.call('access.setUp', { name: 'Ada Administrator', passphrase })
  if (state.state !== 'unlocked') expect.fail('the set-up did not unlock')
  return { desk, vault, instead, proof: { personId: state.person.id, passphrase } }
}

const stateOf = async (desk: TestDesk) => (await desk.call('access.describe', null)).state

/** Suspends a method of the vault: `begun` resolves when it is called, and it continues after `goOn`. */
function held<Input, Answer>(method: (input: Input) => Promise<Answer>) {
  const begun = Promise.withResolvers<null>()
  const proceed = Promise.withResolvers<null>()
  return {
    begun: begun.promise,
    proceed: () => { proceed.resolve(null) },
    async method(input: Input) {
      begun.resolve(null)
      await proceed.promise
      return await method(input)
    },
  }
}

it('that was locked when idle is unlocked however long that takes', async () => {
  const { desk, vault, instead, proof } = await openOver({ idleMs: () => null })
  await desk.clock.pass(10 * minute)
  await expect.poll(() => stateOf(desk)).toBe('locked')
  const opening = held(vault.unlockWithPassphrase)
  instead.unlockWithPassphrase = opening.method
  const unlocked = desk.calls['access.unlock']({ proof })
  await opening.begun
  for (let times = 0; times < 20; times++) await desk.clock.pass(minute)
  opening.proceed()
  expect(await unlocked).toMatchObject({ ok: true, value: { state: 'unlocked' } })
})

it('stays locked if a lock comes during an unlock, and the audit trail has both', async () => {
  const { desk, vault, instead, proof } = await openOver()
  await desk.call('access.lock', null)
  const checking = held(vault.checkSettings)
  instead.checkSettings = checking.method
  const unlocked = desk.calls['access.unlock']({ proof })
  await checking.begun
  await desk.control.lock('suspend')
  checking.proceed()
  expect(await unlocked).toEqual({ ok: false, failure: { code: 'desk-locked' } })
  expect(await stateOf(desk)).toBe('locked')
  expect(vault.isRunning()).toBe(false)
  await desk.call('access.unlock', { proof })
  const { lines } = await desk.call('maintenance.audit', { before: null, limit: 200 })
  expect(lines.slice(0, 4).map(({ action, name, detail }) => [action, name, detail])).toEqual([
    ['vault-unlocked', 'Ada Administrator', ''],
    ['vault-locked', 'Ada Administrator', 'The computer went to sleep.'],
    ['vault-unlocked', 'Ada Administrator', ''],
    ['vault-locked', 'Ada Administrator', 'By the person.'],
  ])
})

it('can be unlocked after a defect ended an earlier attempt', async () => {
  const { desk, instead, proof } = await openOver()
  await desk.call('access.lock', null)
  for (const method of ['unlockWithPassphrase', 'checkSettings'] as const) {
    instead[method] = async () => { throw new Error('a defect') }
    await expect(desk.calls['access.unlock']({ proof })).rejects.toThrow('a defect')
    Reflect.deleteProperty(instead, method)
    expect(await stateOf(desk)).toBe('locked')
    expect(await desk.call('access.unlock', { proof })).toMatchObject({ state: 'unlocked' })
    await desk.call('access.lock', null)
  }
})

it('keeps its settings if a passphrase is set twice at once', async () => {
  const desk = await open({ ownVault: memoryVault(createMemoryKeychain()), system: { confirm } })
  const settings = { ...await desk.call('settings.read', null), lockAfterMinutes: 3 }
  await desk.call('settings.save', sent(settings))
  const person = { name: 'Ada Administrator', passphrase }
  const [first, second] = await Promise.all([desk.calls['access.setUp'](person), desk.calls['access.setUp'](person)])
  expect([first.ok, second.ok]).toEqual([true, false])
  expect(await desk.call('settings.read', null)).toEqual(settings)
})

it('ends the vault even if another part could not be stopped', async () => {
  const vault = memoryVault(createMemoryKeychain())
  const issuerPages = { visit: async () => ({ kind: 'closed' } as const), end: () => { throw new Error('a defect') } }
  const desk = await open({ ownVault: vault, issuerPages, system: { confirm } })
  const state = await desk.call('access.setUp', { name: 'Ada Administrator', passphrase })
  if (state.state !== 'unlocked') expect.fail('the set-up did not unlock')
  expect(await desk.call('access.lock', null)).toMatchObject({ state: 'locked' })
  expect(vault.isRunning()).toBe(false)
  const proof = { personId: state.person.id, passphrase }
  expect(await desk.call('access.unlock', { proof })).toMatchObject({ state: 'unlocked' })
})
