import type { VaultState } from '#shared/model/application/app.ts'
import { withDeadline } from '../../common/processes/deadline.ts'
import { note } from '../maintenance/index.ts'
import { refusedCalls, type RefusedCalls } from './refused-calls.ts'
import type { LockCause, Services } from '../services.ts'

/** Locking and quitting wait no longer than this for their line. */
const lineLimitMs = 700

const application = 'Gateway Console'
const vault = 'Vault'

const causes: Readonly<Record<LockCause, string>> = {
  'by-person': 'By the person.',
  'idle': 'Nobody used it for the time in the settings.',
  'suspend': 'The computer went to sleep.',
  'screen-locked': 'The screen was locked.',
  'user-switched': 'Another user took over the screen.',
  'vault-ended': 'The process of the vault ended.',
  'person-removed': 'The person who had unlocked it was removed.',
  'protection-found': 'The keychain could not be asked before; a passphrase protects the desk.',
  'not-completed': 'Unlocking could not be completed.',
}

/**
 * Audit lines about the run of the application. The events do not wait for their lines: locking and quitting must not
 * depend on a disk.
 */
export interface RunLines {
  started(): Promise<void>
  /** Writes pending lines, then that the run ends. Only once. Resolves within 700 ms, before the last head. */
  ended(): Promise<void>
  /**
   * Call before the vault is locked, so that a head covers the line; and before the desk is locked, as the line names
   * the person. Does nothing if the desk was locked already.
   */
  locking(cause: LockCause): Promise<void>
  /** Call when the run began with a locked desk. */
  startedLocked(): void
  /** Call when a person unlocked the desk with the correct passphrase. */
  opened(): void
  /** Records the result of an unlock; nothing if the desk had not been locked and is open. */
  unlocked(state: VaultState): Promise<void>
  readonly callRefused: RefusedCalls['refused']
}

/** Creates the writer of these lines. */
export function runLines(services: Services): RunLines {
  const refusals = refusedCalls(services)
  let locked = false
  let hasEnded = false

  async function withinLimit(writing: Promise<unknown>): Promise<void> {
    await withDeadline(writing, lineLimitMs, () => { services.log('audit-line-late') })
  }

  async function lastLines(): Promise<void> {
    await refusals.finish()
    await note(services, 'application-ended', application)
  }

  return {
    async started() {
      const { version, platform } = services.system.description
      await note(services, 'application-started', application, `version ${version}, ${platform}`)
    },
    async ended() {
      if (hasEnded) return
      hasEnded = true
      await withinLimit(lastLines())
    },
    async locking(cause) {
      if (locked) return
      locked = true
      await withinLimit(note(services, 'vault-locked', vault, causes[cause]))
    },
    startedLocked() { locked = true },
    opened() {
      if (locked) void note(services, 'vault-unlocked', vault)
      locked = false
    },
    async unlocked(state) {
      if (state.state !== 'open') {
        const reason = state.state === 'failed' ? `Reason: ${state.failure.code}.` : 'It is still locked.'
        await note(services, 'unlock-failed', vault, reason)
        return
      }
      if (locked) await note(services, 'vault-unlocked', vault)
      locked = false
    },
    callRefused: (call, reason) => { refusals.refused(call, reason) },
  }
}
