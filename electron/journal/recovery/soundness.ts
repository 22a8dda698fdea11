import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { failed, success, type Result } from '#shared/result.ts'
import { applicationId, isOfDevelopment } from '../application-id.ts'
import type { Connection } from '../connection.ts'
import { migrations, versionOf } from '../migrations/index.ts'
import { integer, text, type Row } from '../row.ts'
import { plainReason } from '../sqlite-failure.ts'

/** SQLite opened the file without complaint, but what is in it can't be the journal that was written. */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged'
}

/** What opening a copy of the journal found. */
export type FileCheck =
  | { readonly result: 'good'; readonly entries: number }
  | { readonly result: 'bad'; readonly detail: string }

const newest = 5

/**
 * A look at an opened journal that costs the same however long it is: the newest events can be read, and the tables for
 * reading know the newest entry. Throws `JournalDamaged` or what SQLite says. A look at everything is `checkFile`.
 */
export function lookAtNewest(connection: Connection): void {
  const rows = connection.all(`SELECT id, entry, kind, at, facts FROM event ORDER BY id DESC LIMIT ${newest}`)
  if (!rows.every(isEvent)) throw new JournalDamaged('an event is not what was written')
  const entry = connection.first('SELECT max(entry) AS newest FROM event')
  const known = connection.first('SELECT max(seq) AS newest FROM entry')
  if (entry?.newest !== known?.newest) throw new JournalDamaged('the tables for reading miss the newest entry')
}

/**
 * Opens a file that nothing else has open, without changing it, and tells whether it is a whole journal of this version
 * or an earlier one. `thorough` reads every page, which takes seconds where there are many entries.
 */
export function checkFile(path: string, { thorough }: { readonly thorough: boolean }): FileCheck {
  if (!existsSync(path)) return { result: 'bad', detail: 'The file is not there any more.' }
  let entries = 0
  const opened = openToRead(() => openUnchanged(path), 'The file is damaged.', (database) => {
    const one = (sql: string): Row => database.prepare(sql).get() ?? {}
    if (thorough && text(one('PRAGMA quick_check(1)'), 'quick_check') !== 'ok') return 'The file is damaged.'
    entries = integer(one('SELECT coalesce(sum(entries), 0) AS entries FROM facet'), 'entries')
    return null
  })
  if (!opened.ok) return { result: 'bad', detail: opened.failure }
  opened.value.close()
  return { result: 'good', entries }
}

/**
 * Opens a journal of this version or an earlier one to read it. Fails with a plain sentence, and nothing open: with
 * that of `refuse`, of what SQLite says while it looks, or `otherwise`.
 */
export function openToRead(
  open: () => DatabaseSync, otherwise: string, refuse: (database: DatabaseSync) => string | null,
): Result<DatabaseSync, string> {
  let database: DatabaseSync | null = null
  try {
    database = open()
    const refusal = whyNotAJournal(database) ?? refuse(database)
    if (refusal === null) return success(database)
    database.close()
    return failed(refusal)
  } catch (error) {
    if (database?.isOpen === true) database.close()
    return failed(plainReason(error) ?? otherwise)
  }
}

function whyNotAJournal(database: DatabaseSync): string | null {
  const header = { ...database.prepare('PRAGMA application_id').get(), ...database.prepare('PRAGMA user_version').get() }
  const application = integer(header, 'application_id')
  if (isOfDevelopment(application)) return 'It was made by a development version of the application.'
  if (application !== applicationId) return 'The file is not a journal.'
  return integer(header, 'user_version') > versionOf(migrations) ? 'It was written by a newer version of the application.' : null
}

/** Opens a file for reading; `immutable` keeps SQLite from making a log beside it, and it must have none of its own. */
export function openUnchanged(path: string): DatabaseSync {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}

function isEvent(row: Row): boolean {
  try {
    const record: unknown = JSON.parse(text(row, 'facts'))
    return integer(row, 'id') > 0 && integer(row, 'entry') > 0 && text(row, 'kind') !== '' && text(row, 'at') !== ''
      && typeof record === 'object' && record !== null
  } catch {
    return false
  }
}
