import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf } from '../../../electron/journal/recovery/file-names.ts'
import { mayBackUpWhileWriting } from '../../../electron/journal/recovery/thread-safety.ts'
import { chargeAll, day, modeOf } from './files.ts'
import { charge } from './samples.ts'
import { freshPath, openHere, valueOf } from './with-journal.ts'

describe('copying the history while it is written', () => {
  it('is allowed with the SQLite of this Node', () => {
    const database = new DatabaseSync(':memory:')
    expect(mayBackUpWhileWriting(database)).toBe(true)
    database.close()
  })

  it.each(['0', '2'])('is not done if SQLite was built with THREADSAFE=%s', (mode) => {
    const rows = [{ compile_options: 'ENABLE_FTS5' }, { compile_options: `THREADSAFE=${mode}` }]
    const built = { prepare: () => ({ all: () => rows }) } as unknown as DatabaseSync
    expect(mayBackUpWhileWriting(built)).toBe(false)
  })

  it('is replaced there by a copy on the journal’s own thread, with the same result', async () => {
    const path = freshPath()
    const { journal, connection } = openHere(path)
    await chargeAll(journal, ['a', 'b', 'lost-c'])
    const { database } = connection
    const prepare = database.prepare.bind(database)
    database.prepare = (sql) => prepare(sql === 'PRAGMA compile_options' ? `SELECT 'THREADSAFE=2' AS compile_options` : sql)
    const made = journal.backUp({ at: day(20) })
    // Called before the copy is done, written after it.
    const meanwhile = journal.recordIntent(charge('meanwhile'))
    const copy = await valueOf(made)
    expect(copy.check).toEqual({ result: 'good', entries: 3 })
    await valueOf(meanwhile)
    const file = join(filesOf(path).backups, copy.fileName)
    expect(modeOf(file)).toBe('600')
    const read = (of: DatabaseSync, table: string) => of.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()
    const copied = new DatabaseSync(file, { readOnly: true })
    for (const table of ['event', 'content', 'chain', 'audit', 'head']) {
      const rows = read(copied, table)
      expect(rows, table).toEqual(read(database, table).slice(0, rows.length))
    }
    expect(copied.prepare('PRAGMA application_id').get()).toEqual(prepare('PRAGMA application_id').get())
    expect(copied.prepare('PRAGMA user_version').get()).toEqual(prepare('PRAGMA user_version').get())
    expect(copied.prepare(`SELECT count(*) AS found FROM entry_text WHERE entry_text MATCH '"wapproved"'`).get())
      .toEqual(prepare(`SELECT count(*) AS found FROM entry_text WHERE entry_text MATCH '"wapproved"'`).get())
    copied.close()
  })
})
