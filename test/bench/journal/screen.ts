/**
 * `npm run bench -- journal-screen [--size N]`: the same journal on the screen, in the built application and real
 * Chromium: from a key to the painted result, from a look-up to its painted first page, and frames lost while
 * scrolling. Needs `npm run build` first. In the first run on a new journal the application also seals what was built
 * and makes the day's backup: the second run tells how it is all other day.
 */
import type { Page } from 'playwright-core'
import { closeBrowser, launch } from '../../e2e/support/launch.ts'
import { go } from '../../e2e/support/console.ts'
import { text } from '../../texts.ts'
import { framesOf } from '../frames.ts'
import { isSmall, sizeOf } from '../options.ts'
import { builtJournal } from './build.ts'
import { notify } from './figures.ts'
import { lookups, typed } from './lookups.ts'

const lookupTargetMs = 60
const typingTargetMs = 50
const droppedTargetPercent = 1
const perLookup = isSmall ? 1 : 12
const framesScrolled = isSmall ? 60 : 1_200
const pixelsAFrame = 90

const entries = sizeOf({ whole: 1_000_000, small: 5_000 })
const { folder } = await builtJournal(entries)
const { page, close } = await launch({ userData: folder, size: { width: 1280, height: 800 } })
await page.getByRole('navigation').first().waitFor()
await go(page, 'history')
await page.getByRole('table', { name: text('history.list') }).getByRole('link').first().waitFor()

/** In the page: notes how long each input takes until the frame with its result was painted. */
async function watchResults(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state = { began: 0, waiting: false, samples: [] as number[] }
    Object.assign(globalThis, { results: state })
    document.addEventListener('input', () => {
      state.began = performance.now()
      state.waiting = true
    }, { capture: true })
    const results = document.querySelector('[aria-busy]')
    if (results === null) throw new Error('the results are not there')
    new MutationObserver(() => {
      if (results.getAttribute('aria-busy') !== 'false' || !state.waiting) return
      state.waiting = false
      const { began } = state
      // The task after the frame's own work runs once it is handed to be painted.
      requestAnimationFrame(() => { setTimeout(() => { state.samples.push(performance.now() - began) }) })
    }).observe(results, { attributes: true, attributeFilter: ['aria-busy'] })
  })
}

interface Results { readonly samples: number[] }

const samplesSoFar = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { results: Results }).results.samples.splice(0))

const search = page.getByLabel(text('history.search'), { exact: true })

async function resolved(count: number): Promise<number[]> {
  const samples: number[] = []
  for (let tries = 0; samples.length < count && tries < 500; tries++) {
    samples.push(...await samplesSoFar(page))
    if (samples.length < count) await page.waitForTimeout(10)
  }
  return samples
}

async function clear(): Promise<void> {
  await search.fill('')
  await resolved(1)
}

async function measureLookups(): Promise<void> {
  const every: number[] = []
  for (const { what, filters, hasTarget } of lookups(entries)) {
    const samples: number[] = []
    for (const { text, states } of filters.slice(0, perLookup)) {
      if (text === '' || states.length > 0) continue
      await search.fill(text)
      samples.push(...await resolved(1))
      await clear()
    }
    if (samples.length > 0) notify(what, samples, hasTarget ? lookupTargetMs : null)
    if (hasTarget) every.push(...samples)
  }
  notify('every look-up with a target, to its painted first page', every, lookupTargetMs)
}

async function measureTyping(): Promise<void> {
  const samples: number[] = []
  for (const text of [...typed, ...typed]) {
    await search.click()
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      samples.push(...await resolved(1))
    }
    await clear()
  }
  notify('typing, from a key to its painted result', samples, typingTargetMs)
}

async function measureScrolling(): Promise<void> {
  const gaps = await page.evaluate(async ({ frames, pixels }) => {
    const frame = document.querySelector('[aria-busy] [role=table]')?.parentElement
    if (!(frame instanceof HTMLElement)) throw new Error('the list is not there')
    const gaps: number[] = []
    let last = await new Promise<number>((resolve) => { requestAnimationFrame(resolve) })
    for (let count = 0; count < frames; count++) {
      frame.scrollTop += pixels
      const now = await new Promise<number>((resolve) => { requestAnimationFrame(resolve) })
      gaps.push(now - last)
      last = now
    }
    return gaps
  }, { frames: framesScrolled, pixels: pixelsAFrame })
  const { perSecond, droppedPercent } = framesOf(gaps)
  const lines = await page.evaluate(() => Number([...document.querySelectorAll('[data-index]')].at(-1)?.getAttribute('data-index')))
  console.log(`scrolling ${lines} lines at ${perSecond.toFixed(0)} frames a second: ${droppedPercent.toFixed(2)} % of frames dropped`
    + `  target ${droppedTargetPercent} %: ${droppedPercent < droppedTargetPercent ? 'met' : 'missed'}`)
}

await watchResults(page)
await measureLookups()
await measureTyping()
await measureScrolling()
await close()
await closeBrowser()
