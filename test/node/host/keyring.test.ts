import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { keyringMissing, startKeyring, type TestKeyring } from '../../host/keyring.ts'

const missing = keyringMissing()
if (missing) console.log(`SKIPPED the private keyring: ${missing}`)

const UNANSWERED_MS = 3000

/**
 * Runs one keychain call in its own process that has only this keyring; the process is ended after `limit` in any
 * case.
 */
function keychain(keyring: TestKeyring, call: string, limit = 20_000): string {
  const script = `
    const { AsyncEntry } = require('@napi-rs/keyring')
    const entry = new AsyncEntry('test', 'account', { linux: { store: 'secret-service' } })
    ${call}.then((value) => { console.log('got ' + value); process.exit() }, (error) => { console.log('failed ' + error.message); process.exit() })`
  const env = { ...process.env, ...keyring.env }
  const run = spawnSync('node', ['-e', script], { env, encoding: 'utf8', timeout: limit, killSignal: 'SIGKILL' })
  return run.signal ? 'no answer' : run.stdout.trim() || run.stderr.trim()
}

describe.skipIf(missing)('the private keyring of a test', () => {
  let keyring: TestKeyring
  afterEach(() => keyring.stop())

  it('keeps a secret over a restart of the daemon, and does not respond while locked', async () => {
    keyring = await startKeyring()
    expect(keychain(keyring, `entry.setPassword('kept')`)).toBe('got null')
    await keyring.restart()
    expect(keychain(keyring, `entry.getPassword()`)).toBe('got kept')
    keyring.lock()
    expect(keychain(keyring, `entry.getPassword()`, UNANSWERED_MS)).not.toContain('kept')
    await keyring.unlock()
    expect(keychain(keyring, `entry.getPassword()`)).toBe('got kept')
  })

  it('hangs while paused, responds when resumed, and has ended when killed', async () => {
    keyring = await startKeyring()
    expect(keychain(keyring, `entry.setPassword('kept')`)).toBe('got null')
    keyring.pause()
    expect(keychain(keyring, `entry.getPassword()`, UNANSWERED_MS)).not.toContain('kept')
    keyring.resume()
    expect(keychain(keyring, `entry.getPassword()`)).toBe('got kept')
    await keyring.kill()
    expect(keychain(keyring, `entry.getPassword()`, UNANSWERED_MS)).not.toContain('kept')
  })
})
