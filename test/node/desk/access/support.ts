/** A desk whose vault runs in this process over a keychain in memory, with very cheap passphrases. */
import { expect } from 'vitest'
import type { Person } from '#shared/model/application/access.ts'
import type { AuditLine } from '#shared/model/history/maintenance.ts'
import { failed } from '#shared/result.ts'
import type { LockableVault, System } from '../../../../electron/desk/services.ts'
import type { Keychain } from '../../../../electron/vault/keychain/keychain.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import type { VaultPort } from '../../../../electron/vault/port.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import { open, type OpenOptions, type TestDesk } from '../support.ts'

// Only words: rating all possible readings of digits and signs takes ten times as long.
export const passphrase = 'unlit harbor fennel'
export const operatorPassphrase = 'violet turbine gravel'
export const minute = 60_000

/** The button of the box that asks before a desk is protected. */
const setUpAction = 'Set passphrase'

const littleWork = { cost: { N: 2, r: 8, p: 1 }, milliseconds: 0 }

/** A vault that a lock ends and an unlock starts again, like its process. */
export function memoryVault(keychain: Keychain): LockableVault & { readonly isRunning: () => boolean } {
  const start = (): VaultPort => createVault({
    keychain, keychainName: 'test', wasInstalled: () => true, nativeModulePath: () => '', work: littleWork,
  })
  let port: VaultPort | null = start()
  const own = {
    lock: async () => { port = null },
    unlock: async () => { port ??= start() },
    isRunning: () => port !== null,
  }
  return new Proxy(own, {
    get: (target, name) => name in target ? Reflect.get(target, name) as unknown : async (argument: unknown) => {
      const running = port
      if (running === null) return failed({ code: 'vault-locked' })
      const answer: unknown = await (Reflect.get(running, name) as (argument: unknown) => Promise<unknown>)(argument)
      return port === running ? answer : failed({ code: 'vault-locked' })
    },
  }) as unknown as LockableVault & { readonly isRunning: () => boolean }
}

export interface ProtectedDesk extends TestDesk {
  readonly keychain: Keychain
  readonly administrator: Person
  readonly vaultRuns: () => boolean
  readonly unlock: (who?: Pick<Person, 'id'>, passphrase?: string) => Promise<void>
  readonly trail: () => Promise<readonly AuditLine[]>
}

/** A desk that Ada, an administrator, has just protected and unlocked. */
export async function openProtected(options: OpenOptions = {}): Promise<ProtectedDesk> {
  const keychain = createMemoryKeychain()
  const vault = memoryVault(keychain)
  const confirm: System['confirm'] = async (question, lastsMs) =>
    question.action === setUpAction || (await options.system?.confirm?.(question, lastsMs) ?? false)
  const desk = await open({ ...options, system: { ...options.system, confirm }, ownVault: vault })
  const state = await desk.call('access.setUp', { name: 'Ada Administrator', passphrase })
  if (state.state !== 'unlocked') expect.fail('the set-up did not unlock')
  return withTools(desk, keychain, state.person, vault.isRunning)
}

/** Starts again over the same folder and keychain. */
export async function openAgain(
  { folder, keychain, administrator }: ProtectedDesk, options: OpenOptions = {},
): Promise<ProtectedDesk> {
  const vault = memoryVault(keychain)
  return withTools(await open({ ...options, folder, ownVault: vault }), keychain, administrator, vault.isRunning)
}

function withTools(
  desk: TestDesk, keychain: Keychain, administrator: Person, vaultRuns: () => boolean,
): ProtectedDesk {
  return Object.assign(desk, {
    keychain, administrator, vaultRuns,
    async unlock(who: Pick<Person, 'id'> = administrator, proof = passphrase) {
      const state = await desk.call('access.unlock', { proof: { personId: who.id, passphrase: proof } })
      expect(state.state).toBe('unlocked')
    },
    trail: async () => (await desk.call('maintenance.audit', { before: null, limit: 200 })).lines,
  })
}

/** Adds an operator, and has that person unlock the desk. */
export async function asOperator(desk: ProtectedDesk): Promise<Person> {
  const operator = await desk.call('access.savePerson', {
    id: null, name: 'Otto Operator', role: 'operator', passphrase: operatorPassphrase,
  })
  await desk.call('access.lock', null)
  await desk.unlock(operator, operatorPassphrase)
  return operator
}
