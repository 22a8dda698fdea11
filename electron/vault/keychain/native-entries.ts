import { createRequire } from 'node:module'
import type { AsyncEntry } from '@napi-rs/keyring'
import { failed, success } from '#shared/result.ts'
import { withDeadline } from '../../common/processes/deadline.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import type { Keychain, KeychainAnswer } from './keychain.ts'
import { forgetOtherLibraries, nameLibrary } from './library-environment.ts'
import { changedModule, nativeFailure, notLoaded, whyNotLoaded } from './native-failure.ts'
import type { NativeModuleProof } from './native-module-proof.ts'
import { ModuleChanged, ModuleMissing, provenModule } from './native-module.ts'

/** As of a keychain, but `null` and `false` are the native module's answers, which alone prove nothing. */
export type NativeEntries = Pick<Keychain, 'get' | 'set' | 'delete'>

export interface KeychainTimes {
  /** After so many milliseconds without an answer `onWaiting(true)` is called. */
  readonly noticeAfterMs: number
  /** After so many milliseconds a call answers `keychain-waiting`. */
  readonly deadlineMs: number
}

type Action<Value> = (entry: AsyncEntry) => Promise<Value>

// SECURITY: without the pin the module silently falls back to kernel memory, which is lost at reboot.
const pinned = { linux: { store: 'secret-service' } } as const

/**
 * The entries of one service in the operating system's keychain. One call at a time; each has a deadline, since an
 * unanswered prompt never ends. Such a call continues in the background, and until the person answers, all others
 * return `keychain-waiting` at once.
 */
export function openNativeEntries({ service, proof, times, onWaiting }: {
  service: string
  proof: NativeModuleProof
  times: KeychainTimes
  onWaiting: (waiting: boolean) => void
}): NativeEntries {
  const open = new Map<string, AsyncEntry>()
  const inTurn = serialQueue()
  let hanging = false

  const entryOf = (name: string): AsyncEntry => {
    const known = open.get(name)
    if (known !== undefined) return known
    const { AsyncEntry: Entry } = loadLibrary(proof)
    const entry = new Entry(service, name, pinned)
    open.set(name, entry)
    return entry
  }

  const attempt = async <Value>(name: string, action: Action<Value>): KeychainAnswer<Value> => {
    try {
      return success(await action(entryOf(name)))
    } catch (error) {
      // Not a missing keychain: there nothing stored can be lost, but here it is only unreadable.
      if (error instanceof ModuleChanged) return failed({ code: 'keychain-library', detail: changedModule })
      if (error instanceof ModuleMissing) return failed({ code: 'keychain-library', detail: notLoaded(whyNotLoaded(error)) })
      return failed(nativeFailure(error, process.platform))
    }
  }

  // After a restart of the keychain an entry object keeps an ended session, while a new one works. Every action here
  // can be repeated without harm.
  const attemptTwice = async <Value>(name: string, action: Action<Value>): KeychainAnswer<Value> => {
    const first = await attempt(name, action)
    if (first.ok || first.failure.code !== 'keychain-missing') return first
    open.clear()
    return attempt(name, action)
  }

  const call = <Value>(name: string, action: Action<Value>): KeychainAnswer<Value> => {
    if (hanging) return Promise.resolve(failed({ code: 'keychain-waiting' }))
    const turn = inTurn(() => attemptTwice(name, action))
    let noticed = false
    const notice = setTimeout(() => {
      noticed = true
      onWaiting(true)
    }, times.noticeAfterMs)
    void turn.then(() => {
      hanging = false
      clearTimeout(notice)
      if (noticed) onWaiting(false)
    })
    return withDeadline(turn, times.deadlineMs, () => {
      hanging = true
      return failed({ code: 'keychain-waiting' } as const)
    })
  }

  return {
    get: (name) => call(name, async (entry) => takeBytes(await entry.getSecret())),
    set: (name, value) => {
      // The caller wipes its bytes after this resolves, which may be before a waiting keychain has read them.
      const own = Buffer.from(value)
      const answer = call(name, async (entry) => {
        await entry.setSecret(own)
        return null
      })
      void inTurn(async () => own.fill(0))
      return answer
    },
    delete: (name) => call(name, (entry) => entry.deleteCredential()),
  }
}

/**
 * Copies and wipes the plain array that the module returns. No entry of ours is empty: where the keychain ended while
 * creating one, it exists without its content, which was never stored.
 */
function takeBytes(array: number[] | null): Buffer | null {
  if (array === null || array.length === 0) return null
  const bytes = Buffer.from(array)
  array.fill(0)
  return bytes
}

/**
 * Loads the library at its first use, so that a vault without it can report that. Throws `ModuleMissing` or
 * `ModuleChanged`.
 */
function loadLibrary(proof: NativeModuleProof): typeof import('@napi-rs/keyring') {
  forgetOtherLibraries()
  // SECURITY: exactly the proven file is loaded, wherever else the library would search.
  if (proof === 'digest') nameLibrary(provenModule())
  try {
    // Not `import()`: it failed inside the archive in several versions of Electron.
    return createRequire(import.meta.url)('@napi-rs/keyring') as typeof import('@napi-rs/keyring')
  } catch (cause) {
    throw new ModuleMissing('', { cause })
  } finally {
    forgetOtherLibraries()
  }
}

/** The path of the loaded native module, or '' when none is loaded, for an installation's self-check. */
export function nativeModulePath(): string {
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  return loaded.find((path) => /keyring[^/\\]*\.node$/.test(path)) ?? ''
}
