/** Waits until the application has finished its work after a start. */
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningApp } from '../../e2e/support/launch.ts'

const restingPercent = 20
const restingSeconds = 3
const limitSeconds = 900

/**
 * Resolves, with the seconds that it took, when main and its threads have hardly used a processor for three
 * seconds: new entries are sealed, the daily backup exists, and the history is proven since its last head, or
 * without a keychain since its beginning. Throws after 15 minutes.
 */
export async function untilAtRest(app: RunningApp): Promise<number> {
  const began = performance.now()
  const used = async (): Promise<number> => {
    const { user, system } = await app.evaluate(() => process.cpuUsage())
    return (user + system) / 1_000
  }
  let resting = 0
  let before = await used()
  for (let second = 0; second < limitSeconds; second++) {
    await pause(1_000)
    const now = await used()
    resting = now - before < restingPercent * 10 ? resting + 1 : 0
    if (resting === restingSeconds) return (performance.now() - began) / 1_000
    before = now
  }
  throw new Error(`main was still busy after ${limitSeconds} s`)
}
