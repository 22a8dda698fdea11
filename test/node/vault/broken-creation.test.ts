/** A keychain that ends while it creates an entry leaves it empty: it exists, but without its value. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyringMissing, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { createInstallation, failure, merchant, value, writeEntry, type Installation } from './support.ts'

const missing = keyringMissing()
if (missing !== null) console.warn(`Entries that a keychain left empty are not tested: ${missing}`)

const profile = { secretId: 'profile-1', environment: 'staging', merchant } as const
const nothing = Buffer.alloc(0)

let keyring: TestKeyring
let installation: Installation

describe.skipIf(missing !== null)(`an entry that was left empty${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  beforeEach(async () => {
    keyring = await startKeyring()
    installation = createInstallation()
  })
  afterEach(async () => {
    await installation.remove()
    await keyring.stop()
  })

  test('for a secret is no secret, and one can be entered', async () => {
    const { port } = installation.start(keyring.env)
    await value(port.describe())
    writeEntry(keyring, 'secret-profile-1', nothing)
    expect((await failure(port.control({ ...profile, textBeforeSecret: '' }))).code).toBe('no-such-secret')
    expect(await value(port.hasSecret(profile))).toBe(false)
    await value(port.storeSecret({ ...profile, secret: 'control-secret-of-a-test', keep: 'keychain' }))
    expect(await value(port.hasSecret(profile))).toBe(true)
  })

  test('at the first start does not exclude the installation from its keychain', async () => {
    writeEntry(keyring, 'canary', nothing)
    const { port } = installation.start(keyring.env)
    expect(await value(port.describe())).toMatchObject({ keeping: 'keychain' })
  })

  test('in a keychain that was in use is reported as doubtful, like a missing one', async () => {
    const { port } = installation.start(keyring.env)
    await value(port.storeSecret({ ...profile, secret: 'control-secret-of-a-test', keep: 'keychain' }))
    writeEntry(keyring, 'canary', nothing)
    writeEntry(keyring, 'secret-profile-1', nothing)
    expect((await failure(port.hasSecret(profile))).code).toBe('keychain-doubtful')
  })
})
