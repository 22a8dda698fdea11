/**
 * `npm run bench -- other-desks [--size N]`: copying the logs of five desks with this many entries together,
 * intents of this desk's journal at the same time, and searches over both compared with its own history. Exits
 * with 1 if a goal is missed.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DeskId, EntryId, TeamEventId, UtcTime } from '#shared/brands.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import { mergedHistory } from '../../electron/desk/history/merged.ts'
import type { Services } from '../../electron/desk/services.ts'
import { digestOfContent, teamLink } from '../../electron/common/signatures/team-link.ts'
import { startJournal } from '../../electron/journal/client.ts'
import { createOtherDesksClient } from '../../electron/journal/other-desks/client.ts'
import type { OtherDesksPort } from '../../electron/journal/other-desks/port.ts'
import type { JournalPort } from '../../electron/journal/port.ts'
import { partsOf } from '../../electron/journal/write/record-parts.ts'
import { builtJournal } from './journal/build.ts'
import { numberedEntry } from './journal/entries.ts'
import { durations, notify, percentile } from './journal/figures.ts'
import { lookups } from './journal/lookups.ts'
import { isSmall, sizeOf } from './options.ts'

const desks = 5
const eventsAtOnce = 500
const goals = { minutes: 20, intentLaterMs: 20, memoryMb: 100, searchRatio: 1.25 } as const
const size = sizeOf({ whole: 1_000_000, small: 5_000 })
const missed: string[] = []

const id32 = (text: string): string => createHash('md5').update(text).digest('hex')
const deskAt = (number: number): DeskId => id32(`desk ${number % desks}`) as DeskId
const own = id32('this desk') as DeskId
const named = Array.from({ length: desks }, (_, at) =>
  ({ deskId: deskAt(at), label: `Till ${at}`, publicKey: null, isAdmitted: true }))
const workerPath = join(import.meta.dirname, '../../electron/journal/thread.ts')
const onDefect = (error: unknown): void => { throw error }

const built = await builtJournal(size)
const filePath = join(built.folder, 'other-desks.sqlite')
// Intents are written into a copy: other benchmarks measure the journal itself.
const path = join(built.folder, 'beside-other-desks.sqlite')
for (const file of [filePath, path]) for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
copyFileSync(built.path, path)
const journal = await startJournal({ workerPath, databasePath: path, onDefect })
if (!journal.ok) throw new Error(`not opened: ${JSON.stringify(journal.failure)}`)
const copies = createOtherDesksClient({ workerPath, filePath, onDefect })
copies.begin(own)
const port = await copies.port()
if (port === null) throw new Error('the copies did not open')

const alone = await intentsBeside(journal.value.port, async () => { await wait(isSmall ? 500 : 10_000) })
const before = megabytes()
const beside = await intentsBeside(journal.value.port, () => copyAll(port))
check('an intent later at p95', percentile(beside, 95) - percentile(alone, 95), goals.intentLaterMs, 'ms')
check('memory more', megabytes() - before, goals.memoryMb, 'MB')
await searches(journal.value.port)
await copies.end()
await journal.value.end()
if (missed.length > 0 && !isSmall) {
  console.error(`missed: ${missed.join(', ')}`)
  process.exitCode = 1
}

/** Copies everything, as the desk does: in parts of this many events. */
async function copyAll(port: OtherDesksPort): Promise<void> {
  const links = new Map<DeskId, { number: number; link: string }>()
  let copyingMs = 0
  for (let from = 0; from < size; from += eventsAtOnce / 2) {
    const length = Math.min(eventsAtOnce / 2, size - from)
    const events = Array.from({ length }, (_, at) => eventsOf(from + at, links)).flat()
    // The benchmark's own time for creating events is not part of copying.
    const began = performance.now()
    const answer = await port.copy({ desks: named, events, own: [], upToDateAt: null })
    if (!answer.ok || !answer.value.copied) throw new Error(`not copied: ${JSON.stringify(answer)}`)
    // The time of a database on loopback for a reply.
    await wait(1)
    copyingMs += performance.now() - began
  }
  const seconds = copyingMs / 1_000
  console.log(`${size.toLocaleString('en')} entries copied in ${seconds.toFixed(0)} s, ${Math.round(size / seconds)}/s`)
  check('minutes for a million', seconds / size * 1_000_000 / 60, goals.minutes, 'min')
}

function eventsOf(number: number, links: Map<DeskId, { number: number; link: string }>) {
  const { intent, outcome } = numberedEntry(number)
  const entryId = id32(`entry ${number}`) as EntryId
  const deskId = deskAt(number)
  const records = [
    { kind: 'intent', at: intent.at, parts: partsOf('intent', { ...intent, entryId, environment: 'production' }) },
    { kind: 'outcome', at: outcome.at, parts: partsOf('outcome', { ...outcome, entryId }) },
  ] as const
  return records.map(({ kind, at, parts }) => {
    const content = parts.content === null ? null : { salt: id32(parts.content), body: parts.content }
    const last = links.get(deskId) ?? { number: 0, link: firstLink }
    const event = {
      deskId, number: last.number + 1, eventId: id32(`${entryId} ${kind}`) as TeamEventId, entryId, kind, at,
      facts: JSON.stringify({ record: { kind, ...JSON.parse(parts.facts) as object } }),
      contentDigest: content === null ? null : digestOfContent(content),
    }
    const link = teamLink(event, last.link) ?? ''
    links.set(deskId, { number: event.number, link })
    return { ...event, content, link }
  })
}

/** One intent every 50 ms during other work: measured from when it was due. */
async function intentsBeside(port: JournalPort, work: () => Promise<void>): Promise<number[]> {
  const samples: number[] = []
  let isOver = false
  const running = work().finally(() => { isOver = true })
  for (let due = performance.now(); !isOver; due += 50) {
    await wait(Math.max(due - performance.now(), 0))
    const { intent, outcome } = numberedEntry(size + samples.length)
    const entryId = id32(`own ${performance.now()}`) as EntryId
    const asCharge = { operation: 'sale', effect: 'moves-money', createsOrder: true, orderId: null, merchantOrderId: null } as const
    const written = await port.recordIntent({ ...intent, ...asCharge, entryId })
    if (!written.ok) throw new Error(`not written: ${JSON.stringify(written.failure)}`)
    samples.push(performance.now() - due)
    await port.recordOutcome({ ...outcome, entryId, at: new Date().toISOString() as UtcTime })
  }
  await running
  notify('an intent, from when it was due', samples, null)
  return samples
}

/** The first page of each kind of search, over both histories and only over its own, in turn. */
async function searches(port: JournalPort): Promise<void> {
  const member = { deskId: own, label: 'This desk', address: { host: '', port: 1, database: '', user: '', authorities: '' } }
  const services = {
    journal: port, otherDesks: copies, profiles: { list: () => [], get: () => null },
    membership: { read: () => member },
  } as unknown as Pick<Services, 'journal' | 'otherDesks' | 'profiles' | 'membership'>
  const both = mergedHistory(services)
  const ownAlone = mergedHistory({ ...services, membership: { ...services.membership, read: () => null } })
  const all: { readonly own: number[]; readonly both: number[] } = { own: [], both: [] }
  for (const { what, filters } of lookups(size)) {
    const some = filters.slice(0, 40).map((filter) => ({ ...filter, before: null, limit: 50 }))
    const samples = {
      own: await durations(some, (query) => ownAlone.calls['history.search'](query)),
      both: await durations(some, (query) => both.calls['history.search'](query)),
    }
    all.own.push(...samples.own)
    all.both.push(...samples.both)
    notify(`${what}, own`, samples.own, null)
    notify(`${what}, both`, samples.both, null)
  }
  check('searches over both, ratio of p95', percentile(all.both, 95) / percentile(all.own, 95), goals.searchRatio, '×')
}

/** Memory of the process, without the heap of this thread, which contains the benchmark's own data. */
function megabytes(): number {
  const { rss, heapTotal } = process.memoryUsage()
  return (rss - heapTotal) / 1e6
}

function check(what: string, value: number, goal: number, unit: string): void {
  const isMet = value <= goal
  if (!isMet) missed.push(what)
  console.log(`${what}: ${value.toFixed(2)} ${unit}, goal ${goal}: ${isMet ? 'met' : 'missed'}`)
}
