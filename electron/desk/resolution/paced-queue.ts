import type { System } from '../services.ts'

/** Runs work in order, a few tasks at a time, with their starts spread over time. */
export interface PacedQueue {
  add(work: () => Promise<void>): void
  /** Drops work that has not started. */
  clear(): void
}

/** Creates a queue: at most `atOnce` tasks run, and starts are at least `apartMs` apart. Work must not reject. */
export function pacedQueue(
  schedule: System['schedule'], { atOnce, apartMs }: { readonly atOnce: number; readonly apartMs: number },
): PacedQueue {
  const waiting: (() => Promise<void>)[] = []
  let running = 0
  let resting = false

  function startNext(): void {
    if (resting || running >= atOnce) return
    const work = waiting.shift()
    if (work === undefined) return
    running += 1
    resting = true
    schedule(apartMs, () => {
      resting = false
      startNext()
    })
    void work().finally(() => {
      running -= 1
      startNext()
    })
  }

  return {
    add(work) {
      waiting.push(work)
      startNext()
    },
    clear: () => { waiting.length = 0 },
  }
}
