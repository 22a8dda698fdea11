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
import { advance, keepState, readState, wasKept } from './state-file.ts'
import type { RecoveryState } from './state.ts'

/** A journal that is open, and how it begins. */
export interface StartedJournal {
  readonly connection: Connection
  readonly beginning: Beginning
}

/**
 * Opens the journal at the start of a run. It completes what a power cut interrupted, and quarantines a damaged file
 * and begins a new one. Where a history existed and no file is left, it records that first and then begins a new one.
 * A file of a newer version, of another application, or held by another process is never quarantined; one of a
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

/** True when a history existed: a journal was begun here, a backup of it created, or one was quarantined. */
function wasHereBefore(path: string): boolean {
  return wasKept(path) || hasBackups(path) || listQuarantined(path).length > 0
}

function openOwn(path: string): Result<Connection, JournalOpenFailure> {
  const opened = openJournal(path)
  if (!opened.ok) return opened
  // Only the holder of the journal's lock may remove the files of a restore: another instance may be using them.
  removeUnfinished(path)
  return readState(path).damaged ? afterDamage(opened.value, path) : opened
}

/**
 * The last run found damage. The whole file is read; if that succeeds, the damage was in derived data. An event whose
 * text cannot be read is damage, too, which SQLite does not find.
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
  keepState(path)
  const state = readState(path)
  const empty = newestLink(connection).position === 0
  const startedOver = empty ? begunAnew(path, state, quarantinedNow) : null
  const restored = quarantinedNow === null ? state.restored : null
  return success({ connection, beginning: { empty, startedOver, restored } })
}

/** Why an empty journal was begun. A power cut may have come before the audit trail's line. */
function begunAnew(path: string, state: RecoveryState, quarantinedNow: StartedOver | null): StartedOver | null {
  if (quarantinedNow !== null) return quarantinedNow
  if (state.missing !== null) return { why: 'missing' }
  const openOutcomes = unresolvedFile(path, state)
  if (openOutcomes !== null) return { why: 'damaged', beside: openOutcomes.fileName }
  const [newest] = listQuarantined(path)
  return newest?.why === 'development' ? { why: newest.why, beside: newest.fileName } : null
}
