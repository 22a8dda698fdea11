import { existsSync } from 'node:fs'
import type { Connection } from '../connection.ts'
import { openToRead, openUnchanged } from '../migrations/open-to-read.ts'
import type { FileCheck } from '../records.ts'
import { integer, text, type Row } from '../row.ts'

/** SQLite opened the file without an error, but its content cannot be the journal that was written. */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged'
}

const newest = 5

/**
 * Checks the end of an opened journal, at a cost that does not depend on its length: the newest events are readable,
 * and the reading tables contain the newest entry. Throws `JournalDamaged` or SQLite's error. `checkFile` checks all.
 */
export function checkNewest(connection: Connection): void {
  const rows = connection.all(`SELECT id, entry, kind, at, facts FROM event ORDER BY id DESC LIMIT ${newest}`)
  if (!rows.every(isEvent)) throw new JournalDamaged('an event is not what was written')
  const entry = connection.first('SELECT max(entry) AS newest FROM event')
  const known = connection.first('SELECT max(seq) AS newest FROM entry')
  if (entry?.newest !== known?.newest) throw new JournalDamaged('the tables for reading miss the newest entry')
}

/**
 * Opens a file that no other program has open, without changing it, and checks whether it is a complete journal of
 * this version or an earlier one. `thorough` reads every page, which takes seconds with many entries.
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

function isEvent(row: Row): boolean {
  try {
    const record: unknown = JSON.parse(text(row, 'facts'))
    return integer(row, 'id') > 0 && integer(row, 'entry') > 0 && text(row, 'kind') !== '' && text(row, 'at') !== ''
      && typeof record === 'object' && record !== null
  } catch {
    return false
  }
}
