/**
 * `npm run bench -- journal [--size N]`: how fast the journal answers through its thread, with a warm cache.
 * Default: 1,000,000 entries.
 */
import { join } from 'node:path'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { startJournal, type RunningJournal } from '../../../electron/journal/client.ts'
import { createJournal } from '../../../electron/journal/journal.ts'
import { openJournal } from '../../../electron/journal/recovery/open.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { sizeOf } from '../options.ts'
import { builtJournal } from './build.ts'
import { numberedEntry } from './entries.ts'
import { durations, notify } from './figures.ts'
import { cardQueries, lookups, narrowings, typed, type PageRequest } from './lookups.ts'

const pageTargetMs = 10
const openTargetMs = 50
const sliceTargetMs = 20
const cardsTargetMs = 100
/** The number of cards that the picker lists. */
const cardsShown = 20
/** More than most windows show. */
const firstPage = 50
const all: HistoryFilter = { text: '', states: [], operations: [], profileId: null }
const times = <Item>(count: number, item: Item): Item[] => Array<Item>(count).fill(item)

const entries = sizeOf({ whole: 1_000_000, small: 5_000 })
const { path } = await builtJournal(entries)

async function start(): Promise<RunningJournal> {
  const workerPath = join(import.meta.dirname, '../../../electron/journal/thread.ts')
  const started = await startJournal({ workerPath, databasePath: path, onDefect: (error) => { throw error } })
  if (!started.ok) throw new Error(`not opened: ${JSON.stringify(started.failure)}`)
  return started.value
}

interface Found { readonly rows: readonly HistoryRow[]; readonly next: string | null; readonly pieces: number }

/** A whole page: continues after a piece that was cut to yield the thread. */
async function page(port: JournalPort, filter: PageRequest, from: string | null = null): Promise<Found> {
  const rows: HistoryRow[] = []
  let next = from
  for (let pieces = 1; ; pieces++) {
    const answer = await port.search({ ...filter, before: next, limit: firstPage - rows.length })
    if (!answer.ok) throw new Error(`no answer: ${JSON.stringify(answer.failure)}`)
    rows.push(...answer.value.rows)
    next = answer.value.next
    if (next === null || rows.length >= firstPage) return { rows, next, pieces }
  }
}

/** From the file to its first page; the thread starts once, in parallel with the window. */
async function measureOpening(): Promise<void> {
  const samples: number[] = []
  for (let round = 0; round < 30; round++) {
    const began = performance.now()
    const opened = openJournal(path)
    if (!opened.ok) throw new Error(`not opened: ${JSON.stringify(opened.failure)}`)
    const journal = createJournal(opened.value)
    await journal.openOutcomes()
    await journal.search({ ...all, before: null, limit: firstPage })
    samples.push(performance.now() - began)
    await journal.close()
  }
  notify('open, to the first page', samples, openTargetMs)
}

/** Whole pages by kind; then the time to the first reply, which may be a cut piece. */
async function measureLookups(port: JournalPort): Promise<void> {
  const kinds = lookups(entries)
  for (const { what, filters, hasTarget } of kinds) {
    const [first] = filters
    const found = await page(port, first ?? all)
    const samples = await durations(filters, (filter) => page(port, filter))
    const cut = found.pieces > 1 ? `, ${found.pieces} pieces` : ''
    notify(`${what} (${found.rows.length}${found.next === null ? '' : '+'}${cut})`, samples, hasTarget ? pageTargetMs : null)
  }
  const every = kinds.filter(({ hasTarget }) => hasTarget).flatMap(({ filters }) => filters)
  notify('every look-up with a target, its whole first page', await durations(every, (filter) => page(port, filter)), pageTargetMs)
  notify('every look-up with a target, its first answer', await durations(every, (filter) =>
    port.search({ ...filter, before: null, limit: firstPage })), pageTargetMs)
}

/** Pages of lines: the time to the first reply, and to a whole page if that was cut. */
async function measureNarrowings(port: JournalPort): Promise<void> {
  const first = (pageOf: PageRequest) => port.list({ ...pageOf, before: null, limit: firstPage })
  const every: PageRequest[] = []
  for (const { what, filters } of narrowings(entries)) {
    notify(`list: ${what}`, await durations(filters, first), pageTargetMs)
    const pieces = await Promise.all(filters.slice(0, 10).map((pageOf) => linesPieces(port, pageOf)))
    if (Math.max(...pieces) > 1) console.log(`  in up to ${Math.max(...pieces)} answers`)
    every.push(...filters)
  }
  notify('list: every filter, its first answer', await durations(every, first), pageTargetMs)
}

async function linesPieces(port: JournalPort, pageOf: PageRequest): Promise<number> {
  let [before, missing]: [string | null, number] = [null, firstPage]
  for (let pieces = 1; ; pieces++) {
    const answer = await port.list({ ...pageOf, before, limit: missing })
    if (!answer.ok) throw new Error(`no answer: ${JSON.stringify(answer.failure)}`)
    missing -= answer.value.lines.length
    before = answer.value.next
    if (before === null || missing <= 0) return pieces
  }
}

/** The time for totals, and how long other calls wait for one of their slices. */
async function measureTotals(port: JournalPort): Promise<void> {
  for (const [what, filter] of [
    ['of everything', all], ['of payments', { ...all, view: 'payments' }], ['of a text', { ...all, text: 'recurring' }],
  ] as const) {
    let adding = true
    const waits: number[] = []
    const beside = (async () => {
      while (adding) {
        const began = performance.now()
        await port.merchantRoots({ merchantKeys: [] })
        waits.push(performance.now() - began)
      }
    })()
    const began = performance.now()
    const totals = await port.totals({ totalsId: what, filter })
    adding = false
    await beside
    if (!totals.ok) throw new Error(`no totals: ${JSON.stringify(totals.failure)}`)
    console.log(`totals ${what}: ${(performance.now() - began).toFixed(0)} ms in all`)
    notify(`waiting beside totals ${what}, the longest ${Math.max(...waits).toFixed(1)} ms`, waits, sliceTargetMs)
  }
}

async function measureDeepPages(port: JournalPort): Promise<void> {
  for (const text of ['', 'recurring', 'inv-20']) {
    const middle = String(Math.floor(entries * 1.05))
    let next: string | null = middle
    const samples = await durations(times(100, null), async () => {
      next = (await page(port, { ...all, text }, next ?? middle)).next
    })
    notify(`a page in the middle of the history${text === '' ? '' : `, "${text}"`}`, samples, pageTargetMs)
  }
}

async function measureTyping(port: JournalPort): Promise<void> {
  const texts = typed.flatMap((text) => [...text].map((_, index) => text.slice(0, index + 1)))
  notify('typing, each key', await durations(times(4, texts).flat(), (text) => page(port, { ...all, text })), pageTargetMs)
}

async function measureCounts(port: JournalPort): Promise<void> {
  for (const text of ['', 'recurring', 'adler boots', 'zeppelin']) {
    const counted = await port.count({ ...all, text })
    const shown = counted.ok ? `${counted.value.count}${counted.value.atLeast ? '+' : ''}` : 'failed'
    notify(`count "${text}" (${shown}), may follow later`, await durations(times(20, text), () => port.count({ ...all, text })), null)
  }
}

/** As the desk answers the picker of cards, key by key. */
async function measureCards(port: JournalPort): Promise<void> {
  notify('the picker of cards, each key', await durations(cardQueries(entries), async ({ text, ...owner }) => {
    const found = await port.findCards({ ...owner, text, limit: cardsShown + 1 })
    if (!found.ok) throw new Error(`no answer: ${JSON.stringify(found.failure)}`)
    const shown = found.value.slice(0, cardsShown)
    await port.cards({ ...owner, cardReferences: shown.map(({ cardReference }) => cardReference) })
  }), cardsTargetMs)
}

/** The time to write an intent, which precedes each send, during continuous searches and counts. */
async function measureWritesBesideSearches(port: JournalPort): Promise<void> {
  // A new number in every run: an id cannot be used twice.
  const number = entries + (Math.floor(Date.now() / 10) % 20_000_000_000)
  let next = 0
  const write = () => {
    const { intent, outcome } = numberedEntry(number + next++)
    return port.recordRead({ intent, outcome })
  }
  notify('a durable write, alone', await durations(times(100, null), write), null)
  let searching = true
  const searches = (async () => {
    while (searching) await page(port, { ...all, text: 'approved declined' })
  })()
  const counts = (async () => {
    while (searching) await port.count({ ...all, text: 'approved filtered' })
  })()
  notify('a durable write beside the slowest searches and counts', await durations(times(100, null), write), null)
  searching = false
  await Promise.all([searches, counts])
}

await measureOpening()
const running = await start()
await measureLookups(running.port)
await measureNarrowings(running.port)
await measureTotals(running.port)
await measureDeepPages(running.port)
await measureTyping(running.port)
await measureCounts(running.port)
await measureCards(running.port)
await measureWritesBesideSearches(running.port)
await running.end()
