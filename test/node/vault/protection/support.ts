/** A desk's vault in this process over a keychain in memory, to be started repeatedly. */
import type { Person } from '#shared/model/persons/person.ts'
import { merchantKeyAt } from '#shared/model/profiles/merchant.ts'
import type { Keychain } from '../../../../electron/vault/keychain/keychain.ts'
import { createMemoryKeychain } from '../../../../electron/vault/keychain/memory-keychain.ts'
import type { VaultPort } from '../../../../electron/vault/port.ts'
import { createVault } from '../../../../electron/vault/vault.ts'
import { value } from '../../vault-answers.ts'

export { failure, value } from '../../vault-answers.ts'

export const merchant = merchantKeyAt('https://gate.example', 'gw', 'acme')!
// Only words: rating all possible readings of digits and signs takes ten times as long.
export const passphrase = 'unlit harbor fennel'
export const otherPassphrase = 'violet turbine gravel'
export const controlSecret = 'made-up-control-secret'
export const profile = { secretId: 'profile-1', environment: 'staging', merchant } as const

/** So little work that a test may unlock hundreds of times; the real amount has its own test. */
const littleWork = { cost: { N: 2, r: 8, p: 1 }, milliseconds: 0 }

export interface Desk {
  readonly keychain: Keychain
  /** The values of the clocks; a test sets them. */
  readonly clock: { wall: number; monotonic: number }
  /** The vault after a restart. */
  start(): VaultPort
}

export function createDesk(keychain: Keychain = createMemoryKeychain()): Desk {
  const clock = { wall: Date.parse('2026-01-01T12:00:00Z'), monotonic: 0 }
  return {
    keychain, clock,
    start: () => createVault({
      keychain, keychainName: 'test', wasInstalled: () => true, nativeModulePath: () => '',
      now: () => new Date(clock.wall), monotonic: () => clock.monotonic, work: littleWork,
    }),
  }
}

/** A desk with a control secret and a key, protected by the first administrator, and started again. */
export async function protectedDesk(): Promise<Desk & { administrator: Person; keyId: string }> {
  const desk = createDesk()
  const port = desk.start()
  await value(port.storeSecret({ ...profile, secret: controlSecret, keep: 'keychain' }))
  const key = await value(port.generateKey({
    generationId: 'g', name: 'Desk 1', environment: 'staging', bits: 2048, keep: 'keychain',
  }))
  await value(port.confirmKey({ keyId: key.id, merchant }))
  const administrator = await value(port.setUpProtection({ name: 'Ada Administrator', passphrase }))
  return { ...desk, administrator, keyId: key.id }
}
