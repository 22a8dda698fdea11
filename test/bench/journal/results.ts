/** The time from a key to the frame in which its result is painted, as the page itself measures it. */
import type { Locator, Page } from 'playwright-core'

interface Watched { readonly samples: number[] }

/**
 * From now on records for each input the time until `place` is no longer busy and that is painted. Only one place
 * is recorded at a time.
 */
export async function watchResults(place: Locator): Promise<void> {
  await place.evaluate((element) => {
    const state = { began: 0, waiting: false, samples: [] as number[] }
    Object.assign(globalThis, { results: state })
    document.addEventListener('input', () => {
      state.began = performance.now()
      state.waiting = true
    }, { capture: true })
    new MutationObserver(() => {
      if (element.getAttribute('aria-busy') !== 'false' || !state.waiting) return
      state.waiting = false
      const { began } = state
      // The task after the frame's own work runs once the frame is passed on to be painted.
      requestAnimationFrame(() => { setTimeout(() => { state.samples.push(performance.now() - began) }) })
    }).observe(element, { attributes: true, attributeFilter: ['aria-busy'] })
  })
}

/** The next result, in milliseconds; none if it takes longer than five seconds. */
export async function nextResult(page: Page): Promise<number[]> {
  const samples: number[] = []
  for (let tries = 0; samples.length === 0 && tries < 500; tries++) {
    samples.push(...await samplesSoFar(page))
    if (samples.length === 0) await page.waitForTimeout(10)
  }
  return samples
}

/** Waits for pending results and discards them. */
export async function forgetResults(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => {
    requestAnimationFrame(() => { requestAnimationFrame(() => { setTimeout(resolve) }) })
  }))
  await samplesSoFar(page)
}

function samplesSoFar(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as unknown as { results: Watched }).results.samples.splice(0))
}
