import { existsSync } from 'node:fs'
import type { UtcTime } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { bytesOf, finishQuarantine, isMarkedDamaged, quarantine, removeDamageMark, unresolvedFile } from './aside.ts'
import { newestLink } from '../proof/chain.ts'
import type { Connection } from '../connection.ts'
import { isMissing, noteBegun, noteMissing, wasHereBefore } from './gone.ts'
import { openJournal } from '../open.ts'
import type { Beginning, JournalOpenFailure } from '../records.ts'
import { rebuildReadingTables } from '../write/reading-tables.ts'
import { finishRestoring } from './restore.ts'
import { restoredHere, resolveRestored } from './restored.ts'
import { text } from '../row.ts'
import { diskReason, saysDamaged } from '../sqlite-failure.ts'

/** A journal that is open, the damaged one that was put aside for it, and how it begins. */
export interface StartedJournal {
  readonly connection: Connection
  readonly startedAnewBeside: string | null
  readonly beginning: Beginning
}

/**
 * Opens the journal at the start of a run: completes what a power cut interrupted, and puts a damaged file aside to go
 * on with a new one. Where a history was before and no file is left, a new one is begun too, and that it is gone is
 * noted first. A file that is newer, another application's, or held by another process is never put aside.
 */
export function startWithJournal(path: string, at: UtcTime): Result<StartedJournal, JournalOpenFailure> {
  try {
    const quarantinedBefore = finishQuarantine(path)
    // Without a journal there is no lock to take; a restore stood between its two last names.
    if (!existsSync(path)) finishRestoring(path)
    if (bytesOf(path) === 0 && quarantinedBefore === null && wasHereBefore(path)) noteMissing(path, at)
    const first = openOwn(path)
    if (first.ok || first.failure.code !== 'damaged') return first.ok ? started(path, first.value, null) : first
    const name = quarantine(path, 'damaged', at)
    removeDamageMark(path)
    const anew = openJournal(path)
    return anew.ok ? started(path, anew.value, name) : anew
  } catch (error) {
    const detail = diskReason(error)
    if (detail === null) throw error
    return failed({ code: 'unusable', detail })
  }
}

function openOwn(path: string): Result<Connection, JournalOpenFailure> {
  const opened = openJournal(path)
  if (!opened.ok) return opened
  // Only who holds the journal may touch what a restore left: another instance may be at it.
  finishRestoring(path)
  return isMarkedDamaged(path) ? afterDamage(opened.value, path) : opened
}

/** The last run found damage. All of the file is read; when that goes well, it was in what is derived from events. */
function afterDamage(connection: Connection, path: string): Result<Connection, JournalOpenFailure> {
  try {
    const found = text(connection.first('PRAGMA quick_check(1)') ?? {}, 'quick_check')
    if (found === 'ok') {
      connection.transaction(() => { rebuildReadingTables(connection) })
      removeDamageMark(path)
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
  path: string, connection: Connection, startedAnewBeside: string | null,
): Result<StartedJournal, JournalOpenFailure> {
  noteBegun(path)
  const restored = startedAnewBeside === null ? restoredHere(path) : null
  if (restored !== null) resolveRestored(path, restored)
  const empty = newestLink(connection).position === 0
  const anew = empty ? begunAnew(path, startedAnewBeside) : null
  return success({ connection, startedAnewBeside, beginning: { empty, anew, restored } })
}

/** What an empty journal was begun in place of. A power cut may lie between that and the audit trail's line. */
function begunAnew(path: string, quarantinedNow: string | null): Beginning['anew'] {
  if (quarantinedNow !== null) return { beside: quarantinedNow }
  if (isMissing(path)) return { beside: null }
  const openOutcomes = unresolvedFile(path)
  return openOutcomes === null ? null : { beside: openOutcomes.fileName }
}
