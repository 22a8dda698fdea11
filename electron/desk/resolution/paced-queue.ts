import type { System } from '../services.ts'

/** Runs work in its order, a few pieces at once, with their starts spread over time. */
export interface PacedQueue {
  add(work: () => Promise<void>): void
  /** Drops work that has not started. */
  clear(): void
}

/** Creates a queue: at most `atOnce` at once, no start sooner than `apartMs` after the last. Work must not reject. */
export function pacedQueue(
  schedule: System['schedule'], { atOnce, apartMs }: { readonly atOnce: number; readonly apartMs: number },
): PacedQueue {
  const waiting: (() => Promise<void>)[] = []
  let underWay = 0
  let resting = false

  function startNext(): void {
    if (resting || underWay >= atOnce) return
    const work = waiting.shift()
    if (work === undefined) return
    underWay += 1
    resting = true
    schedule(apartMs, () => {
      resting = false
      startNext()
    })
    void work().finally(() => {
      underWay -= 1
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
