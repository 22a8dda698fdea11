/** The desk's own life: how it wakes, what it does around a locked vault, and how it comes to rest. */
import type { VaultState } from '#shared/model/app.ts'
import type { DeskContext } from '../context.ts'
import type { Backups, Sealer } from '../maintenance/index.ts'
import type { Exports } from '../history/index.ts'
import type { DeskControl } from '../services.ts'
import { runLines } from './run-lines.ts'
import { utcTime } from '../../common/time.ts'

/** What goes on by itself while the desk is open. */
interface Parts {
  readonly sealing: Sealer
  readonly keeping: Backups
  readonly exports: Exports
  readonly journalChanged: () => void
}

export interface Lifecycle {
  vaultState(): Promise<VaultState>
  /** Tells the page how the vault stands now. */
  vaultChanged(): Promise<VaultState>
  /** Seals what there is, locks, and forgets the built-in gateway's secret. */
  lock(): Promise<VaultState>
  /** Unlocks and takes up what had to wait. */
  unlock(): Promise<VaultState>
  /** Starts the built-in gateway where the active profile is its own. */
  readyActiveProfile(): Promise<void>
  /** Entries of a backup or a file that was put aside came into the history: what is open of them is taken up. */
  entriesCame(): void
  readonly control: DeskControl
}

/** Makes it out of the desk's parts. */
export function lifecycle(
  { services, emit, builtIn, adoption, sender, following, resolution }: DeskContext, parts: Parts,
): Lifecycle {
  const { vault, profiles, journal, system } = services
  const { sealing, keeping, exports, journalChanged } = parts
  const lines = runLines(services)

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

  /** Entries of an earlier version get their place in the lists while everything else goes on. */
  async function prepareOlder(): Promise<void> {
    const prepared = await journal.prepareOlder()
    if (!prepared.ok) services.log('older-entries-not-prepared', { code: prepared.failure.code })
    else if (prepared.value === 'now-all-are') journalChanged()
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

  function stop(): void {
    keeping.stop()
    resolution.plans.stopAll()
    following.stopAll()
  }

  return {
    vaultState,
    vaultChanged,
    async lock() {
      resolution.plans.wait()
      await lines.locking()
      await sealing.finish()
      await vault.lock()
      builtIn.forget()
      return await vaultChanged()
    },
    async unlock() {
      await vault.unlock()
      sealing.again()
      await readyActiveProfile()
      void adoption.ready()
      void resolution.plans.takeUp()
      const state = await vaultChanged()
      await lines.unlocked(state)
      return state
    },
    readyActiveProfile,
    entriesCame() {
      following.stopAll()
      void resolution.plans.takeUp()
      void prepareOlder()
      journalChanged()
    },
    control: {
      async start() {
        await keeping.noteBeginning()
        await lines.started()
        const closed = await journal.closeLeftovers({ at: utcTime(system.now()) })
        if (closed.ok && closed.value.count > 0) services.log('leftover-intents', { count: closed.value.count })
        await readyActiveProfile()
        void adoption.ready()
        await resolution.plans.takeUp()
        keeping.start()
        void prepareOlder()
        journalChanged()
      },
      sending: () => sender.sending(),
      woke: () => { void resolution.plans.woke() },
      callRefused: lines.callRefused,
      async prepareToQuit() {
        stop()
        await Promise.all([exports.end(), sender.close()])
        await lines.ended()
        await sealing.finish()
      },
      stop,
    },
  }
}
