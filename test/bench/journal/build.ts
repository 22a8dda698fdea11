/** Builds the journal for the benchmark once: it stays in the system's temporary folder for the next run. */
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Masked, UtcTime } from '#shared/brands.ts'
import { Connection } from '../../../electron/journal/connection.ts'
import { createJournal } from '../../../electron/journal/journal.ts'
import { migrations } from '../../../electron/journal/migrations/index.ts'
import { openJournal } from '../../../electron/journal/recovery/open.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { recordBusyPayment } from './busy-payment.ts'
import { numberedEntry } from './entries.ts'

/** Increase it when the entries change. */
const edition = 10
const entriesInATransaction = 5_000
/** The newest entries are written as the application does: each record in its own transaction. */
const writtenSingly = 2_000

/** Records are the product's own; only the transactions are different. */
class BulkConnection extends Connection {
  override transaction<Value>(work: () => Value): Value {
    return work()
  }
}

/** A folder with a `journal.sqlite` of this many entries; builds it if it does not exist. */
export async function builtJournal(entries: number): Promise<{ readonly folder: string; readonly path: string }> {
  const folder = join(tmpdir(), 'gateway-console-bench', `journal-${entries}-${migrations.length}-${edition}`)
  const path = join(folder, 'journal.sqlite')
  const finished = join(folder, 'finished')
  if (!existsSync(finished)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await build(path, entries)
    writeFileSync(finished, '')
  }
  const bytes = statSync(path).size
  console.log(`${entries.toLocaleString('en')} entries, ${(bytes / 1e9).toFixed(2)} GB, ${Math.round(bytes / entries)} bytes an entry: ${path}`)
  return { folder, path }
}

/** A copy of the same journal in which a person has closed every open outcome, so that nothing is checked. */
export async function settledJournal(entries: number): Promise<{ readonly folder: string }> {
  const { path } = await builtJournal(entries)
  const folder = join(tmpdir(), 'gateway-console-bench', `journal-${entries}-${migrations.length}-${edition}-settled`)
  const finished = join(folder, 'finished')
  if (!existsSync(finished)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const copy = join(folder, 'journal.sqlite')
    copyFileSync(path, copy)
    await closeOutcomes(copy)
    writeFileSync(finished, '')
  }
  return { folder }
}

async function closeOutcomes(path: string): Promise<void> {
  const opened = openJournal(path)
  if (!opened.ok) throw new Error(`not opened: ${JSON.stringify(opened.failure)}`)
  const journal = createJournal(opened.value)
  const open = await journal.openOutcomes()
  if (!open.ok) throw new Error(`not read: ${JSON.stringify(open.failure)}`)
  const at = new Date().toISOString() as UtcTime
  for (const { entryId, state } of open.value) {
    const closes = state === 'error' ? 'error' : 'not-found'
    const answer = await journal.recordClosing({
      entryId, closes, at, who: 'mara', reason: 'Asked the gateway' as Masked, errorCode: null, errorText: null, reply: null,
    })
    if (!answer.ok || !answer.value.closed) throw new Error(`not closed: ${entryId}`)
  }
  await journal.close()
  console.log(`closed ${open.value.length} open outcomes`)
}

async function build(path: string, entries: number): Promise<void> {
  const opened = openJournal(path)
  if (!opened.ok) throw new Error(`not opened: ${JSON.stringify(opened.failure)}`)
  const { database } = opened.value
  // The file may be lost: it can be built again.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000')
  database.exec(`INSERT INTO entry_text (entry_text, rank) VALUES ('hashsize', 33554432)`)
  const start = performance.now()
  const bulk = createJournal(new BulkConnection(database, () => undefined))
  const inBulk = Math.max(entries - writtenSingly, 0)
  for (let number = 0; number < inBulk;) {
    database.exec('BEGIN IMMEDIATE')
    const end = Math.min(number + entriesInATransaction, inBulk)
    for (; number < end; number++) await record(bulk, number)
    database.exec('COMMIT')
    if (number % 100_000 === 0) notify(number, entries, start)
  }
  database.exec(`INSERT INTO entry_text (entry_text, rank) VALUES ('hashsize', 1048576)`)
  const journal = createJournal(opened.value)
  for (let number = inBulk; number < entries; number++) await record(journal, number)
  await recordBusyPayment(journal, entries)
  await journal.close()
  notify(entries, entries, start)
}

/** Every tenth is recorded in two steps, like a sent request; the others as a request with its reply. */
async function record(journal: JournalPort, number: number): Promise<void> {
  const { intent, outcome } = numberedEntry(number)
  const answers = number % 10 === 0
    ? [await journal.recordIntent(intent), await journal.recordOutcome(outcome)]
    : [await journal.recordRead({ intent, outcome })]
  for (const answer of answers) if (!answer.ok) throw new Error(`not recorded: ${JSON.stringify(answer.failure)}`)
}

function notify(number: number, entries: number, start: number): void {
  const seconds = (performance.now() - start) / 1_000
  console.log(`built ${number.toLocaleString('en')} of ${entries.toLocaleString('en')}, ${Math.round(number / seconds).toLocaleString('en')}/s`)
}
