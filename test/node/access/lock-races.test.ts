/** Locks, unlocks and set-ups that meet half-way: the desk is never left between them. */
import { afterEach, expect, it } from 'vitest'
import type { LockableVault } from '../../../electron/desk/services.ts'
import { createMemoryKeychain } from '../../../electron/vault/memory-keychain.ts'
import { closeAll, open, type OpenOptions, type TestDesk } from '../desk/support.ts'
import { memoryVault, minute, passphrase } from './support.ts'

afterEach(closeAll)

/** A desk that Ada has protected, over a vault some of whose methods a test takes the place of later. */
async function openOver(system: OpenOptions['system'] = {}) {
  const vault = memoryVault(createMemoryKeychain())
  const instead: Partial<LockableVault> = {}
  const ownVault = new Proxy(vault, {
    get: (target, name) => Reflect.get(instead, name) as unknown ?? Reflect.get(target, name) as unknown,
  })
  const desk = await open({ ownVault, system })
  const state = await desk.call('access.setUp', { name: 'Ada Administrator', passphrase })
  if (state.state !== 'unlocked') expect.fail('the set-up did not unlock')
  return { desk, vault, instead, proof: { personId: state.person.id, passphrase } }
}

const stateOf = async (desk: TestDesk) => (await desk.call('access.describe', null)).state

/** Holds a method of the vault: `begun` resolves when it was called, and it goes on after `goOn`. */
function held<Input, Answer>(method: (input: Input) => Promise<Answer>) {
  const begun = Promise.withResolvers<null>()
  const goOn = Promise.withResolvers<null>()
  return {
    begun: begun.promise,
    goOn: () => { goOn.resolve(null) },
    async method(input: Input) {
      begun.resolve(null)
      await goOn.promise
      return await method(input)
    },
  }
}

it('that was locked because nobody used it is unlocked however long that takes', async () => {
  const { desk, vault, instead, proof } = await openOver({ idleMs: () => null })
  await desk.clock.pass(10 * minute)
  await expect.poll(() => stateOf(desk)).toBe('locked')
  const opening = held(vault.unlockWithPassphrase)
  instead.unlockWithPassphrase = opening.method
  const unlocked = desk.calls['access.unlock']({ proof })
  await opening.begun
  for (let times = 0; times < 20; times++) await desk.clock.pass(minute)
  opening.goOn()
  expect(await unlocked).toMatchObject({ ok: true, value: { state: 'unlocked' } })
})
