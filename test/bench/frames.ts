/** Dropped frames. */
import type { Page } from 'playwright-core'
import { percentile } from './journal/figures.ts'

/** How smooth a page was, and the percentage of dropped frames. */
export interface Frames {
  readonly perSecond: number
  readonly droppedPercent: number
}

/** Computes them from the gaps between frames, in milliseconds: a gap twice as long as usual is one dropped frame. */
export function framesOf(gaps: readonly number[]): Frames {
  const usual = percentile(gaps, 50)
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / usual) - 1), 0)
  return { perSecond: 1_000 / usual, droppedPercent: (100 * dropped) / (gaps.length + dropped) }
}

interface Watched { gaps: number[], watching: boolean }

/** Measures the page's frames while `run` is executed in it. */
export async function framesDuring(page: Page, run: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const state = { gaps: [] as number[], watching: true }
    Object.assign(globalThis, { frames: state })
    let last = 0
    const note = (now: number): void => {
      if (last > 0) state.gaps.push(now - last)
      last = now
      if (state.watching) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await run()
  return framesOf(await page.evaluate(() => {
    const { frames } = globalThis as unknown as { frames: Watched }
    frames.watching = false
    return frames.gaps
  }))
}
