/** Locks an idle desk. */
import type { Services } from '../services.ts'

/** The longest time between two checks, so that a shortened setting takes effect by then. */
const checkEveryMs = 15_000
const soonestMs = 1_000

export interface IdleWatch {
  start(): void
  /** Reports activity in the window. Used only where the system does not report how long the computer has been idle. */
  readonly noteActivity: () => void
  stop(): void
}

/** Creates the watch. Calls `lock` once the desk has been idle for the time in the settings. */
export function idleWatch(
  { system, settings }: Pick<Services, 'system' | 'settings'>, lock: () => void,
): IdleWatch {
  let usedAt = system.monotonic()
  let startedAt = usedAt
  let cancel = (): void => undefined

  function check(): void {
    const limitMs = settings.read().lockAfterMinutes * 60_000
    // SECURITY: where the system reports it, the page is not asked: a compromised page could keep the desk open.
    const reportedMs = system.idleMs() ?? system.monotonic() - usedAt
    // The unlock itself was activity, whatever the system counts.
    const idleMs = Math.min(reportedMs, system.monotonic() - startedAt)
    // Watching stops until the next unlock: another check would end an unlock in progress.
    if (idleMs >= limitMs) lock()
    else cancel = system.schedule(Math.min(checkEveryMs, Math.max(soonestMs, limitMs - idleMs)), check)
  }

  return {
    start() {
      cancel()
      startedAt = system.monotonic()
      usedAt = startedAt
      check()
    },
    noteActivity() { usedAt = system.monotonic() },
    stop() { cancel() },
  }
}
