import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyringMissing, NO_KEYRING, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import {
  answerNoPrompt, clearEntries, createInstallation, entriesThere, expectLockInTime, failure, merchant, quick,
  readEntry, value, type Installation,
} from './support.ts'

const missing = keyringMissing()
if (missing !== null) console.warn(`The vault is not tested against a real keychain: ${missing}`)

const secret = 'D2B8-control-secret-of-a-test'
const profile = { secretId: 'profile-1', environment: 'staging', merchant } as const

let keyring: TestKeyring
let installation: Installation

describe.skipIf(missing !== null)(`over a real keychain${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  beforeEach(async () => {
    keyring = await startKeyring()
    installation = createInstallation()
  })
  afterEach(async () => {
    await installation.remove()
    await keyring.stop()
  })

  test('a secret and a key survive a restart, and sign as in §5', async () => {
    const first = installation.start(keyring.env)
    await value(first.port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    const made = await value(first.port.generateKey({
      generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 2048, keep: 'keychain',
    }))
    await value(first.port.confirmKey({ keyId: made.id, merchant }))
    await first.end()

    const { port } = installation.start(keyring.env)
    expect(await value(port.describe())).toMatchObject({ keeping: 'keychain', keys: 1, secrets: 1 })
    expect(await value(port.listKeys())).toEqual([made])
    expect(await value(port.control({ ...profile, textBeforeSecret: 'döner' })))
      .toBe(createHash('sha1').update(`döner${secret}`).digest('hex'))
    expect(await value(port.signHmacSha1({ ...profile, baseString: 'POST&x' })))
      .toBe(createHmac('sha1', `${secret}&`).update('POST&x').digest('base64'))
    const { pem } = await value(port.exportPublicKey({ keyId: made.id }))
    const signature = await value(port.signRsaSha256({ keyId: made.id, environment: 'staging', merchant, baseString: 'POST&x' }))
    expect(verify('sha256', Buffer.from('POST&x'), pem, Buffer.from(signature, 'base64'))).toBe(true)
    const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
    expect(made.fingerprint).toBe(createHash('sha256').update(der).digest('hex').match(/../g)!.join(':'))
    expect(await value(port.provePair({ keyId: made.id }))).toEqual({ belongsTogether: true })
  })

  test('a backup restores a destroyed key to the keychain, whose entry was missing in between', async () => {
    const first = installation.start(keyring.env)
    const made = await value(first.port.generateKey({
      generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 4096, keep: 'keychain',
    }))
    const passphrase = 'tulip orbit candle'
    const { pem } = await value(first.port.backUpKey({ keyId: made.id, passphrase }))
    expect(entriesThere(keyring, [`key-${made.id}`])).toHaveLength(1)
    await value(first.port.removeKey({ keyId: made.id }))
    expect(entriesThere(keyring, [`key-${made.id}`])).toEqual([])
    const restored = await value(first.port.importKey({
      name: 'Desk 1', environment: 'staging', pem, passphrase, keep: 'keychain',
    }))
    await first.end()
    const { port } = installation.start(keyring.env)
    expect(await value(port.listKeys())).toEqual([{ ...restored, fingerprint: made.fingerprint, keep: 'keychain' }])
    expect(await value(port.provePair({ keyId: restored.id }))).toEqual({ belongsTogether: true })
    // Keys from the keychain are compared too.
    expect(await failure(port.importKey({ name: 'Again', environment: 'production', pem, passphrase, keep: 'keychain' })))
      .toEqual({ code: 'key-refused', detail: 'This key is already here, as "Desk 1".' })
  })

  test('what was removed does not exist, also after a restart', async () => {
    const first = installation.start(keyring.env)
    await value(first.port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    expect(await value(first.port.hasSecret(profile))).toBe(true)
    await value(first.port.removeSecret(profile))
    await first.end()
    const { port } = installation.start(keyring.env)
    expect(await value(port.hasSecret(profile))).toBe(false)
    expect(await failure(port.control({ ...profile, textBeforeSecret: '' }))).toEqual({ code: 'no-such-secret' })
    expect(await value(port.describe())).toMatchObject({ secrets: 0 })
  })

  test('many secrets fill several pages of the index and are all found', async () => {
    const ids = Array.from({ length: 40 }, (_, number) => `profile-${number}-9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d`)
    const first = installation.start(keyring.env)
    for (const secretId of ids) {
      await value(first.port.storeSecret({ secretId, environment: 'sandbox', merchant, secret: secretId, keep: 'keychain' }))
    }
    await first.end()
    const { port } = installation.start(keyring.env)
    expect(await value(port.describe())).toMatchObject({ secrets: 40 })
    await value(port.removeSecret({ secretId: ids[39]! }))
    expect(await value(port.describe())).toMatchObject({ secrets: 39 })
  })

  test('two installations in one keychain do not see each other', async () => {
    await value(installation.start(keyring.env).port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    const other = createInstallation()
    const { port } = other.start(keyring.env, { installationId: 'another' })
    expect(await value(port.hasSecret(profile))).toBe(false)
    await other.remove()
  })

  test('a locked keychain is reported as locked; nothing is created again and nothing is lost', async () => {
    const first = installation.start(keyring.env)
    await value(first.port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    const key = await value(first.port.generateKey({
      generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 2048, keep: 'keychain',
    }))
    await first.end()
    keyring.lock()

    const { port } = installation.start(keyring.env, { times: { noticeAfterMs: 1_000, deadlineMs: 10_000 } })
    const locked = { code: 'keychain-locked' }
    expect(await failure(port.describe())).toEqual(locked)
    expect(await failure(port.listKeys())).toEqual(locked)
    expect(await failure(port.hasSecret(profile))).toEqual(locked)
    expect(await failure(port.generateKey({
      generationId: 'h', name: 'Desk 2', environment: 'staging', bits: 2048, keep: 'keychain',
    }))).toEqual(locked)

    await keyring.unlock()
    expect(await value(port.listKeys())).toEqual([key])
    expect(await value(port.control({ ...profile, textBeforeSecret: '' })))
      .toBe(createHash('sha1').update(secret).digest('hex'))
  })

  test('a keychain that is locked at the very first start is not treated as a first run without one', async () => {
    keyring.lock()
    const { port } = installation.start(keyring.env)
    expect(await failure(port.storeSecret({ ...profile, secret, keep: 'keychain' }))).toEqual({ code: 'keychain-locked' })
    expect(existsSync(join(installation.folder, 'vault-installed'))).toBe(false)
  })

  test('an unanswered prompt is reported soon, a call gives up, and the vault locks within 2 s', async () => {
    const vault = installation.start(keyring.env, { times: quick })
    await value(vault.port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    answerNoPrompt(keyring)
    keyring.lock()
    const states: boolean[] = []
    vault.onChange(({ keychainWaiting }) => states.push(keychainWaiting))
    expect(await failure(vault.port.hasSecret(profile))).toEqual({ code: 'keychain-waiting' })
    expect(states).toContain(true)
    // No calls queue up while it waits.
    expect(await failure(vault.port.hasSecret(profile))).toEqual({ code: 'keychain-waiting' })

    let child = vault.child()
    await expectLockInTime(vault.lock, async () => {
      await vault.unlock()
      expect(await failure(vault.port.hasSecret(profile))).toEqual({ code: 'keychain-waiting' })
      child = vault.child()
    })
    expect(child.exitCode ?? child.signalCode).not.toBeNull()
    expect(await failure(vault.port.describe())).toEqual({ code: 'vault-locked' })
  })

  test('a keychain that hangs while it is opened does not delay lock by more than 2 s', async () => {
    keyring.pause()
    const vault = installation.start(keyring.env)
    let pending = failure(vault.port.describe())
    await expectLockInTime(vault.lock, async () => {
      await vault.unlock()
      pending = failure(vault.port.describe())
    })
    expect(await pending).toEqual({ code: 'vault-locked' })
    keyring.resume()
  })

  test('recovers when the keychain was killed and started again', async () => {
    const { port } = installation.start(keyring.env)
    await value(port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    await keyring.restart()
    expect(await value(port.control({ ...profile, textBeforeSecret: '' })))
      .toBe(createHash('sha1').update(secret).digest('hex'))
  })

  test('an emptied keychain is doubtful: nothing is created, and the message has the next step', async () => {
    const first = installation.start(keyring.env)
    await value(first.port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    await first.end()
    const emptied = await startKeyring()
    try {
      const { port } = installation.start(emptied.env)
      const doubt = await failure(port.hasSecret(profile))
      expect(doubt).toMatchObject({ code: 'keychain-doubtful', detail: expect.stringContaining('restore') })
      for (const answer of [port.listKeys(), port.describe(), port.control({ ...profile, textBeforeSecret: '' })]) {
        expect((await failure(answer)).code).toBe('keychain-doubtful')
      }
      expect((await failure(port.storeSecret({ ...profile, secret: 'new', keep: 'keychain' }))).code).toBe('keychain-doubtful')
    } finally {
      await emptied.stop()
    }
    // With the right keychain everything exists.
    const { port } = installation.start(keyring.env)
    expect(await value(port.hasSecret(profile))).toBe(true)
  })

  test('a keychain that is emptied while the vault runs is doubtful too', async () => {
    const { port } = installation.start(keyring.env)
    await value(port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    clearEntries(keyring, ['canary', 'secret-profile-1'])
    expect((await failure(port.hasSecret(profile))).code).toBe('keychain-doubtful')
  })

  test('a lost marker file alone loses nothing', async () => {
    const first = installation.start(keyring.env)
    await value(first.port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    await first.end()
    await installation.remove()
    const again = createInstallation()
    const { port } = again.start(keyring.env)
    expect(await value(port.hasSecret(profile))).toBe(true)
    await again.remove()
  })

  test('a permanently missing keychain is no proof that it is empty', async () => {
    const first = installation.start(keyring.env)
    await value(first.port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    await first.end()
    const { port } = installation.start(NO_KEYRING)
    expect((await failure(port.hasSecret(profile))).code).toBe('keychain-missing')
    expect((await failure(port.listKeys())).code).toBe('keychain-missing')
    expect(await failure(port.describe())).toMatchObject({ code: 'keychain-missing', detail: expect.stringContaining('not lost') })
  })

  test('a keychain that runs but has no keyring yet: this run only, and the next step', async () => {
    await keyring.kill()
    rmSync(join(keyring.env.HOME!, '.local/share/keyrings'), { recursive: true })
    const { port } = installation.start(keyring.env)
    expect(await value(port.describe())).toMatchObject({
      keeping: 'this-run-only', reason: expect.stringContaining('create a password keyring'),
    })
    await value(port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    expect(await value(port.hasSecret(profile))).toBe(true)
  })

  test('4096 bits need 684 characters of an entry, which fits on Windows, and are restored as the same key', async () => {
    const { port } = installation.start(keyring.env)
    const name = '名'.repeat(100)
    const made = await value(port.generateKey({
      generationId: 'g', name, environment: 'production', bits: 4096, keep: 'keychain',
    }))
    const stored = readEntry(keyring, `key-${made.id}`)
    expect(stored.length).toBeLessThanOrEqual(1_280)
    expect(stored.toString().split('\n')[1]).toMatch(/^[A-Za-z0-9+/=]{684}$/)
  })

  test('the self-check proves access to the keychain and leaves nothing behind', async () => {
    const { port } = installation.start(keyring.env)
    const check = await value(port.selfCheck())
    expect(check).toMatchObject({ keychainRoundTrip: true, keyGenerationAndSigning: true })
    expect(check.nativeModulePath).toMatch(/\.node$/)
    expect(await value(port.describe())).toMatchObject({ keys: 0, secrets: 0 })
  })
})
