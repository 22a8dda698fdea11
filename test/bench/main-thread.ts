/** How long keys keep a page's main thread busy, as Chromium itself counts it. */
import type { CDPSession, Page } from 'playwright-core'

/**
 * Runs `press` this many times and returns for each run how long the main thread was in tasks until it ended, in
 * milliseconds by the clock, so that time lost to other processes counts.
 */
export async function busyTimes(page: Page, count: number, press: (index: number) => Promise<void>): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'timeTicks' })
  const times: number[] = []
  let before = await taskSeconds(session)
  for (let index = 0; index < count; index += 1) {
    await press(index)
    const now = await taskSeconds(session)
    times.push((now - before) * 1_000)
    before = now
  }
  await session.detach()
  return times
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const found = metrics.find(({ name }) => name === 'TaskDuration')
  if (found === undefined) throw new Error('Chromium does not count its tasks')
  return found.value
}
