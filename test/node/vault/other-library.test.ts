import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withoutOtherLibraries } from '../../../electron/vault/keychain/library-environment.ts'
import { NO_KEYRING } from '../../host/keyring.ts'
import { createInstallation, value, type Installation } from './support.ts'

let installation: Installation

beforeEach(() => { installation = createInstallation() })
afterEach(() => installation.remove())

describe('another library named by the environment instead of the keychain\'s', () => {
  test('is never loaded by the vault', async () => {
    const loaded = join(installation.folder, 'loaded')
    const library = join(installation.folder, 'keyring.attack.cjs')
    writeFileSync(library, `require('node:fs').writeFileSync(${JSON.stringify(loaded)}, '')\nexports.AsyncEntry = class {}\n`)
    const vault = installation.start({ ...NO_KEYRING, NAPI_RS_NATIVE_LIBRARY_PATH: library })
    const { nativeModulePath } = await value(vault.port.selfCheck())
    expect(existsSync(loaded)).toBe(false)
    expect(nativeModulePath).toMatch(/node_modules.*keyring[^/\\]*\.node$/)
  })

  test('is not passed to the vault, while all other variables are', () => {
    const own = { PATH: '/bin', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/bus' }
    expect(withoutOtherLibraries({ ...own, NAPI_RS_NATIVE_LIBRARY_PATH: '/attack', napi_rs_force_wasi: 'true' })).toEqual(own)
  })
})
