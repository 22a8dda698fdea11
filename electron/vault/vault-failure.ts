import type { MerchantKey } from '#shared/brands.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { Result } from '#shared/result.ts'

/** Why the vault did not carry out a call. */
export type VaultFailure =
  /** The keychain did not answer in time: its own window probably waits for the person. */
  | { readonly code: 'keychain-waiting' }
  | { readonly code: 'keychain-locked' }
  /** No keychain service on this machine; `detail` is a plain, secret-free sentence. */
  | { readonly code: 'keychain-missing'; readonly detail: string }
  /** The keychain's library is missing, does not load or was exchanged: nothing is stored until that is fixed. */
  | { readonly code: 'keychain-library'; readonly detail: string }
  /**
   * Entries may be lost or changed (such as a missing canary), so nothing is created again. With `damagedEntry` only
   * the entry of this name differs from what was written.
   */
  | { readonly code: 'keychain-doubtful'; readonly detail: string; readonly damagedEntry?: string }
  | { readonly code: 'no-such-secret' }
  | { readonly code: 'no-such-key' }
  /** The secret or key belongs to another environment than the one to sign for (§5.2). */
  | { readonly code: 'wrong-environment'; readonly belongsTo: Environment }
  /** The secret was entered for another merchant or gateway; null when it is not known which. */
  | { readonly code: 'secret-of-other-address'; readonly belongsTo: MerchantKey }
  /** No person has confirmed the key for this merchant; `belongsTo` are those it was confirmed for. */
  | { readonly code: 'key-not-confirmed'; readonly belongsTo: readonly MerchantKey[] }
  | { readonly code: 'passphrase-needed' }
  | { readonly code: 'passphrase-wrong' }
  /** The key cannot be read or stored; `detail` has the reason as a plain sentence. */
  | { readonly code: 'key-refused'; readonly detail: string }
  /** A secret, password, person or backup cannot be stored; `detail` has the reason as a plain sentence. */
  | { readonly code: 'not-storable'; readonly detail: string }
  | { readonly code: 'cancelled' }
  | { readonly code: 'passphrase-refused'; readonly why: 'wrong' | 'too-soon'; readonly retryInMs: number }
  | { readonly code: 'passphrase-weak'; readonly detail: string }
  | { readonly code: 'administrator-needed' }
  | { readonly code: 'no-such-person' }
  | { readonly code: 'person-name-used' }
  | { readonly code: 'last-administrator' }
  /** The vault was locked, waits for a passphrase, or its process ended before it answered. */
  | { readonly code: 'vault-locked' }

export type VaultAnswer<Value> = Promise<Result<Value, VaultFailure>>
