import { codeOf } from '../../common/files/file-failure.ts'
import type { KeychainFailure } from './keychain.ts'

/** The name of a system's keychain for people. */
export function keychainName(platform: NodeJS.Platform, desktop: string | undefined): string {
  if (platform === 'darwin') return 'macOS Keychain'
  if (platform === 'win32') return 'Windows Credential Manager'
  return /KDE/i.test(desktop ?? '') ? 'KDE Wallet' : 'GNOME Keyring'
}

const meanwhile = 'Until then keys and control secrets are stored for this run only: they are deleted when Gateway Console is '
  + 'locked or closed. Nothing is written in clear text.'

/** Why no keychain can be used, and the next step. */
function missingService(platform: NodeJS.Platform): string {
  return platform === 'linux'
    ? 'This computer has no running keychain (Secret Service). Install GNOME Keyring (package gnome-keyring) or turn on '
      + `KDE Wallet, log in again and start Gateway Console. ${meanwhile}`
    : `The system's keychain cannot be reached. Log out, log in again and start Gateway Console. ${meanwhile}`
}

/** For a computer where a keychain was used before and none answers now. */
export const usedKeychainMissing = 'Gateway Console has used a keychain here before, and none answers now. Its contents are not lost; '
  + 'nothing is created or stored elsewhere in the meantime. Start the keychain service, or log out and in again, and try again. If '
  + 'the keychain is permanently lost: close Gateway Console, delete the file "vault-installed" in its data folder, start it and '
  + 'enter keys and control secrets again.'

const noCollection = 'The keychain runs but contains no keyring yet. Open "Passwords and Keys", create a password keyring, make '
  + `it the default and unlock it. ${meanwhile}`

/** The sentence for a library that is missing or does not load; `reason` is from `whyNotLoaded`. */
export function notLoaded(reason: string): string {
  return `The keychain's library could not be loaded: ${reason}. Nothing is stored until it loads.`
}

/**
 * Why a library could not be loaded, as half a sentence: the file that the system misses, or the error's code.
 * SECURITY: paths, which name the person, are not included.
 */
export function whyNotLoaded(error: unknown): string {
  const [code] = errorsIn(error).map(codeOf).filter((found) => found !== null)
  const [missing] = errorsIn(error)
    .map(({ message }) => /(lib[\w.+-]+): cannot open shared object file/.exec(message)?.[1])
    .filter((found) => found !== undefined)
  return missing === undefined ? `error ${code ?? 'without a code'}` : `the system has no ${missing}`
}

/** An error and its causes, the innermost first: the library attaches the reason of each failed attempt as a cause. */
function errorsIn(error: unknown): Error[] {
  return error instanceof Error ? [...errorsIn(error.cause), error] : []
}

/** For a native module that differs from the packed one. */
export const changedModule = 'The keychain\'s library was changed after it was installed. It was not loaded, and no secret was '
  + 'read. Inform the person responsible for this computer.'

/** For a run in which a test or an option turned the keychain off. */
export const switchedOff = 'The keychain is switched off for this run. Keys and control secrets are deleted when Gateway Console '
  + 'is locked or closed. Nothing is written in clear text.'

/**
 * Classifies an error of the native module, with a sentence for a person. SECURITY: the module's message is not
 * returned, as it may contain the value to be stored.
 */
export function nativeFailure(error: unknown, platform: NodeJS.Platform): KeychainFailure {
  const message = error instanceof Error ? error.message : ''
  if (/did not receive a reply|timed? ?out/i.test(message)) return { code: 'keychain-waiting' }
  if (/no result found/i.test(message)) return { code: 'keychain-missing', detail: noCollection }
  // The keyring is locked, or the person dismissed the prompt or refused access.
  if (/couldn't access platform storage|dismissed|is locked|not allowed|cancell?ed/i.test(message)) {
    return { code: 'keychain-locked' }
  }
  if (/platform failure|D-?Bus/i.test(message)) return { code: 'keychain-missing', detail: missingService(platform) }
  return { code: 'keychain-doubtful', detail: 'The keychain gave an answer that Gateway Console does not support.' }
}
