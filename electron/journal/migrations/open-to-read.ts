import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { failed, success, type Result } from '#shared/result.ts'
import { applicationId, isOfDevelopment } from '../application-id.ts'
import { integer } from '../row.ts'
import { plainReason } from '../sqlite-failure.ts'
import { migrations, versionOf } from './index.ts'

/**
 * Opens a journal of this version or an earlier one for reading. On failure nothing stays open. The failure is a plain
 * sentence: from `refuse`, for SQLite's error, or `otherwise`.
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

/** Opens a file for reading. `immutable` prevents SQLite from creating a log next to it; the file must have none. */
export function openUnchanged(path: string): DatabaseSync {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}
