/**
 * `npm run bench -- batch-check [--size N]`: a table of 10,000 charges, read and checked beside a journal with this
 * many entries, and one edited cell. Exits with 1 if it takes 3 s, or blocks main for 50 ms.
 */
import { join } from 'node:path'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { profileSchema } from '#shared/model/profiles/profile.ts'
import type { Draft } from '#shared/model/payments/batch.ts'
import { success } from '#shared/result.ts'
import { createDrafts } from '../../electron/desk/batches/drafts/index.ts'
import type { DeskContext } from '../../electron/desk/context.ts'
import { startJournal } from '../../electron/journal/client.ts'
import { createTables } from '../../electron/tables/client.ts'
import { watchEventLoop } from './event-loop/probe.ts'
import { builtJournal } from './journal/build.ts'
import { numberedEntry } from './journal/entries.ts'
import { isSmall, sizeOf } from './options.ts'

const goals = { checkMs: 3_000, blockedMs: 50 } as const
const size = sizeOf({ whole: 1_000_000, small: 5_000 })
const rows = 10_000

const electron = (path: string): string => join(import.meta.dirname, '../../electron', path)
const { intent: sample } = numberedEntry(0)
const entryPoint = { kind: 'endpoint', id: '22903', currency: 'USD' } as const
const profile = profileSchema.parse({
  id: sample.profileId, name: 'Acme Shop', environment: 'sandbox', gateway: { kind: 'address', baseUrl: 'https://sandbox.gateway.example' },
  productWord: 'gw', login: 'acme', entryPoints: [entryPoint], keyId: null, switches: defaultSwitches,
})
const now = Date.parse(numberedEntry(size - 1).outcome.at)

const { path } = await builtJournal(size)
const started = await startJournal({
  workerPath: electron('journal/thread.ts'), databasePath: path, onDefect: (error) => { throw error },
})
if (!started.ok) throw new Error(`not opened: ${JSON.stringify(started.failure)}`)
const tables = createTables({ workerPath: electron('tables/thread.ts') })
const context = { baseUrl: 'https://sandbox.gateway.example', productWord: 'gw', login: 'acme', entryPoint, switches: profile.switches }
const desk = {
  services: {
    journal: started.value.port, tables, profiles: { get: () => profile }, log: () => undefined,
    membership: { read: () => null },
    keptColumns: { of: () => new Map(), keep: () => undefined },
    system: { now: () => now, monotonic: () => performance.now(), randomHex: (bytes: number) => 'ab'.repeat(bytes) },
  },
  findTarget: async () => success({ profile, entryPoint, merchant: sample.merchantKey, context }),
  ages: { of: async () => Infinity }, team: { journal: () => null, membership: () => null },
} as unknown as DeskContext
const drafts = createDrafts(desk, { calls: {} as never })

const head = 'client_orderid,cardrefid,amount,currency,order_desc,ipaddress'
const lines = Array.from({ length: rows }, (_, row) => {
  // Half of the cards were charged before, and every tenth order.
  const entry = numberedEntry(Math.floor(row * (size / rows)) % size).intent
  const id = row % 10 === 0 ? entry.merchantOrderId : `december-${row}`
  return `${id},${entry.cardReference ?? 2_000_000 + row},${(row % 90) + 10}.15,USD,Subscription,203.0.113.9`
})
const text = [head, ...lines].join('\n')

const draft = await measured('10,000 rows read and checked', () => drafts.calls['batches.openText']({
  profileId: sample.profileId, entryPoint, operation: 'recurrent-payment', text,
}))
await measured('one cell edited', () => drafts.calls['batches.editCell']({
  draftId: draft.draftId, row: 5_000, field: 'amount', value: '9.99',
}))
console.log(`${draft.states.ready.rows} ready, ${draft.states['done-before'].rows} sent before`)
await tables.end()
await started.value.end()

async function measured(
  what: string, work: () => ReturnType<(typeof drafts.calls)['batches.draft']>,
): Promise<Draft> {
  const watched = watchEventLoop()
  const start = performance.now()
  const done = await work()
  const ms = performance.now() - start
  const { busyMs } = watched()
  if (!done.ok) throw new Error(JSON.stringify(done.failure))
  console.log(`${what}: ${ms.toFixed(0)} ms, main blocked for ${busyMs.toFixed(1)} ms at most`)
  if ((ms >= goals.checkMs || busyMs >= goals.blockedMs) && !isSmall) process.exitCode = 1
  return done.value
}
