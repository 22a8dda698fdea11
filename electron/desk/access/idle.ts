/** Locks the desk after a time without activity. */
import type { Services } from '../services.ts'

/** The longest time between two checks; a shortened setting takes effect within it. */
const checkEveryMs = 15_000
const shortestCheckMs = 1_000

export interface IdleWatch {
  start(): void
  /** Call on activity in the window. Only used if the system does not report the idle time. */
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
    // SECURITY: the system's report comes first: a compromised page could keep the desk open.
    const reportedMs = system.idleMs() ?? system.monotonic() - usedAt
    // The unlock counts as activity, whatever the system reports.
    const idleMs = Math.min(reportedMs, system.monotonic() - startedAt)
    // Checks stop until the next unlock; another one would end an unlock in progress.
    if (idleMs >= limitMs) lock()
    else cancel = system.schedule(Math.min(checkEveryMs, Math.max(shortestCheckMs, limitMs - idleMs)), check)
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
