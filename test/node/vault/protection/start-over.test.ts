import { describe, expect, test } from 'vitest'
import { contentOf } from '#shared/model/profiles/profile-content.ts'
import { builtInProfile } from '../../../../electron/main/installation/built-in-profile.ts'
import type { VaultPort } from '../../../../electron/vault/port.ts'
import { createCutKeychain, cuts, type Cut, type CutKeychain } from './cut-keychain.ts'
import { controlSecret, createDesk, failure, otherPassphrase, passphrase, profile, value } from './support.ts'

const content = contentOf(builtInProfile as never)

/** A desk of two people with a secret, a key and a signed journal, as a program that reads the keychain finds it. */
async function protectedKeychain() {
  const keychain = createCutKeychain()
  const port = createDesk(keychain).start()
  await value(port.storeSecret({ ...profile, secret: controlSecret, keep: 'keychain' }))
  await value(port.signRemovals({ digests: ['a'.repeat(64)], signedBefore: false, position: 1 }))
  const signedBefore = await value(port.signProfile({ content, number: 1 }))
  const plainProfileKey = Buffer.from(keychain.entries.get('profile-key')!)
  const ada = await value(port.setUpProtection({ name: 'Ada', passphrase }))
  await value(port.savePerson({ id: null, name: 'Bea', role: 'operator', passphrase: otherPassphrase }))
  await value(port.keepJournalEnd({ position: 3, link: 'b'.repeat(64), at: '2026-01-01T12:00:00Z' }))
  return { keychain, ada, signedBefore, plainProfileKey }
}

const restart = (keychain: CutKeychain): VaultPort => {
  keychain.repair()
  return createDesk(keychain).start()
}

/** Expects the state of a new desk. */
async function expectFirstDay(keychain: CutKeychain, port: VaultPort): Promise<void> {
  expect(await value(port.protection())).toEqual({ kind: 'none' })
  expect([...keychain.entries.keys()]).toEqual([])
  expect(await value(port.hasSecret(profile))).toBe(false)
  expect(await value(port.listKeys())).toEqual([])
  expect(await value(port.journalEnd())).toBe(null)
}

describe('starting over without a passphrase', () => {
  test('leaves no secret, key, person or waiting time, and a desk that can be protected again', async () => {
    const { keychain, ada } = await protectedKeychain()
    const locked = restart(keychain)
    expect((await failure(locked.unlockWithPassphrase({ personId: ada.id, passphrase: 'wrong' }))).code).toBe('passphrase-refused')
    await value(locked.startOver())
    await expectFirstDay(keychain, locked)
    const eve = await value(locked.setUpProtection({ name: 'Eve', passphrase: otherPassphrase }))
    const again = restart(keychain)
    expect(await value(again.unlockWithPassphrase({ personId: eve.id, passphrase: otherPassphrase }))).toEqual(eve)
  })

  test('is finished after an interruption at any write, before any other call is answered', async () => {
    const whole = (await protectedKeychain()).keychain.copy()
    const before = whole.writes()
    await value(createDesk(whole).start().startOver())
    const writes = whole.writes() - before
    expect(writes).toBeGreaterThan(7)
    const { keychain: untouched, ada } = await protectedKeychain()
    const ways: [number, Cut][] = cuts.flatMap((cut) =>
      Array.from({ length: writes }, (_, write): [number, Cut] => [write + 1, cut]))
    for (const [write, cut] of ways) {
      const keychain = untouched.copy()
      keychain.cutAt(write, cut)
      await expect(createDesk(keychain).start().startOver(), `cut ${cut} at ${write}`).rejects.toThrow()
      const port = restart(keychain)
      const unlocked = await port.unlockWithPassphrase({ personId: ada.id, passphrase })
      // Before its first write it had not started.
      expect(unlocked.ok, `cut ${cut} at ${write}`).toBe(write === 1 && cut === 'before')
      if (!unlocked.ok) await expectFirstDay(keychain, port)
    }
  })

  test('trusts no earlier signature, even if its key is restored as it was before the protection', async () => {
    const { keychain, signedBefore, plainProfileKey } = await protectedKeychain()
    keychain.entries.set('profile-key', plainProfileKey)
    const port = restart(keychain)
    await value(port.startOver())
    expect(keychain.entries.has('profile-key')).toBe(false)
    expect(await value(port.checkConfirmation({ confirmation: signedBefore }))).toBe('unknown-key')
    const signed = await value(port.signProfile({ content, number: 1 }))
    expect(signed?.keyId).not.toBe(signedBefore?.keyId)
    await value(port.setUpProtection({ name: 'Eve', passphrase }))
    expect(await value(port.checkConfirmation({ confirmation: signed }))).toBe('valid')
    expect(await value(port.checkConfirmation({ confirmation: signedBefore }))).toBe('unknown-key')
  })

  test('uses another key for the journal’s heads, and reports from where on it signs', async () => {
    const { keychain } = await protectedKeychain()
    const port = restart(keychain)
    await value(port.startOver())
    const signed = await value(port.signRemovals({ digests: ['c'.repeat(64)], signedBefore: true, position: 4 }))
    expect(await value(port.journalHeadKey({ signedBefore: true }))).toMatchObject({ keyId: signed!.keyId, since: 4 })
  })

  test('does nothing to an unprotected desk', async () => {
    const keychain = createCutKeychain()
    const port = createDesk(keychain).start()
    await value(port.storeSecret({ ...profile, secret: controlSecret, keep: 'keychain' }))
    await value(port.startOver())
    expect(await value(port.hasSecret(profile))).toBe(true)
  })
})
