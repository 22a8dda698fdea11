import { setImmediate } from 'node:timers/promises'

/** The time slices of a page. It is built in short turns, so that other work of the thread can run in between. */
export interface Turns {
  /** True once this turn is over. */
  readonly isOver: () => boolean
  /** Lets other work run, then starts the next turn. False if the page's time is over: it must be returned as it is. */
  readonly next: () => Promise<boolean>
}

/** Creates turns of `turnMs` milliseconds each, until the page has taken `pageMs` in total. */
export function turnsOf({ turnMs, pageMs }: { turnMs: number; pageMs: number }): Turns {
  const endOfPage = performance.now() + pageMs
  let end = performance.now() + turnMs
  return {
    isOver: () => performance.now() >= end,
    next: async () => {
      await setImmediate()
      const now = performance.now()
      end = now + turnMs
      return now < endOfPage
    },
  }
}
