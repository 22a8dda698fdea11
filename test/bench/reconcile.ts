/**
 * `npm run bench -- reconcile [--size N]`: a statement with a tenth as many lines compared with this many entries of
 * one merchant, through the journal's thread and that of the comparison. Exits with 1 if a goal is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MerchantKey, ProfileId } from '#shared/brands.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { switchesSchema, type Profile } from '#shared/model/profiles/profile.ts'
import { recognisedColumns } from '#shared/reconcile/columns.ts'
import { entriesOfHistory } from '../../electron/desk/reconcile/entries.ts'
import { runComparison } from '../../electron/desk/reconcile/run.ts'
import type { Services } from '../../electron/desk/services.ts'
import { connect } from '../../electron/common/processes/rpc.ts'
import { startWorker } from '../../electron/common/processes/thread.ts'
import type { JournalPort } from '../../electron/journal/port.ts'
import { createReconcile } from '../../electron/reconcile/client.ts'
import { watchEventLoop } from './event-loop/probe.ts'
import { isSmall, sizeOf } from './options.ts'
import { amountOf, momentOf } from './reconcile/entries.ts'

const goals = { seconds: 30, megabytes: 300, blockMs: 50 } as const
const size = sizeOf({ whole: 1_000_000, small: 5_000 })
const lines = Math.max(1, Math.min(100_000, Math.floor(size / 10)))
const head = ['Date', 'Type', 'Order ID', 'RRN', 'Amount', 'Currency']
const electron = (path: string): string => join(import.meta.dirname, '../../electron', path)

const profile: Profile = {
  id: 'bench' as ProfileId, name: 'Bench', environment: 'staging', productWord: 'gw', login: 'bench',
  gateway: { kind: 'address', baseUrl: 'https://staging.gateway.example' }, entryPoints: [], keyId: null,
  timeZone: 'Europe/Berlin',
  switches: switchesSchema.parse({}),
}
const merchantKey = merchantKeyOf(profile) ?? '' as MerchantKey
const folder = mkdtempSync(join(tmpdir(), 'reconcile-'))
const databasePath = join(folder, 'journal.sqlite')
const workerPath = join(import.meta.dirname, 'reconcile/journal-thread.ts')
const thread = startWorker(workerPath, { databasePath, size, merchantKey })
const journal = connect<JournalPort>({
  post: (message) => { thread.postMessage(message) },
  onMessage: (listener) => thread.on('message', listener),
  onEnd: () => undefined,
})
await journal.selfCheck()
const reconcile = createReconcile({ workerPath: electron('reconcile/thread.ts'), folder: join(folder, 'reconcile') })
const services = {
  journal, reconcile, profiles: { get: () => profile, list: () => [profile] },
  users: { actor: () => ({ kind: 'os-user' }) }, membership: { read: () => null },
  system: {
    now: () => Date.now(), monotonic: () => performance.now(), randomHex: () => 'a'.repeat(32),
    description: { osUser: 'bench' },
  },
} as unknown as Services
const history = entriesOfHistory(services, { others: async () => null })

const bytes = new Uint8Array(Buffer.from(statement()))
// The journal of a desk that works has its memory already.
const firstPart = { from: momentOf(0, size), until: momentOf(Math.floor(size / 10), size) }
const warm = await history.inSpan(profile.id, firstPart, async () => true)
if (!warm.ok) throw new Error(JSON.stringify(warm.failure))
const before = process.memoryUsage.rss()
let most = before
const watch = setInterval(() => { most = Math.max(most, process.memoryUsage.rss()) }, 50)
const stop = watchEventLoop()
const start = performance.now()
const opened = await reconcile.openStatement({
  source: { kind: 'bytes', bytes }, statementId: 's'.repeat(32), fileName: 'bench.csv', profileId: profile.id,
})
if (!opened.ok) throw new Error(JSON.stringify(opened.failure))
const { reading } = opened.value
const done = await runComparison(services, history, {
  input: {
    statementId: opened.value.statementId, profileId: profile.id, period: null,
    reading: { ...reading, meanings: recognisedColumns(head) },
  },
  cancelled: false,
}, () => undefined)
const seconds = (performance.now() - start) / 1_000
const { busyMs } = stop()
clearInterval(watch)
if (!done.ok || done.value.kind !== 'done') throw new Error(JSON.stringify(done))
const { lists } = done.value.result
await reconcile.end()
await thread.terminate()
rmSync(folder, { recursive: true, force: true })

// Every tenth entry has a line: half of them by their order id, half by the bank reference.
if (lists.matched !== lines || lists.onlyStatement !== 0) throw new Error(JSON.stringify(lists))
const figures = { seconds, megabytes: (most - before) / 1e6, blockMs: busyMs }
const missed = (Object.keys(goals) as (keyof typeof goals)[]).filter((name) => figures[name] > goals[name])
console.log(`${lines.toLocaleString('en')} lines, ${size.toLocaleString('en')} entries: ${seconds.toFixed(1)} s (goal ${goals.seconds}), `
  + `${Math.round(figures.megabytes)} MB more (goal ${goals.megabytes}), main's longest work ${busyMs.toFixed(0)} ms (goal ${goals.blockMs})`)
if (missed.length > 0 && !isSmall) {
  console.error(`missed: ${missed.join(', ')}`)
  process.exitCode = 1
}



function statement(): string {
  const rows = Array.from({ length: lines }, (_, line) => {
    const number = line * Math.floor(size / lines)
    const day = new Date(momentOf(number, size)).toISOString().slice(0, 10)
    const amount = (amountOf(number) / 100).toFixed(2)
    return `${day},Sale,${line % 2 === 0 ? `o-${number}` : ''},${line % 2 === 0 ? '' : `rrn-${number}`},${amount},USD`
  })
  return [head.join(','), ...rows].join('\r\n')
}
