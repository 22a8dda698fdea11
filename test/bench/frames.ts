/** Frames that did not come when they were due. */
import type { Page } from 'playwright-core'
import { percentile } from './journal/figures.ts'

/** How smoothly a page went, and how many frames in a hundred were left out. */
export interface Frames {
  readonly perSecond: number
  readonly droppedPercent: number
}

/** What the gaps between frames, in milliseconds, tell: a gap as long as two usual ones is one dropped frame. */
export function framesOf(gaps: readonly number[]): Frames {
  const usual = percentile(gaps, 50)
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / usual) - 1), 0)
  return { perSecond: 1_000 / usual, droppedPercent: (100 * dropped) / (gaps.length + dropped) }
}

interface Watched { gaps: number[], watching: boolean }

/** Watches the page's frames while something is done in it. */
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
