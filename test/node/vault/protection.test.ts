import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyringMissing, NO_KEYRING, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { createInstallation, entriesThere, failure, merchant, readEntry, value, type Installation } from './support.ts'

const missing = keyringMissing()
if (missing !== null) console.warn(`The protection is not tested against a real keychain: ${missing}`)

const secret = 'D2B8-control-secret-of-a-test'
const profile = { secretId: 'profile-1', environment: 'staging', merchant } as const
const passphrase = 'unlit harbor fennel'
const nextPassphrase = 'violet turbine gravel'

let installation: Installation

beforeEach(() => { installation = createInstallation() })
afterEach(() => installation.remove())

describe.skipIf(missing !== null)(`over a real keychain${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let keyring: TestKeyring

  beforeEach(async () => { keyring = await startKeyring() })
  afterEach(() => keyring.stop())

  test('a desk is protected, locked by a kill, unlocked with the full key derivation, and its passphrase changed', async () => {
    const vault = installation.start(keyring.env)
    const { port } = vault
    await value(port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    expect(readEntry(keyring, 'secret-profile-1').toString()).toContain(secret)
    const ada = await value(port.setUpProtection({ name: 'Ada', passphrase }))
    expect(readEntry(keyring, 'secret-profile-1').toString('latin1')).not.toContain(secret)
    expect(readEntry(keyring, 'secret-profile-1')[0]).toBe(1)

    await vault.lock()
    expect(await failure(port.describe())).toEqual({ code: 'vault-locked' })
    await vault.unlock()
    expect(await failure(port.describe())).toEqual({ code: 'vault-locked' })
    // The process responds while the key is derived.
    const order: string[] = []
    const unlocking = value(port.unlockWithPassphrase({ personId: ada.id, passphrase })).then(() => order.push('unlocked'))
    const pending = value(port.protection()).then((protection) => {
      order.push('asked')
      expect(protection).toMatchObject({ kind: 'set-up', persons: [ada] })
    })
    await Promise.all([unlocking, pending])
    expect(order).toEqual(['asked', 'unlocked'])
    expect(await value(port.control({ ...profile, textBeforeSecret: 'a' })))
      .toBe(createHash('sha1').update(`a${secret}`).digest('hex'))
    await value(port.changePassphrase({ current: passphrase, next: nextPassphrase }))

    await vault.lock()
    await vault.unlock()
    expect(await failure(port.unlockWithPassphrase({ personId: ada.id, passphrase })))
      .toMatchObject({ code: 'passphrase-refused', why: 'wrong' })
    const next = { personId: ada.id, passphrase: nextPassphrase }
    await expect.poll(async () => (await port.unlockWithPassphrase(next)).ok).toBe(true)

    const [person] = entriesThere(keyring, [`person-${ada.id}-a`, `person-${ada.id}-b`])
    expect(readEntry(keyring, person!).toString('latin1')).toContain(`"cost":{"N":${2 ** 17},"r":8,"p":`)
    const files = readdirSync(installation.folder, { recursive: true, withFileTypes: true })
    const texts = files.filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    const all = texts.join() + JSON.stringify(vault.posted)
    for (const text of [secret, passphrase, nextPassphrase]) expect(all).not.toContain(text)
  })

  test('a desk is started over without a passphrase; if it is killed in between, the next process finishes it', async () => {
    const vault = installation.start(keyring.env)
    const { port } = vault
    await value(port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    const ada = await value(port.setUpProtection({ name: 'Ada', passphrase }))
    await vault.lock()
    await vault.unlock()
    const starting = port.startOver()
    const hasBegun = () => entriesThere(keyring, ['starting-over', 'secret-profile-1']).join() !== 'secret-profile-1'
    await expect.poll(hasBegun, { interval: 1 }).toBe(true)
    vault.child().kill('SIGKILL')
    await starting
    await vault.lock()
    await vault.unlock()
    expect(await value(port.protection())).toEqual({ kind: 'none' })
    const others = [`person-${ada.id}-a`, `person-${ada.id}-b`, 'roster-a', 'roster-b', 'secret-profile-1', 'tries', 'starting-over']
    expect(entriesThere(keyring, others)).toEqual([])
    // Anything stored now exists at the next start.
    await value(port.storeSecret({ ...profile, secret: 'another', keep: 'keychain' }))
    await vault.lock()
    await vault.unlock()
    expect(await value(port.hasSecret(profile))).toBe(true)
  })
})

describe('without a keychain', () => {
  test.skipIf(process.platform !== 'linux')('there is nothing permanent to protect', async () => {
    const { port } = installation.start(NO_KEYRING)
    expect(await value(port.protection())).toEqual({ kind: 'nothing-kept' })
    expect(await failure(port.setUpProtection({ name: 'Ada', passphrase }))).toMatchObject({ code: 'keychain-missing' })
    await value(port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    expect(await value(port.hasSecret(profile))).toBe(true)
    expect(await value(port.signSettings({ content: 'settings', number: 1 }))).toBeNull()
    expect(await value(port.checkSettings({ confirmation: null }))).toBe('nothing-kept')
  })
})
