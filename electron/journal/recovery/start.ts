import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { newestLink } from '../chain/chain.ts'
import type { Connection } from '../connection.ts'
import type { Beginning, JournalOpenFailure, StartedOver } from '../records.ts'
import { text } from '../row.ts'
import { diskReason, saysDamaged } from '../sqlite-failure.ts'
import { rebuildReadingTables } from '../write/reading-tables.ts'
import { hasBackups } from './backup.ts'
import { completeChange, quarantine, removeUnfinished } from './file-changes.ts'
import { openJournal } from './open.ts'
import { bytesOf, listQuarantined, unresolvedFile } from './quarantine.ts'
import { advance, keepState, readState, wasKept } from './state-file.ts'
import type { RecoveryState } from './state.ts'

/** A journal that is open, and how it begins. */
export interface StartedJournal {
  readonly connection: Connection
  readonly beginning: Beginning
}

/**
 * Opens the journal at the start of a run: completes what a power cut interrupted, and puts a damaged file aside to go
 * on with a new one. Where a history was before and no file is left, a new one is begun too, and that it is gone is
 * noted first. A file that is newer, another application's, or held by another process is never put aside; one of a
 * development version only where a person has confirmed it.
 */
export function startWithJournal(
  path: string, at: UtcTime, { quarantineDevelopment = false } = {},
): Result<StartedJournal, JournalOpenFailure> {
  try {
    const completed = completeChange(path)
    const isKept = completed !== null && existsSync(join(dirname(path), completed.fileName))
    if (bytesOf(path) === 0 && !isKept && wasHereBefore(path)) advance(path, { event: 'missing-found', what: at })
    const first = openOwn(path)
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

/** True when there was a history before: a journal was begun here, a backup of it made, or one was put aside. */
function wasHereBefore(path: string): boolean {
  return wasKept(path) || hasBackups(path) || listQuarantined(path).length > 0
}

function openOwn(path: string): Result<Connection, JournalOpenFailure> {
  const opened = openJournal(path)
  if (!opened.ok) return opened
  // Only who holds the journal may touch what a restore left: another instance may be at it.
  removeUnfinished(path)
  return readState(path).damaged ? afterDamage(opened.value, path) : opened
}

/** The last run found damage. All of the file is read; when that goes well, it was in what is derived from events. */
function afterDamage(connection: Connection, path: string): Result<Connection, JournalOpenFailure> {
  try {
    const found = text(connection.first('PRAGMA quick_check(1)') ?? {}, 'quick_check')
    if (found === 'ok') {
      connection.transaction(() => { rebuildReadingTables(connection) })
      advance(path, { event: 'found-whole' })
      return success(connection)
    }
  } catch (error) {
    if (!saysDamaged(error)) {
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
  keepState(path)
  const state = readState(path)
  const empty = newestLink(connection).position === 0
  const startedOver = empty ? begunAnew(path, state, quarantinedNow) : null
  const restored = quarantinedNow === null ? state.restored : null
  return success({ connection, beginning: { empty, startedOver, restored } })
}

/** What an empty journal was begun in place of. A power cut may lie between that and the audit trail's line. */
function begunAnew(path: string, state: RecoveryState, quarantinedNow: StartedOver | null): StartedOver | null {
  if (quarantinedNow !== null) return quarantinedNow
  if (state.missing !== null) return { why: 'missing' }
  const openOutcomes = unresolvedFile(path, state)
  if (openOutcomes !== null) return { why: 'damaged', beside: openOutcomes.fileName }
  const [newest] = listQuarantined(path)
  return newest?.why === 'development' ? { why: newest.why, beside: newest.fileName } : null
}
