/**
 * A keychain whose daemon is killed, restarted, stopped or emptied during a run: no key is lost, none is created
 * twice.
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyringMissing, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import {
  answerNoPrompt, createInstallation, entriesThere, expectLockInTime, failure, merchant, quick,
  value, type Installation, type TestVault,
} from './support.ts'

const missing = keyringMissing()
if (missing !== null) console.warn(`The vault is not tested over a keychain that breaks: ${missing}`)

const profile = { secretId: 'profile-1', environment: 'staging', merchant } as const
const first = 'the-first-control-secret'
const second = 'the-second-control-secret'
const digestOf = (secret: string) => createHash('sha1').update(secret).digest('hex')
const controlBy = ({ port }: TestVault) => port.control({ ...profile, textBeforeSecret: '' })

let keyring: TestKeyring
let installation: Installation

/** Stores a secret and a key. */
async function furnish(vault: TestVault) {
  await value(vault.port.storeSecret({ ...profile, secret: first, keep: 'keychain' }))
  const key = await value(vault.port.generateKey({
    generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 2048, keep: 'keychain',
  }))
  await value(vault.port.confirmKey({ keyId: key.id, merchant }))
  return key
}

function marker() {
  const path = join(installation.folder, 'vault-installed')
  const { mtimeMs, ino } = statSync(path)
  return { text: readFileSync(path, 'utf8'), mtimeMs, ino }
}

describe.skipIf(missing !== null)(`a keychain that breaks${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  beforeEach(() => { installation = createInstallation() })
  afterEach(async () => {
    keyring.resume()
    await installation.remove()
    await keyring.stop()
  })

  test('killed and started again: the same key, secret and marker, for old and new processes', async () => {
    keyring = await startKeyring()
    const vault = installation.start(keyring.env, { times: quick })
    const key = await furnish(vault)
    const before = marker()
    for (let again = 0; again < 2; again++) {
      await keyring.restart()
      expect(await value(vault.port.listKeys())).toEqual([key])
      expect(await value(controlBy(vault))).toBe(digestOf(first))
    }
    await vault.end()
    await keyring.restart()
    const after = installation.start(keyring.env, { times: quick })
    expect(await value(after.port.listKeys())).toEqual([key])
    expect(await value(after.port.provePair({ keyId: key.id }))).toEqual({ belongsTogether: true })
    expect(await value(after.port.describe())).toMatchObject({ keeping: 'keychain', keys: 1, secrets: 1 })
    expect(marker()).toEqual(before)
  })

  test('missing for a while: nothing is reported as stored that is not, and its entries are neither hidden nor replaced', async () => {
    keyring = await startKeyring({ bare: true })
    const vault = installation.start(keyring.env, { times: quick })
    const key = await furnish(vault)
    await keyring.kill()
    const gone = { code: 'keychain-missing', detail: expect.stringContaining('not lost') }
    expect(await failure(vault.port.storeSecret({ ...profile, secret: second, keep: 'keychain' }))).toMatchObject(gone)
    expect(await failure(vault.port.generateKey({
      generationId: 'h', name: 'Desk 2', environment: 'staging', bits: 2048, keep: 'keychain',
    }))).toMatchObject(gone)
    expect(await failure(vault.port.describe())).toMatchObject(gone)
    // Entries for this run only remain, and do not make the list look complete.
    await value(vault.port.generateKey({
      generationId: 'i', name: 'This run', environment: 'sandbox', bits: 2048, keep: 'this-run',
    }))
    expect(await failure(vault.port.listKeys())).toMatchObject(gone)

    await keyring.restart()
    expect(await value(controlBy(vault))).toBe(digestOf(first))
    expect((await value(vault.port.listKeys())).filter(({ keep }) => keep === 'keychain')).toEqual([key])
    // If it is replaced now, the new one is used after a restart too.
    await value(vault.port.storeSecret({ ...profile, secret: second, keep: 'keychain' }))
    await vault.end()
    expect(await value(controlBy(installation.start(keyring.env, { times: quick })))).toBe(digestOf(second))
  })

  test('hanging: waits are reported, lock works, and without a lock the same process continues when the keychain does', async () => {
    keyring = await startKeyring()
    const vault = installation.start(keyring.env, { times: quick })
    const key = await furnish(vault)
    const waits: boolean[] = []
    vault.onChange(({ keychainWaiting }) => waits.push(keychainWaiting))
    keyring.pause()
    expect(await failure(controlBy(vault))).toEqual({ code: 'keychain-waiting' })
    expect(await failure(vault.port.storeSecret({ ...profile, secret: second, keep: 'keychain' }))).toEqual({ code: 'keychain-waiting' })
    expect(waits[0]).toBe(true)
    // A key that was used before still signs: it is in the process.
    await value(vault.port.signRsaSha256({ keyId: key.id, environment: 'staging', merchant, baseString: 'POST&x' }))

    const child = vault.child()
    keyring.resume()
    await expect.poll(async () => (await controlBy(vault)).ok).toBe(true)
    expect([digestOf(first), digestOf(second)]).toContain(await value(controlBy(vault)))
    expect(vault.child()).toBe(child)
    expect(waits.at(-1)).toBe(false)

    keyring.pause()
    let pending = failure(controlBy(vault))
    await expectLockInTime(vault.lock, async () => {
      await vault.unlock()
      pending = failure(controlBy(vault))
    })
    expect(await pending).toEqual({ code: 'vault-locked' })
  })

  test('killed while its window waits for the person: calls fail until the vault is locked and unlocked', async () => {
    keyring = await startKeyring()
    const vault = installation.start(keyring.env, { times: quick })
    const key = await furnish(vault)
    answerNoPrompt(keyring)
    keyring.lock()
    expect(await failure(controlBy(vault))).toEqual({ code: 'keychain-waiting' })
    await keyring.restart()
    expect(await failure(controlBy(vault))).toEqual({ code: 'keychain-waiting' })
    await vault.lock()
    await vault.unlock()
    expect(await value(controlBy(vault))).toBe(digestOf(first))
    expect(await value(vault.port.listKeys())).toEqual([key])
  })

  test('emptied: reported as doubtful by the running process and by a new one; nothing is written into it', async () => {
    keyring = await startKeyring()
    const vault = installation.start(keyring.env, { times: quick })
    await furnish(vault)
    const before = marker()
    await keyring.kill()
    rmSync(join(keyring.env.HOME!, '.local/share/keyrings'), { recursive: true })
    await keyring.restart()
    for (const { port } of [vault, installation.start(keyring.env, { times: quick })]) {
      const answers = [
        port.hasSecret(profile), port.listKeys(), port.describe(), port.control({ ...profile, textBeforeSecret: '' }),
        port.storeSecret({ ...profile, secret: second, keep: 'keychain' }),
        port.generateKey({ generationId: 'g', name: 'Later', environment: 'staging', bits: 2048, keep: 'keychain' }),
      ]
      for (const answer of answers) expect((await failure(answer)).code).toBe('keychain-doubtful')
    }
    expect(entriesThere(keyring, ['canary', 'index-0', 'secret-profile-1'])).toEqual([])
    expect(marker()).toEqual(before)
  })
})
