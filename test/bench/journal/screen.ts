/**
 * `npm run bench -- journal-screen [--size N] [--settled]`: the same journal on the screen, in the built
 * application and real Chromium: from a key to the painted result, in the history and in the quick search, from a
 * lookup to its painted first page, from a click to the painted page of a payment with 500 events, and dropped frames
 * while scrolling. Needs `npm run build`. It starts when the
 * application has sealed and proven the journal and made the daily backup, as during the rest of a day. Some 400
 * outcomes of the journal are open and checked all the time; with `--settled` there are none.
 * 
 * Each figure is printed with the number of calls to main and main's time for them; at the end, the cost of
 * transferring one call and one page of lines between page and main. The stand-in transfers them over two pipes,
 * with the text of each message written and parsed three times; Electron needs one copy.
 */
import type { Locator } from 'playwright-core'
import { closeBrowser, launch } from '../../e2e/support/launch.ts'
import { go } from '../../e2e/support/console.ts'
import { text } from '../../support/texts.ts'
import { framesOf } from '../frames.ts'
import { isSettled, isSmall, sizeOf } from '../options.ts'
import { builtJournal, settledJournal } from './build.ts'
import { busyPayment } from './busy-payment.ts'
import { answerToPage, carriage, watchCalls, type Calls } from './calls.ts'
import { notify, percentile } from './figures.ts'
import { lookups, typed } from './lookups.ts'
import { untilAtRest } from './rest.ts'
import { forgetResults, nextResult, watchResults } from './results.ts'

const lookupTargetMs = 60
const typingTargetMs = 50
const paymentTargetMs = 150
const droppedTargetPercent = 1
const paymentsOpened = isSmall ? 2 : 20
const perLookup = isSmall ? 1 : 12
const framesScrolled = isSmall ? 60 : 1_200
const callsCarried = isSmall ? 10 : 200
const pixelsAFrame = 90
const firstPage = { text: '', states: [], operations: [], profileId: null, view: 'payments', before: null, limit: 50 }

const entries = sizeOf({ whole: 1_000_000, small: 5_000 })
const { folder } = await (isSettled ? settledJournal(entries) : builtJournal(entries))
const { app, page, close } = await launch({ userData: folder, size: { width: 1280, height: 800 } })
await page.getByRole('navigation').first().waitFor()
await go(page, 'history')
await page.getByRole('table', { name: text('history.list') }).getByRole('link').first().waitFor()
const search = page.getByLabel(text('history.search'), { exact: true })
const quickSearch = page.getByRole('combobox', { name: text('shell.search') })

/** The results of one kind, and the calls of each. */
interface Results { readonly samples: number[]; readonly calls: Calls[] }

type CallsSince = Awaited<ReturnType<typeof watchCalls>>

async function take({ samples, calls }: Results, since: CallsSince, act: () => Promise<void>): Promise<void> {
  await since?.()
  await act()
  samples.push(...await nextResult(page))
  if (since !== null) calls.push(await since())
}

function tell(what: string, { samples, calls }: Results, targetMs: number | null): void {
  notify(what, samples, targetMs)
  if (calls.length === 0) return
  const counts = calls.map(({ count }) => count)
  const times = calls.map(({ ms }) => ms)
  const [most, usual, slow] = [Math.max(...counts), percentile(times, 50).toFixed(1), percentile(times, 95).toFixed(1)]
  console.log(`${''.padEnd(58)} of that in main p50 ${usual} ms  p95 ${slow} ms, in at most ${most} call${most === 1 ? '' : 's'}`)
}

async function clear(): Promise<void> {
  await search.fill('')
  await nextResult(page)
}

async function measureLookups(since: CallsSince): Promise<void> {
  const every: Results = { samples: [], calls: [] }
  for (const { what, filters, hasTarget } of lookups(entries)) {
    const results: Results = { samples: [], calls: [] }
    for (const { text, states } of filters.slice(0, perLookup)) {
      if (text === '' || states.length > 0) continue
      await take(results, since, () => search.fill(text))
      await clear()
    }
    if (results.samples.length > 0) tell(what, results, hasTarget ? lookupTargetMs : null)
    if (hasTarget) every.samples.push(...results.samples)
    if (hasTarget) every.calls.push(...results.calls)
  }
  tell('every look-up with a target, to its painted first page', every, lookupTargetMs)
}

async function measureTyping(
  what: string, since: CallsSince, { open, empty }: Record<'open' | 'empty', () => Promise<void>>,
): Promise<void> {
  const results: Results = { samples: [], calls: [] }
  for (const text of [...typed, ...typed]) {
    await open()
    for (const key of text) await take(results, since, () => page.keyboard.press(key === ' ' ? 'Space' : key))
    await empty()
  }
  tell(what, results, typingTargetMs)
}

/** The box is emptied without a call to main, so that no result is waited for. */
async function openQuickSearch(): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K')
}

async function emptyQuickSearch(): Promise<void> {
  await quickSearch.fill('')
  await forgetResults(page)
}

async function measurePayment(): Promise<void> {
  const samples: number[] = []
  for (let count = 0; count < paymentsOpened; count++) {
    await go(page, 'history')
    samples.push(await page.evaluate(async (address) => {
      const began = performance.now()
      location.hash = address
      const isThere = (): boolean => document.querySelectorAll('[data-result-heading]').length > 0
      while (!isThere()) await new Promise((resolve) => { requestAnimationFrame(resolve) })
      await new Promise((resolve) => { requestAnimationFrame(() => { setTimeout(resolve) }) })
      return performance.now() - began
    }, `#/payment/${busyPayment}`))
  }
  notify('the page of a payment with 500 events', samples, paymentTargetMs)
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

async function measureCarriage(): Promise<void> {
  const answer = await answerToPage(page, 'history.list', firstPage)
  const name = 'history.list'
  notify('carrying a call there and back, without any work', await carriage(app, page, { name, answer: null, times: callsCarried }), null)
  notify('the same with a page of lines', await carriage(app, page, { name, answer, times: callsCarried }), null)
}

console.log(`at rest ${(await untilAtRest(app)).toFixed(0)} s after the start`)
const resultsOf = (within: Locator): Locator => within.locator('[aria-busy]').first()
await watchResults(resultsOf(page.getByRole('main')))
const listCalls = await watchCalls(app, 'history.list')
await measureLookups(listCalls)
await measureTyping('typing, from a key to its painted result', listCalls, { open: () => search.click(), empty: clear })
await measureScrolling()
await measurePayment()
await openQuickSearch()
await watchResults(resultsOf(page.getByRole('search')))
const searchCalls = await watchCalls(app, 'history.search')
await measureTyping('quick search, from a key to its painted result', searchCalls, {
  open: openQuickSearch, empty: emptyQuickSearch,
})
await measureCarriage()
await close()
await closeBrowser()
