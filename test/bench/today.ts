/**
 * `npm run bench -- today [--size N]`: Today and its alerts as the desk answers them, the lists behind its numbers, and
 * the same while payments are written, at the newest day of a journal with this many entries; reports of its newest
 * periods, and of a month long ago. Exits with 1 if a goal is missed.
 */
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProfileId } from '#shared/brands.ts'
import { dateText } from '#shared/dates.ts'
import { dateAt } from '#shared/day-hours.ts'
import { switchesSchema, type Profile } from '#shared/model/profiles/profile.ts'
import type { Today } from '#shared/model/figures/today.ts'
import { figureNames, filterOfNumber } from '#shared/model/figures/today-numbers.ts'
import { alertCalls } from '../../electron/desk/history/alerts.ts'
import { mergedHistory } from '../../electron/desk/history/merged.ts'
import { reportReader } from '../../electron/desk/history/report/read.ts'
import { todayCalls } from '../../electron/desk/history/today.ts'
import type { Services } from '../../electron/desk/services.ts'
import { startJournal } from '../../electron/journal/client.ts'
import type { JournalPort } from '../../electron/journal/port.ts'
import { builtJournal } from './journal/build.ts'
import { numberedEntry } from './journal/entries.ts'
import { durations, notify, percentile } from './journal/figures.ts'
import { isSmall, sizeOf } from './options.ts'

/** In milliseconds at p95: of the 100 in which the screen is there, the most of main's share. */
const goals = { read: 25, beside: 40, list: 25, month: 100, quarter: 200, year: 800 } as const
const times = 100
const size = sizeOf({ whole: 1_000_000, small: 5_000 })
const missed: string[] = []

const { intent: sample } = numberedEntry(0)
const profile: Profile = {
  id: sample.profileId, name: 'Acme Shop', environment: 'sandbox', gateway: { kind: 'address', baseUrl: 'https://sandbox.gateway.example' },
  productWord: 'gw', login: sample.merchantKey.split(' ')[2] ?? '', entryPoints: [], keyId: null, timeZone: 'Europe/Berlin',
  switches: switchesSchema.parse({}),
}
const now = Date.parse(numberedEntry(size - 1).outcome.at)

const built = await builtJournal(size)
// Payments are written into a copy: other benchmarks measure the journal itself.
const path = join(built.folder, 'beside-today.sqlite')
for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
copyFileSync(built.path, path)
const workerPath = join(import.meta.dirname, '../../electron/journal/thread.ts')
const started = await startJournal({ workerPath, databasePath: path, onDefect: (error) => { throw error } })
if (!started.ok) throw new Error(`not opened: ${JSON.stringify(started.failure)}`)
const { port } = started.value
const services = {
  journal: port, profiles: { get: (id: ProfileId) => (id === profile.id ? profile : null), list: () => [profile] },
  system: { now: () => now }, membership: { read: () => null }, otherDesks: { port: async () => null },
} as unknown as Services
const history = mergedHistory(services)
const calls = todayCalls(services, history)
const readReport = reportReader(services, history)
const noGateway = { alertsOf: () => [], lastOf: () => ({ answeredAt: null, clockOffsetSeconds: null }) }
const alerts = alertCalls(services, history, noGateway)

const today = await read()
const { figures } = today.soFar.currencies[0] ?? {}
if (figures === undefined || figures.approved.payments === 0) throw new Error('there is nothing to read')
check('Today', await durations(all(null), read), goals.read)
const readAlerts = () => alerts['alerts.read']({ profileId: profile.id })
check('the alerts', await durations(all(null), readAlerts), goals.read)
check('Today while payments are written', await besideWrites(), goals.beside)
for (const [what, period] of [['so far', today.soFar], ['a week ago', today.before[6] ?? today.soFar]] as const) {
  const filters = figureNames.map((figure) => filterOfNumber(today, { figure, period }))
  check(`the lists behind its numbers, ${what}`, await durations([...filters, ...filters, ...filters], (filter) =>
    port.list({ ...filter, before: null, limit: 50 })), goals.list)
  check(`their totals, ${what}`, await durations([...filters, ...filters, ...filters], (filter) =>
    port.totals({ totalsId: 'today', filter })), goals.list)
}
for (const [what, days, ago, goal] of [
  ['a month', 30, 0, goals.month], ['a month, a year ago', 30, 365, goals.month], ['a quarter', 92, 0, goals.quarter],
  ['a year', 366, 0, goals.year],
] as const) check(`the report of ${what}`, await durations(all(null), () => report(days, ago)), goal)
await started.value.end()
for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
if (missed.length > 0 && !isSmall) {
  console.error(`missed: ${missed.join(', ')}`)
  process.exitCode = 1
}

async function read(): Promise<Today> {
  const answer = await calls['today.read']({ profileId: profile.id })
  if (!answer.ok) throw new Error(`not read: ${answer.failure.code}`)
  return answer.value
}

/** The report of the days until so many days ago. */
async function report(days: number, ago: number): Promise<void> {
  const { day: newest, ...month } = dateAt(now, profile.timeZone ?? 'UTC')
  const [first, last] = [ago + days - 1, ago].map((before) => dateText({ ...month, day: newest - before }))
  const answer = await readReport({
    profileId: profile.id, first: first ?? '', last: last ?? '', who: null, desk: null, currency: null,
  })
  if (!answer.ok) throw new Error(`no report: ${answer.failure.code}`)
  if (ago === 0 && answer.value.currencies.length === 0) throw new Error('the report is empty')
}

/** As the page does it: it reads again when something was written. */
async function besideWrites(): Promise<number[]> {
  let number = size
  const samples: number[] = []
  while (samples.length < times) {
    const writing = write(port, number)
    const began = performance.now()
    await read()
    samples.push(performance.now() - began)
    await writing
    number += 1
  }
  return samples
}

async function write(journal: JournalPort, number: number): Promise<void> {
  const { intent, outcome } = numberedEntry(number)
  const answers = [await journal.recordIntent(intent), await journal.recordOutcome(outcome)]
  for (const answer of answers) if (!answer.ok) throw new Error(`not recorded: ${JSON.stringify(answer.failure)}`)
}

function all<Item>(item: Item): Item[] {
  return Array<Item>(times).fill(item)
}

function check(what: string, samples: readonly number[], goalMs: number): void {
  notify(what, samples, goalMs)
  if (percentile(samples, 95) >= goalMs) missed.push(what)
}
