/** Watches how long the thread it runs in stands still. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Stillness {
  /** The longest stretch of the thread's own work without a look at what else is to be done, in milliseconds. */
  readonly busyMs: number
  /** The longest delay of a timer by the clock: with it counts what the processor did for others. */
  readonly delayMs: number
}

/** Begins to watch; the function it gives ends that and tells. */
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
