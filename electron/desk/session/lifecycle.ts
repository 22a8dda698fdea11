/** The lifecycle of the desk: its start, its work around a lock, and its end. */
import type { VaultState } from '#shared/model/application/app.ts'
import type { Access, Around } from '../access/index.ts'
import type { DeskContext } from '../context.ts'
import type { AuditFeed, Backups, Signing } from '../maintenance/index.ts'
import type { Batches } from '../batches/index.ts'
import type { Exports } from '../history/index.ts'
import type { HistoryTrustKeeper } from '../history-trust/index.ts'
import { untilKept } from '../requests/index.ts'
import type { DeskControl } from '../services.ts'
import { diskWarning } from './disk-warning.ts'
import { runLines } from './run-lines.ts'
import { withDeadline } from '../../common/processes/deadline.ts'
import { utcTime } from '../../common/processes/time.ts'

/** Quitting waits no longer than this for the audit file; the next start writes the rest. */
const feedLimitMs = 700

/** The parts with automatic work. */
interface Parts {
  readonly access: Access
  /** Drops everything that waits for a person: reviews to confirm, a folder to save in the settings. */
  readonly dropUnfinished: () => void
  readonly feed: AuditFeed
  readonly signing: Signing
  readonly trust: HistoryTrustKeeper
  readonly keeping: Backups
  readonly exports: Exports
  readonly batches: Pick<Batches, 'rest' | 'pauseLeftovers' | 'forget' | 'running'>
  readonly journalChanged: () => void
}

export interface Lifecycle extends Around {
  vaultState(): Promise<VaultState>
  /** Emits the vault's current state to the page. */
  vaultChanged(): Promise<VaultState>
  /** Warnings for every screen, such as an audit file that cannot be written or an unencrypted disk. */
  warnings(): readonly string[]
  /** Starts the built-in gateway if the active profile is its own. */
  readyActiveProfile(): Promise<void>
  /** Call when entries of another file were added to the history: its open outcomes get plans. */
  entriesCame(): void
  readonly control: DeskControl
}

/** Creates the lifecycle from the desk's parts. */
export function lifecycle(
  { services, emit, builtIn, sender, paces, following, resolution }: DeskContext, parts: Parts,
): Lifecycle {
  const { vault, profiles, journal, system } = services
  const { access, dropUnfinished, feed, signing, trust, keeping, exports, batches, journalChanged } = parts
  const lines = runLines(services)
  let stopped = false

  async function vaultState(): Promise<VaultState> {
    const described = await vault.describe()
    if (described.ok) return { state: 'open', ...described.value }
    const { failure } = described
    return failure.code === 'vault-locked' ? { state: 'locked' } : { state: 'failed', failure }
  }

  async function vaultChanged(): Promise<VaultState> {
    const state = await vaultState()
    emit('vault.changed', state)
    return state
  }

  async function readyActiveProfile(): Promise<void> {
    const active = profiles.active()
    if (active.gateway.kind !== 'built-in') return
    const ready = await builtIn.ready(active)
    if (ready.ok) {
      emit('profiles.changed', null)
      await vaultChanged()
    } else services.log('built-in-gateway-not-ready', { code: ready.failure.code })
  }

  /** The run begins with a locked desk, so vault and gateway are not used before an unlock. */
  function waitForUnlock(): void {
    lines.startedLocked()
    void sender.hold()
    resolution.plans.suspend()
    trust.forget()
  }

  /** Marks requests that were being sent when the last run ended as unknown. */
  async function closeLeftovers(): ReturnType<typeof journal.closeLeftovers> {
    const closed = await journal.closeLeftovers({ at: utcTime(system.now()) })
    if (closed.ok && closed.value.count > 0) {
      services.log('leftover-intents', { count: closed.value.count })
      journalChanged()
    }
    return closed
  }

  /** Starts the work of an open desk: checks open outcomes and prepares the active profile. */
  async function startWork(): Promise<void> {
    if (access.isOpen()) await readyActiveProfile()
    // The desk may have been locked meanwhile.
    if (!access.isOpen()) return
    await resolution.plans.resume()
  }

  function stop(): void {
    stopped = true
    access.stop()
    keeping.stop()
    resolution.plans.stopAll()
    following.stopAll()
  }

  return {
    vaultState,
    vaultChanged,
    warnings: () => [feed.problem(), trust.problem(), diskWarning(services)].filter((warning) => warning !== null),
    async rest(cause) {
      const noted = lines.locking(cause)
      const sent = sender.hold()
      const paused = batches.rest('locked')
      paces.rest()
      dropUnfinished()
      // A locked desk does not read the number, so it would become wrong.
      system.setBadge(0)
      system.dismissQuestion()
      services.issuerPages.end()
      services.diagnosis.cancel()
      following.stopAll()
      resolution.plans.suspend()
      await Promise.all([noted, sent, paused, system.clearClipboard()])
      batches.forget()
      await signing.finish()
      await trust.finish()
      trust.forget()
      await vault.lock()
      builtIn.forget()
      await vaultChanged()
    },
    isFinishing: () => sender.sending() !== null || batches.running() !== null,
    opened: () => { lines.opened() },
    async resume() {
      // SECURITY: before anything can be sent.
      await trust.compare()
      if (!access.isOpen()) return
      sender.release()
      signing.again()
      await startWork()
      const state = await vaultChanged()
      // If the desk was locked meanwhile, the lock has its own line.
      if (access.isOpen()) await lines.unlocked(state)
    },
    readyActiveProfile,
    entriesCame() {
      following.stopAll()
      if (access.isOpen()) void resolution.plans.resume()
      journalChanged()
    },
    control: {
      async start(prepared = () => Promise.resolve()) {
        await keeping.noteBeginning()
        await lines.started()
        const closed = await closeLeftovers()
        if (!closed.ok) untilKept(system, closeLeftovers)
        await batches.pauseLeftovers()
        const shown = prepared()
        if (await access.begin()) {
          void trust.compare()
          await shown
          if (stopped) return
          await startWork()
        }
        else waitForUnlock()
        keeping.start()
        feed.soon()
        journalChanged()
      },
      auditFileProblem: () => feed.problem(),
      sending: () => sender.sending(),
      runsBatch: () => batches.running() !== null,
      lock: (cause) => access.lock(cause),
      woke: () => { void resolution.plans.woke() },
      callRefused: lines.callRefused,
      async prepareToQuit() {
        stop()
        system.setBadge(0)
        await Promise.all([exports.end(), batches.rest('quit'), sender.close(), system.clearClipboard()])
        await lines.ended()
        await withDeadline(feed.finish(), feedLimitMs, () => { services.log('audit-file-late') })
        await signing.finish()
        await trust.finish()
      },
      stop,
    },
  }
}
