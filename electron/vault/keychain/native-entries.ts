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

/** As in `Keychain`, but `null` and `false` are the native module's answers and do not prove that no entry exists. */
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
 * Opens the entries of one service in the operating system's keychain. One call runs at a time. Each has a deadline,
 * since an unanswered prompt never ends. Such a call continues in the background; until the person answers, all others
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
      // Not `keychain-missing`, which may mean that nothing is stored: entries may exist that cannot be read now.
      if (error instanceof ModuleChanged) return failed({ code: 'keychain-library', detail: changedModule })
      if (error instanceof ModuleMissing) return failed({ code: 'keychain-library', detail: notLoaded(whyNotLoaded(error)) })
      return failed(nativeFailure(error, process.platform))
    }
  }

  // After a restart of the keychain an existing entry object has an ended session; a new object works. Every action
  // here can be repeated without harm.
  const attemptWithRetry = async <Value>(name: string, action: Action<Value>): KeychainAnswer<Value> => {
    const first = await attempt(name, action)
    if (first.ok || first.failure.code !== 'keychain-missing') return first
    open.clear()
    return attempt(name, action)
  }

  const call = <Value>(name: string, action: Action<Value>): KeychainAnswer<Value> => {
    if (hanging) return Promise.resolve(failed({ code: 'keychain-waiting' }))
    const turn = inTurn(() => attemptWithRetry(name, action))
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
      // A copy: the caller wipes its bytes after this resolves, maybe before a waiting keychain has read them.
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
 * Copies and wipes the plain array that the module returns. The application writes no empty entry. If the keychain
 * ended while it created one, that entry exists without content: it counts as missing.
 */
function takeBytes(array: number[] | null): Buffer | null {
  if (array === null || array.length === 0) return null
  const bytes = Buffer.from(array)
  array.fill(0)
  return bytes
}

/**
 * Loads the library at its first use, so that a vault without it can report the reason. Throws `ModuleMissing` or
 * `ModuleChanged`.
 */
function loadLibrary(proof: NativeModuleProof): typeof import('@napi-rs/keyring') {
  forgetOtherLibraries()
  // SECURITY: loads exactly the proven file. Otherwise the library would search other places.
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
