// `--self-check=full` as the workflow runs it: the packed program starts itself, which is the stand-in here.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAll, freshFolder, hostMissing, onElectron } from '../e2e/support/launch.ts'
import { keyringMissing, startKeyring, type TestKeyring } from '../host/keyring.ts'
import { packingMissing, packedApplication, type PackedApplication } from './package.ts'

const missing = onElectron ? 'the workflow asks the package itself' : packingMissing() ?? hostMissing() ?? keyringMissing()
if (missing) console.log(`SKIPPED the full self-check: ${missing}`)

describe.skipIf(missing !== null)('--self-check=full', () => {
  let keyring: TestKeyring
  let packed: PackedApplication
  beforeAll(async () => {
    keyring = await startKeyring()
    packed = packedApplication()
    packed.extract()
  })
  afterAll(async () => {
    await closeAll()
    packed.remove()
    await keyring.stop()
  })

  /** Resolves when the check has ended, or is stopped because its output has `enough`. */
  async function run(argument: string, enough: RegExp | null = null) {
    // Its own temporary files: others may check an installation at the same time.
    const temporary = freshFolder('temporary')
    const env = { ...process.env, ...keyring.env, GATEWAY_CONSOLE_USER_DATA: freshFolder(), TMPDIR: temporary }
    const child = spawn(packed.executable, [argument], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk)
        if (enough?.test(output) === true) child.kill()
      })
    }
    const [code] = await once(child, 'close') as [number]
    const verdicts = Object.fromEntries([...output.matchAll(/^(ok|warning|FAILED) +([\w-]+)/gm)].map(([, word, id]) => [id, word]))
    const traces = readdirSync(temporary).filter((name) => name.startsWith('gateway-console-check-'))
    return { code, output, verdicts, userData: readdirSync(env.GATEWAY_CONSOLE_USER_DATA), traces }
  }

  /** The number of keychain entries, read without the application. */
  function entries(): number {
    const reply = spawnSync('dbus-send', [
      '--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets/collection/login',
      'org.freedesktop.DBus.Properties.Get', 'string:org.freedesktop.Secret.Collection', 'string:Items',
    ], { env: { ...process.env, ...keyring.env }, encoding: 'utf8' })
    expect(reply.status, reply.stderr).toBe(0)
    return reply.stdout.split('object path').length - 1
  }

  it('charges, finds the charge after a restart, checks the package, and leaves nothing behind', { timeout: 240_000 }, async () => {
    const entriesBefore = entries()
    const { code, output, verdicts, userData, traces } = await run('--self-check=full')
    const { sandbox, 'certificate-authorities': authorities, ...others } = verdicts
    const ids = [
      'fuses', 'refused-switches', 'vault-process', 'native-module', 'keychain', 'key-generation', 'journal', 'journal-thread',
      'proxy', 'page-policy', 'charge', 'charge-after-restart', 'left-behind',
    ]
    expect(others, output).toEqual(Object.fromEntries(ids.map((id) => [id, 'ok'])))
    expect(authorities).toMatch(/^(ok|warning)$/)
    // The one line that only Electron itself can pass, and so the exit code.
    expect(sandbox).toBe('warning')
    expect(code).toBe(1)
    expect(userData).toEqual([])
    expect(entries()).toBe(entriesBefore)
    expect(traces).toEqual([])
  })

  it('reports a changed fuse', { timeout: 240_000 }, async () => {
    const program = readFileSync(packed.executable, 'latin1')
    // The first fuse after mark, version and count: run as plain Node.
    writeFileSync(packed.executable, program.replace(/(dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX..)0/s, '$11'), 'latin1')
    try {
      // The fuses come first; the rest is as above.
      const { output } = await run('--self-check=full', /^(ok|warning|FAILED)\s+fuses\s.*\n/m)
      expect(output).toMatch(/FAILED\s+fuses\s.*: RunAsNode\./)
    } finally {
      writeFileSync(packed.executable, program, 'latin1')
    }
  })

  it('sends no charge if its inner argument is given by hand', async () => {
    const { code, output, userData } = await run('--self-check=charge')
    expect(code).toBe(64)
    expect(output).toContain('Nothing was sent')
    expect(userData).not.toContain('journal.sqlite')
  })
})
