// A broken keychain library of ours does not mean a computer without a keychain.
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fork } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whyNotLoaded } from '../../../electron/vault/keychain/native-failure.ts'
import { builtEntry } from '../entries.ts'
import { failure } from '../vault-answers.ts'
import { NO_KEYRING } from '../../host/keyring.ts'
import { createInstallation, merchant, type Installation, type TestVault } from './support.ts'

let installation: Installation
beforeEach(() => { installation = createInstallation() })
afterEach(() => installation.remove())

const library = (folder: string) => join(folder, 'node_modules', '@napi-rs', 'keyring')

/** The built vault in its own folder, with `text` as the keychain library, or without one. */
function vaultWith(text: string | null): TestVault {
  const built = resolve(builtEntry('vault'), '..')
  const folder = join(installation.folder, 'application')
  cpSync(built, join(folder, 'out'), { recursive: true })
  mkdirSync(library(folder), { recursive: true })
  if (text !== null) {
    writeFileSync(join(library(folder), 'package.json'), JSON.stringify({ name: '@napi-rs/keyring', main: 'index.js' }))
    writeFileSync(join(library(folder), 'index.js'), text)
  }
  return installation.start(NO_KEYRING, {
    fork: () => {
      const child = fork(join(folder, 'out', 'vault.cjs'), {
        env: { ...process.env, ...NO_KEYRING }, serialization: 'advanced', stdio: 'ignore', execArgv: [],
      })
      return {
        pid: child.pid,
        postMessage: (message) => { child.send(message as object, () => undefined) },
        kill: () => child.kill(),
        on: (event, listener) => child.on(event, listener),
        once: (event, listener) => child.once(event, listener),
      }
    },
  })
}

const secret = { secretId: 'p-1', environment: 'sandbox', merchant, secret: 'not kept anywhere', keep: 'keychain' } as const

describe.each([
  ['is not there', null, 'error MODULE_NOT_FOUND'],
  ['does not load', 'throw Object.assign(new Error("broken"), { code: "ERR_DLOPEN_FAILED" })', 'error ERR_DLOPEN_FAILED'],
] as const)('a keychain library that %s', (_what, text, reason) => {
  it.each([['a first start', false], ['a desk that was set up before', true]])('is reported at %s, and nothing is stored', async (_when, before) => {
    if (before) writeFileSync(join(installation.folder, 'vault-installed'), '')
    const { port } = vaultWith(text)
    const named = { code: 'keychain-library', detail: `The keychain's library could not be loaded: ${reason}. Nothing is stored until it loads.` }
    expect(await failure(port.describe())).toEqual(named)
    expect(await failure(port.storeSecret(secret))).toEqual(named)
    expect(await failure(port.hasSecret(secret))).toEqual(named)
    expect(existsSync(join(installation.folder, 'vault-installed'))).toBe(before)
  })
})

describe('why the library did not load', () => {
  it('names the missing file from the causes, without a path', () => {
    const missing = Object.assign(new Error('libdbus-1.so.3: cannot open shared object file: No such file'), { code: 'ERR_DLOPEN_FAILED' })
    const inner = new Error('Cannot find module at /home/jane/app', { cause: missing })
    expect(whyNotLoaded(new Error('Cannot find native binding', { cause: inner }))).toBe('the system has no libdbus-1.so.3')
    expect(whyNotLoaded(inner)).not.toContain('jane')
    expect(whyNotLoaded('/home/jane')).toBe('error without a code')
  })
})
