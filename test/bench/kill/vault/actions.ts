/** The actions of a vault, and how it is killed. */
import type { PersonId } from '#shared/brands.ts'
import type { Confirmation } from '#shared/model/values/confirmation.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { merchantKeyAt } from '#shared/model/profiles/merchant.ts'
import type { Result } from '#shared/result.ts'
import type { VaultFailure, VaultPort } from '../../../../electron/vault/port.ts'
import unprotected from '../../../support/fixtures/unprotected-keychain.json' with { type: 'json' }
import type { Cut } from './dying-keychain.ts'

/** So little work that a kill hits the writes, not the derivation of a key. */
export const littleWork = { cost: { N: 2, r: 8, p: 1 }, milliseconds: 0 }

export const passphrase = 'unlit harbor fennel'
export const nextPassphrase = 'violet turbine gravel'
export const merchant = must(merchantKeyAt('https://gate.example', 'gw', 'acme'))

/** The keychain's earlier entries, with their answers. */
export const kept = unprotected as unknown as {
  readonly entries: Readonly<Record<string, string>>
  readonly answers: {
    readonly control: string
    readonly signature: string
    readonly keys: readonly [KeyDescription, KeyDescription]
    readonly profile: Confirmation
  }
}

export type Death =
  | { readonly kind: 'at-write'; readonly write: number; readonly cut: Cut }
  /** The parent kills it this long after it started. */
  | { readonly kind: 'after'; readonly ms: number }

export interface ToVault {
  readonly folder: string
  readonly action: ActionName
  readonly death: Death
  /** A private key that is imported, as a successor or from a backup. */
  readonly pem: string
}

export type FromVault =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'acting' }
  | { readonly kind: 'idle' }

export const actionNames = ['set-up', 'wrapping', 'unlock', 'change of passphrase', 'rotation', 'restore'] as const
export type ActionName = (typeof actionNames)[number]

/**
 * The actions of a vault, each on a protected desk except the first, and the second, on one whose encryption was
 * interrupted.
 */
export const actions: { readonly [Name in ActionName]: (port: VaultPort, pem: string) => Promise<void> } = {
  'set-up': async (port: VaultPort) => { got(await port.setUpProtection({ name: 'Ada', passphrase })) },
  wrapping: (port) => unlock(port),
  unlock: (port) => unlock(port),
  'change of passphrase': async (port: VaultPort) => {
    await unlock(port)
    got(await port.changePassphrase({ current: passphrase, next: nextPassphrase }))
  },
  rotation: async (port: VaultPort, pem: string) => {
    await unlock(port)
    const [before] = kept.answers.keys
    const successor = await importPair(port, 'Successor', pem)
    got(await port.confirmKey({ keyId: successor.id, merchant }))
    got(await port.removeKey({ keyId: before.id }))
  },
  restore: async (port: VaultPort, pem: string) => {
    await unlock(port)
    got(await port.provePair({ keyId: (await importPair(port, 'Restored', pem)).id }))
  },
}

/** Unlocks as the only person, which continues an interrupted encryption. */
export async function unlock(port: VaultPort, text = passphrase): Promise<void> {
  got(await port.unlockWithPassphrase({ personId: await onlyPerson(port), passphrase: text }))
}

async function onlyPerson(port: VaultPort): Promise<PersonId> {
  const protection = got(await port.protection())
  if (protection.kind !== 'set-up') throw new Error(`the desk is ${protection.kind}`)
  return must(protection.persons[0]).id
}

/** The value of an answer; throws its failure. */
export function got<Value>(answer: Result<Value, VaultFailure>): Value {
  if (!answer.ok) throw new Error(`the vault answered ${JSON.stringify(answer.failure)}`)
  return answer.value
}

async function importPair(port: VaultPort, name: string, pem: string): Promise<KeyDescription> {
  return got(await port.importKey({ name, environment: 'staging', pem, keep: 'keychain' }))
}

function must<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('missing')
  return value
}
