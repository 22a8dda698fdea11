import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWorker, type StartThread } from '../../../electron/common/processes/thread.ts'
import { startJournal, type RunningJournal } from '../../../electron/journal/client.ts'
import type { Connection } from '../../../electron/journal/connection.ts'
import { createJournal } from '../../../electron/journal/journal.ts'
import { openJournal } from '../../../electron/journal/recovery/open.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import type { Verification } from '#shared/model/history/maintenance.ts'
import type { Result } from '#shared/result.ts'
import { checkDerived } from '../../../electron/desk/maintenance/check-derived.ts'
import { onTestEnd } from '../clean-up.ts'
import { builtEntry } from '../entries.ts'
import { journalHere } from '../threads-here.ts'

export { onTestEnd }

export const workerPath = builtEntry('journal')

/** The path of a journal that does not exist yet, in its own folder. */
export function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  onTestEnd(() => { rmSync(folder, { recursive: true, force: true }) })
  return join(folder, 'journal.sqlite')
}

/** A journal in this thread, with access to its database. */
export function openHere(path = freshPath()): { journal: JournalPort; connection: Connection } {
  const opened = openJournal(path)
  if (!opened.ok) throw new Error(`not opened: ${JSON.stringify(opened.failure)}`)
  const journal = createJournal(opened.value)
  onTestEnd(() => journal.close())
  return { journal, connection: opened.value }
}

/** A journal behind its messages, in this thread. */
export const start = (databasePath = freshPath()): Promise<RunningJournal> => startBy(journalHere, databasePath)

/** A journal in its own thread, for tests of that thread: it starts ten times as slowly. */
export const startThread = (databasePath = freshPath()): Promise<RunningJournal> => startBy(startWorker, databasePath)

async function startBy(startIt: StartThread, databasePath: string): Promise<RunningJournal> {
  const started = await startJournal({ workerPath, databasePath, onDefect: () => undefined, startThread: startIt })
  if (!started.ok) throw new Error(`not started: ${JSON.stringify(started.failure)}`)
  onTestEnd(() => started.value.end())
  return started.value
}

/** The value of an answer that must not be a failure. */
export async function valueOf<Value>(answer: Promise<Result<Value, unknown>>): Promise<Value> {
  const result = await answer
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.failure)}`)
  return result.value
}

/** What a verification corrects in the tables derived from the events. */
export function repaired(journal: JournalPort): Promise<Verification['repaired']> {
  return valueOf(checkDerived({ journal }, () => undefined))
}
