/** Locks a desk that nobody uses. */
import type { Services } from '../services.ts'

/** The longest time between two looks: a setting that was shortened counts by then. */
const lookEveryMs = 15_000
const soonestMs = 1_000

export interface IdleWatch {
  start(): void
  /** Somebody used the window. Counts only where the system does not tell how long the computer has been idle. */
  readonly noteActivity: () => void
  stop(): void
}

/** Makes the watch; `lock` is called once nobody has used the desk for the time in the settings. */
export function idleWatch(
  { system, settings }: Pick<Services, 'system' | 'settings'>, lock: () => void,
): IdleWatch {
  let usedAt = system.monotonic()
  let startedAt = usedAt
  let cancel = (): void => undefined

  function look(): void {
    const limitMs = settings.read().lockAfterMinutes * 60_000
    // SECURITY: where the system tells, the page is not asked: one that was taken over could keep the desk open.
    const told = system.idleMs() ?? system.monotonic() - usedAt
    // Whoever unlocked it has just used it, whatever the system counts.
    const idleMs = Math.min(told, system.monotonic() - startedAt)
    // It is watched again from the next unlock on: until then a look would end whoever is just unlocking.
    if (idleMs >= limitMs) lock()
    else cancel = system.schedule(Math.min(lookEveryMs, Math.max(soonestMs, limitMs - idleMs)), look)
  }

  return {
    start() {
      cancel()
      startedAt = system.monotonic()
      usedAt = startedAt
      look()
    },
    noteActivity() { usedAt = system.monotonic() },
    stop() { cancel() },
  }
}
