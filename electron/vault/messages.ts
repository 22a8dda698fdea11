import type { KeychainTimes } from './keychain/native-entries.ts'
import type { NativeModuleProof } from './keychain/native-module-proof.ts'

/** The content of main's first message to the vault's process, without secrets. Calls of the port follow. */
export interface VaultConfiguration {
  /** Random, generated once and stored with the application's data: separates installations in one keychain. */
  readonly installationId: string
  /** The file that records that the keychain was used before; the vault creates it ("vault-installed" in userData). */
  readonly markerFile: string
  /** `none` stores everything for this run only and never touches the keychain. */
  readonly keychain: 'system' | 'none'
  /** The proof that the keychain's native module needs before it is loaded. */
  readonly nativeModuleProof: NativeModuleProof
  readonly logFolder: string
  readonly times: KeychainTimes
}

/** Message to the vault that starts it. */
export interface Configure {
  readonly configure: VaultConfiguration
}

/** A message instead of `Configure`: the process only removes the installation's entries from the keychain. */
export interface Remove {
  readonly remove: VaultConfiguration
}

/** The answer to `Remove`: false if some entries may remain. */
export interface Removed {
  readonly removed: boolean
}

/** A message from the vault that answers no call: whether the keychain is waiting for the person. */
export interface Waiting {
  readonly keychainWaiting: boolean
}

export function isConfigure(message: unknown): message is Configure {
  return typeof message === 'object' && message !== null && 'configure' in message
}

export function isRemove(message: unknown): message is Remove {
  return typeof message === 'object' && message !== null && 'remove' in message
}

export function isRemoved(message: unknown): message is Removed {
  return typeof message === 'object' && message !== null && 'removed' in message && typeof message.removed === 'boolean'
}

export function isWaiting(message: unknown): message is Waiting {
  return typeof message === 'object' && message !== null && 'keychainWaiting' in message
    && typeof message.keychainWaiting === 'boolean'
}
