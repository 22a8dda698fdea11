/** Removed people leave nothing behind that signs or that excludes others. */
import { expect, test } from 'vitest'
import { maxEntryBytes, maxRecordBytes } from '../../../../electron/vault/keychain/keychain.ts'
import { createDesk, failure, otherPassphrase, passphrase, value } from './support.ts'

test('an administrator who removed themselves can no longer sign, even with a key from before the set-up', async () => {
  const port = createDesk().start()
  await value(port.signProfile({ content: 'before the set-up', number: 1 }))
  const ada = await value(port.setUpProtection({ name: 'Ada', passphrase }))
  await value(port.savePerson({ id: null, name: 'Bea', role: 'administrator', passphrase: otherPassphrase }))
  await value(port.signProfile({ content: 'while unlocked', number: 1 }))
  await value(port.removePerson({ id: ada.id }))
  expect(await failure(port.signProfile({ content: 'afterwards', number: 1 }))).toEqual({ code: 'vault-locked' })
})

test('counts of wrong passphrases of removed people do not use up the space for others', async () => {
  const { keychain, clock, start } = createDesk()
  const port = start()
  const ada = await value(port.setUpProtection({ name: 'Ada', passphrase }))
  for (let count = 0; count < 70; count += 1) {
    const person = { id: null, name: `Person ${count}`, role: 'operator', passphrase: otherPassphrase } as const
    const { id } = await value(port.savePerson(person))
    clock.monotonic += 60_000
    expect((await port.unlockWithPassphrase({ personId: id, passphrase: 'wrong' })).ok).toBe(false)
    await value(port.removePerson({ id }))
  }
  const tries = await keychain.get('tries')
  expect(tries.ok && tries.value?.length).toBeLessThan(maxEntryBytes / 4)
  clock.monotonic += 60_000
  expect(await value(port.unlockWithPassphrase({ personId: ada.id, passphrase }))).toEqual(ada)
})

test('a password of a team’s database that would not fit when encrypted is refused before the encryption too', async () => {
  const port = createDesk().start()
  const longest = maxRecordBytes - '{"record":"team-password","server":"s"}\n'.length
  const store = (length: number) =>
    port.storeTeamPassword({ server: 's', password: 'x'.repeat(length), keep: 'keychain' })
  expect(await failure(store(longest + 1))).toMatchObject({ code: 'not-storable' })
  await value(store(longest))
})
