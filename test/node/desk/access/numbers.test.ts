/** Saving and removing at the same moment with a slow vault: every signature has its own number. */
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import type { LockableVault } from '../../../../electron/desk/services.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import { unlimited } from '../../../support/fixtures/limits.ts'
import { sent } from '../../../support/fixtures/settings.ts'
import { closeAll, open } from '../support.ts'
import { memoryVault, passphrase } from './support.ts'

afterEach(closeAll)

const limits = (charge: string) => [{ currency: 'USD', ...unlimited, charge }] as never

/** A protected desk whose vault signs only after other work that began meanwhile. */
async function slowlySigning(folder?: string, keychain = createMemoryKeychain()) {
  const vault = memoryVault(keychain)
  const begun = { signing: () => {} }
  const slow = new Proxy(vault, {
    get: (target, name) => name !== 'signProfile' && name !== 'signSettings' ? Reflect.get(target, name) as unknown
      : async (argument: never): Promise<unknown> => {
        begun.signing()
        for (let turn = 0; turn < 20; turn += 1) await setImmediate()
        return await target[name](argument)
      },
  }) satisfies LockableVault
  const desk = await open({
    ...folder !== undefined && { folder }, ownVault: slow, system: { confirm: async () => true },
  })
  const viewOf = async (id: ProfileId) =>
    (await desk.call('profiles.list', null)).profiles.find(({ profile }) => profile.id === id)
  return { desk, keychain, viewOf, begun, file: (name: string) => join(desk.folder, name) }
}

it('the earlier of two profiles saved at the same moment is not accepted when its file is restored', async () => {
  const { desk, keychain, viewOf, file } = await slowlySigning()
  await desk.call('access.setUp', { name: 'Ada Administrator', passphrase })
  const id = await desk.addProfile('staging', 'Acme')
  const { id: _id, ...draft } = (await viewOf(id))!.profile
  const high = desk.call('profiles.save', { id, draft: { ...draft, limits: limits('10000000') } })
    .then(() => { copyFileSync(file('profiles.json'), file('high.json')) })
  const low = desk.call('profiles.save', { id, draft: { ...draft, limits: limits('100') } })
  await Promise.all([high, low])
  expect(readFileSync(file('high.json'), 'utf8')).toContain('10000000')
  await desk.end()
  copyFileSync(file('high.json'), file('profiles.json'))
  const again = await slowlySigning(desk.folder, keychain)
  const state = await again.desk.call('access.describe', null)
  const [person] = state.state === 'locked' ? state.persons : []
  await again.desk.call('access.unlock', { proof: { personId: person!.id, passphrase } })
  expect((await again.viewOf(id))!.blocked).toEqual({ kind: 'not-confirmed', reason: 'older' })
})

it('settings saved at the same moment have different numbers', async () => {
  const { desk, file } = await slowlySigning()
  await desk.call('access.setUp', { name: 'Ada Administrator', passphrase })
  const numbers: number[] = []
  await Promise.all([8, 9, 10].map(async (lockAfterMinutes) => {
    await desk.call('settings.save', sent({ ...defaultSettings, lockAfterMinutes }))
    const { confirmation } = JSON.parse(readFileSync(file('settings.json'), 'utf8')) as { confirmation: { number: number } }
    numbers.push(confirmation.number)
  }))
  expect(new Set(numbers).size).toBe(3)
})

it('a profile that is removed while it is saved stays removed', async () => {
  const { desk, viewOf, begun } = await slowlySigning()
  await desk.call('access.setUp', { name: 'Ada Administrator', passphrase })
  const id = await desk.addProfile('staging', 'Acme')
  const { id: _id, ...draft } = (await viewOf(id))!.profile
  const signing = new Promise<void>((resolve) => { begun.signing = resolve })
  const saved = desk.calls['profiles.save']({ id, draft: { ...draft, limits: limits('100') } })
  await signing
  await desk.call('profiles.remove', { id })
  await saved
  expect(await viewOf(id)).toBe(undefined)
})
