/** Measures how long its thread is blocked. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Stillness {
  /** The longest uninterrupted work of the thread, in milliseconds. */
  readonly busyMs: number
  /**
   * The longest delay of a timer by the clock, which includes the time that the processor spent on other processes.
   */
  readonly delayMs: number
}

/** Starts the measurement; the returned function ends it and returns the result. */
export function watchEventLoop(): () => Stillness {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  let longest = 0
  let last = busyMs()
  const look = () => {
    const now = busyMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return () => {
    look()
    clearInterval(timer)
    histogram.disable()
    return { busyMs: longest, delayMs: histogram.max / 1e6 }
  }
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
