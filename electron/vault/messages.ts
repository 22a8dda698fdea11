import type { KeychainTimes } from './keychain/native-entries.ts'
import type { NativeModuleProof } from './keychain/native-module-proof.ts'

/** What main tells the vault's process first; it holds no secret. Calls of the port follow. */
export interface VaultConfiguration {
  /** Random, made once and kept with the application's data: keeps installations apart in one keychain. */
  readonly installationId: string
  /** The file that says that the keychain was used before; the vault makes it ("vault-installed" in userData). */
  readonly markerFile: string
  /** `none` keeps everything for this run only and never touches the keychain. */
  readonly keychain: 'system' | 'none'
  /** What the keychain's native module must prove before it is loaded. */
  readonly nativeModuleProof: NativeModuleProof
  readonly logFolder: string
  readonly times: KeychainTimes
}

/** Message to the vault that starts it. */
export interface Configure {
  readonly configure: VaultConfiguration
}

/** Message to the process, in place of `Configure`: it removes what the installation keeps in the keychain, no more. */
export interface Remove {
  readonly remove: VaultConfiguration
}

/** The answer: false when some of it may be left. */
export interface Removed {
  readonly removed: boolean
}

/** Message from the vault besides answers: whether the keychain is waiting for the person. */
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
