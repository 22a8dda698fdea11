import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { merchantKeyAt } from '#shared/model/profiles/merchant.ts'
import { startVault, type Vault, type VaultProcess } from '../../../electron/vault/client.ts'
import type { KeychainTimes } from '../../../electron/vault/keychain/native-entries.ts'
import type { TestKeyring } from '../../host/keyring.ts'
import { builtEntry } from '../entries.ts'

export { failure, value } from '../vault-answers.ts'

const installationId = '6f1c-test'
const entry = builtEntry('vault')

/** The merchant of the secrets and keys in these tests. */
export const merchant = merchantKeyAt('https://gate.example', 'gw', 'acme')!

/**
 * A hanging keychain is given up soon, and a working one never, even on a very slow machine: the same deadline
 * applies to calls that must succeed.
 */
export const quick: KeychainTimes = { noticeAfterMs: 150, deadlineMs: 3_000 }

export interface TestVault extends Vault {
  /** Everything that the vault's processes have posted so far. */
  readonly posted: unknown[]
  /** The current process. */
  child(): ChildProcess
}

/** One installation of the application: a data folder and an id, for starting vaults repeatedly. */
export interface Installation {
  readonly folder: string
  start(env: Readonly<Record<string, string>>, options?: Partial<Parameters<typeof startVault>[0]>): TestVault
  /** Ends all its vaults and removes the folder. */
  remove(): Promise<void>
}

export function createInstallation(): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'vault-'))
  const started: Vault[] = []
  return {
    folder,
    start(env, options = {}) {
      const posted: unknown[] = []
      let child: ChildProcess | undefined
      const vault = startVault({
        fork() {
          child = fork(entry, { env: { ...process.env, ...env }, serialization: 'advanced', stdio: 'ignore', execArgv: [] })
          child.on('message', (message) => posted.push(message))
          return asVaultProcess(child)
        },
        installationId,
        markerFile: join(folder, 'vault-installed'),
        logFolder: join(folder, 'logs'),
        nativeModuleProof: 'none',
        ...options,
      })
      started.push(vault)
      return Object.assign(vault, { posted, child: () => child ?? expect.fail('this vault has no process of its own') })
    },
    async remove() {
      await Promise.all(started.map((vault) => vault.end()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function asVaultProcess(child: ChildProcess): VaultProcess {
  return {
    pid: child.pid,
    postMessage: (message) => { child.send(message as object, () => undefined) },
    kill: () => child.kill(),
    on: (event, listener) => child.on(event, listener),
    once: (event, listener) => child.once(event, listener),
  }
}

/** Reads an entry directly, in a process that uses the private keychain. */
export function readEntry(of: TestKeyring, account: string): Buffer {
  return runOnEntries(of, [account], 'process.stdout.write(Buffer.from(await entry.getSecret()))')
}

/** Writes an entry directly, such as one in the format of an earlier version. */
export function writeEntry(of: TestKeyring, account: string, bytes: Buffer): void {
  runOnEntries(of, [account], `await entry.setSecret(Buffer.from('${bytes.toString('base64')}', 'base64'))`)
}

/** The existing ones among these entries, read directly. */
export function entriesThere(of: TestKeyring, accounts: string[]): string[] {
  const there = runOnEntries(of, accounts, 'process.stdout.write((await entry.getSecret()) === null ? "0" : "1")').toString()
  return accounts.filter((_account, place) => there[place] === '1')
}

/** Removes entries directly. */
export function clearEntries(of: TestKeyring, accounts: string[]): void {
  runOnEntries(of, accounts, 'await entry.deleteCredential()')
}

function runOnEntries({ env }: TestKeyring, accounts: readonly string[], action: string): Buffer {
  const code = `import { AsyncEntry } from '@napi-rs/keyring'
    for (const account of ${JSON.stringify(accounts)}) {
      const entry = new AsyncEntry('Gateway Console ${installationId}', account, { linux: { store: 'secret-service' } })
      ${action}
    }`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, ...env } })
  expect(run.status, run.stderr.toString()).toBe(0)
  return run.stdout
}

/** The promise of a lock, whatever hangs. */
const lockWithinMs = 2_000
const mostTries = 5

/**
 * Expects a lock to end in time while something hangs. Its own waiting time is in every attempt, the delay of a
 * busy machine is not, so the fastest of a few attempts counts. `hangAgain` unlocks and makes it hang once more.
 */
export async function expectLockInTime(lock: () => Promise<unknown>, hangAgain: () => Promise<void>): Promise<void> {
  let quickest = Infinity
  for (let tries = 0; tries < mostTries && quickest >= lockWithinMs; tries += 1) {
    if (tries > 0) await hangAgain()
    const began = performance.now()
    await lock()
    quickest = Math.min(quickest, performance.now() - began)
  }
  expect(quickest).toBeLessThan(lockWithinMs)
}

/** Starts a prompter in the private session that never shows or answers a prompt. */
export function answerNoPrompt({ env }: TestKeyring): void {
  const services = join(env.XDG_RUNTIME_DIR!, 'dbus-1/services')
  mkdirSync(services, { recursive: true })
  writeFileSync(
    join(services, 'org.gnome.keyring.SystemPrompter.service'),
    '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sleep 20\n',
  )
  const prompter = spawnSync(
    'dbus-send',
    ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ReloadConfig'],
    { env: { ...process.env, ...env } },
  )
  expect(prompter.status).toBe(0)
}
