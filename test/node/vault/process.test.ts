import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { VaultState } from '../../../electron/vault/client.ts'
import { NO_KEYRING } from '../../host/keyring.ts'
import { createInstallation, expectLockInTime, failure, merchant, value, type Installation, type TestVault } from './support.ts'

const profile = { secretId: 'profile-1', environment: 'staging', merchant } as const
const secret = 'a-control-secret'
const locked = { code: 'vault-locked' }

let installation: Installation

beforeEach(() => { installation = createInstallation() })
afterEach(() => installation.remove())

const crash = (vault: TestVault) => changeTo(vault, ['crashed', 'locked'], () => { vault.child().kill('SIGKILL') })

/** Carries out an action and waits for the state that it leads to. */
function changeTo(vault: TestVault, states: VaultState['process'][], action: () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = vault.onChange((state) => {
      if (!states.includes(state.process)) return
      stop()
      resolve()
    })
    action()
  })
}

describe.skipIf(process.platform !== 'linux')('a machine without a keychain service', () => {
  test('keeps secrets and keys for this run, reports that and writes nothing', async () => {
    const vault = installation.start(NO_KEYRING)
    const description = await value(vault.port.describe())
    expect(description).toMatchObject({ keeping: 'this-run-only', keys: 0, secrets: 0 })
    expect(description.reason).toMatch(/Install GNOME Keyring/)
    expect(description.reason).toMatch(/nothing is written in clear/i)
    expect(description.reason).not.toMatch(/DBus|error|undefined/i)

    await value(vault.port.storeSecret({ ...profile, secret, keep: 'keychain' }))
    const key = await value(vault.port.generateKey({
      generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 2048, keep: 'keychain',
    }))
    expect(key.keep).toBe('this-run')
    expect(await value(vault.port.listKeys())).toEqual([key])
    expect(await value(vault.port.control({ ...profile, textBeforeSecret: 'a' })))
      .toBe(createHash('sha1').update(`a${secret}`).digest('hex'))
    expect(await value(vault.port.selfCheck()))
      .toMatchObject({ keychainRoundTrip: false, keyGenerationAndSigning: true })
    await vault.end()

    expect(existsSync(join(installation.folder, 'vault-installed'))).toBe(false)
    const files = readdirSync(installation.folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
    for (const file of files) expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain(secret)

    const { port } = installation.start(NO_KEYRING)
    expect(await value(port.hasSecret(profile))).toBe(false)
    expect(await value(port.listKeys())).toEqual([])
  })
})

describe('the vault\'s process', () => {
  const start = () => installation.start({}, { keychain: 'none' })

  test('refuses a secret for another environment and for no merchant', async () => {
    const { port } = start()
    await value(port.storeSecret({ ...profile, secret, keep: 'this-run' }))
    const other = { ...profile, environment: 'production' } as const
    const wrong = { code: 'wrong-environment', belongsTo: 'staging' }
    expect(await failure(port.control({ ...other, textBeforeSecret: 'a' }))).toEqual(wrong)
    expect(await failure(port.signHmacSha1({ ...other, baseString: 'a' }))).toEqual(wrong)
    expect(await failure(port.control({ ...profile, secretId: 'nobody', textBeforeSecret: 'a' })))
      .toEqual({ code: 'no-such-secret' })
  })

  test.each([
    ['empty', ''],
    ['too long for Windows', 'x'.repeat(1_280)],
    ['broken in the middle of a character', 'a\uD800b'],
  ])('refuses a secret that is %s', async (_what, text) => {
    const { port } = start()
    expect(await failure(port.storeSecret({ ...profile, secret: text, keep: 'this-run' })))
      .toMatchObject({ code: 'not-storable', detail: expect.stringMatching(/control secret/) })
    expect(await value(port.hasSecret(profile))).toBe(false)
  })

  test('is killed by lock, with its secrets for this run; unlock starts it again', async () => {
    const vault = start()
    await value(vault.port.storeSecret({ ...profile, secret, keep: 'this-run' }))
    const child = vault.child()
    const underWay = failure(vault.port.generateKey({
      generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 4096, keep: 'this-run',
    }))
    await vault.lock()
    expect(await underWay).toEqual(locked)
    expect(child.exitCode ?? child.signalCode).not.toBeNull()
    expect(await failure(vault.port.hasSecret(profile))).toEqual(locked)
    await vault.unlock()
    expect(await value(vault.port.hasSecret(profile))).toBe(false)
  })

  // Windows has no request to end gracefully: the first one kills.
  test.skipIf(process.platform === 'win32')('is killed even if it does not react to a graceful request', async () => {
    const vault = start()
    const stopped: ReturnType<typeof vault.child>[] = []
    const hang = async () => {
      await vault.unlock()
      await value(vault.port.describe())
      // A stopped process ignores SIGTERM.
      stopped.push(vault.child())
      vault.child().kill('SIGSTOP')
    }
    await hang()
    await expectLockInTime(vault.lock, hang)
    await expect.poll(() => new Set(stopped.map(({ signalCode }) => signalCode))).toEqual(new Set(['SIGKILL']))
  })

  test('that crashed is reported, fails pending calls as locked, and is started by the next call', async () => {
    const vault = start()
    await value(vault.port.describe())
    const underWay = failure(vault.port.generateKey({
      generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 4096, keep: 'this-run',
    }))
    await crash(vault)
    expect(await underWay).toEqual(locked)
    expect(vault.state().process).toBe('crashed')
    expect(await value(vault.port.describe())).toMatchObject({ keeping: 'this-run-only' })
    expect(vault.state().process).toBe('running')
  })

  test('that crashes repeatedly stays locked until a person unlocks it', async () => {
    const vault = start()
    await crash(vault)
    for (let again = 0; again < 2; again++) {
      const call = failure(vault.port.describe())
      await crash(vault)
      expect(await call).toEqual(locked)
    }
    expect(vault.state().process).toBe('locked')
    expect(await failure(vault.port.describe())).toEqual(locked)
    await vault.unlock()
    await value(vault.port.describe())
  })

  test('is not started again once it was ended', async () => {
    const vault = start()
    await vault.end()
    await vault.unlock()
    expect(await failure(vault.port.describe())).toEqual(locked)
    expect(vault.state().process).toBe('ended')
  })

  test('ends with its parent', async () => {
    const vault = start()
    await value(vault.port.describe())
    const child = vault.child()
    const exit = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    expect(await exit).toBe(0)
  })

  test('continues if its log can\'t be written', async () => {
    const file = join(installation.folder, 'a-file')
    writeFileSync(file, '')
    const vault = installation.start({}, { keychain: 'none', logFolder: join(file, 'logs') })
    expect(await value(vault.port.describe())).toMatchObject({ keeping: 'this-run-only' })
  })
})
