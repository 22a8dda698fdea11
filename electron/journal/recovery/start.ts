import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { newestLink } from '../chain/chain.ts'
import type { Connection } from '../connection.ts'
import type { Beginning, JournalOpenFailure, StartedOver } from '../records.ts'
import { text } from '../row.ts'
import { diskReason, meansDamaged } from '../sqlite-failure.ts'
import { rebuildReadingTables } from '../write/reading-tables.ts'
import { hasBackups } from './backup.ts'
import { completeChange, quarantine, removeUnfinished } from './file-changes.ts'
import { openJournal } from './open.ts'
import { bytesOf, listQuarantined, unresolvedFile } from './quarantine.ts'
import { advance, storeInitialState, readState, isStateStored } from './state-file.ts'
import type { RecoveryState } from './state.ts'

/** An opened journal, and its state when this run opened it. */
export interface StartedJournal {
  readonly connection: Connection
  readonly beginning: Beginning
}

/**
 * Opens the journal at the start of a run. Completes a file change that a power cut interrupted. Quarantines a damaged
 * file and creates a new one. If a history existed and its file is missing, records that before it creates a new one. A
 * file of a newer version, of another application, or locked by another process is never quarantined; one of a
 * development version only if a person has confirmed it.
 */
export function startWithJournal(
  path: string, at: UtcTime, { quarantineDevelopment = false } = {},
): Result<StartedJournal, JournalOpenFailure> {
  try {
    const completed = completeChange(path)
    const isKept = completed !== null && existsSync(join(dirname(path), completed.fileName))
    if (bytesOf(path) === 0 && !isKept && existedBefore(path)) advance(path, { event: 'missing-found', what: at })
    const first = openAndCleanUp(path)
    if (first.ok) return started(path, first.value, null)
    const why = whyQuarantined(first.failure, quarantineDevelopment)
    if (why === null) return first
    const beside = quarantine(path, why, at)
    const fresh = openJournal(path)
    return fresh.ok ? started(path, fresh.value, { why, beside }) : fresh
  } catch (error) {
    const detail = diskReason(error)
    if (detail === null) throw error
    return failed({ code: 'unusable', detail })
  }
}

function whyQuarantined(
  { code }: JournalOpenFailure, quarantineDevelopment: boolean,
): 'damaged' | 'development' | null {
  if (code === 'damaged') return code
  return code === 'development-version' && quarantineDevelopment ? 'development' : null
}

/** True if a history existed: a journal or a backup was created here, or a journal was quarantined. */
function existedBefore(path: string): boolean {
  return isStateStored(path) || hasBackups(path) || listQuarantined(path).length > 0
}

function openAndCleanUp(path: string): Result<Connection, JournalOpenFailure> {
  const opened = openJournal(path)
  if (!opened.ok) return opened
  // Only the process that has locked the journal may remove the files of a restore, as another instance may use them.
  removeUnfinished(path)
  return readState(path).damaged ? afterDamage(opened.value, path) : opened
}

/**
 * Checks a journal in which the last run found damage. Reads the whole file; if that succeeds, the damage was in
 * derived data, which is derived again. This also finds an event with an unreadable text, which SQLite does not report.
 */
function afterDamage(connection: Connection, path: string): Result<Connection, JournalOpenFailure> {
  try {
    const found = text(connection.first('PRAGMA quick_check(1)') ?? {}, 'quick_check')
    if (found === 'ok') {
      connection.transaction(() => { rebuildReadingTables(connection) })
      advance(path, { event: 'found-whole' })
      return success(connection)
    }
  } catch (error) {
    if (!meansDamaged(error) && diskReason(error) !== null) {
      connection.close()
      throw error
    }
  }
  connection.close()
  return failed({ code: 'damaged', detail: 'The journal file is damaged.' })
}

function started(
  path: string, connection: Connection, quarantinedNow: StartedOver | null,
): Result<StartedJournal, JournalOpenFailure> {
  storeInitialState(path)
  const state = readState(path)
  const empty = newestLink(connection).position === 0
  const startedOver = empty ? startedOverReason(path, state, quarantinedNow) : null
  const restored = quarantinedNow === null ? state.restored : null
  return success({ connection, beginning: { empty, startedOver, restored } })
}

/** Why an empty journal was created. It may be from an earlier run, if a power cut came before the audit line. */
function startedOverReason(path: string, state: RecoveryState, quarantinedNow: StartedOver | null): StartedOver | null {
  if (quarantinedNow !== null) return quarantinedNow
  if (state.missing !== null) return { why: 'missing' }
  const unresolved = unresolvedFile(path, state)
  if (unresolved !== null) return { why: 'damaged', beside: unresolved.fileName }
  const [newest] = listQuarantined(path)
  return newest?.why === 'development' ? { why: newest.why, beside: newest.fileName } : null
}
