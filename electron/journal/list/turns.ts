import { setImmediate } from 'node:timers/promises'

/** The thread is shared: a page is built in short turns, between which other work has its own. */
export interface Turns {
  /** True once this turn is over. */
  readonly isOver: () => boolean
  /** Gives other work its turn. False when the page has no further one: it is returned as far as it is. */
  readonly another: () => Promise<boolean>
}

/** Turns of so many milliseconds each, until the page took `pageMs` in all. */
export function turnsOf({ turnMs, pageMs }: { turnMs: number; pageMs: number }): Turns {
  const endOfPage = performance.now() + pageMs
  let end = performance.now() + turnMs
  return {
    isOver: () => performance.now() >= end,
    another: async () => {
      await setImmediate()
      const now = performance.now()
      end = now + turnMs
      return now < endOfPage
    },
  }
}
