import { DatabaseSync } from 'node:sqlite'
import { readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openJournal } from '../../../electron/journal/recovery/open.ts'
import type { Intent } from '../../../electron/journal/port.ts'
import { charge, entryId, observation, outcome } from './samples.ts'
import { freshPath, openHere, valueOf } from './with-journal.ts'

describe('events', () => {
  it.each([
    `UPDATE event SET at = 'never'`,
    `UPDATE event SET facts = '{}' WHERE kind = 'outcome'`,
    `DELETE FROM event WHERE kind = 'observation'`,
    `DELETE FROM event`,
    `INSERT OR REPLACE INTO event SELECT id, entry, kind, 'never', facts, NULL FROM event WHERE id = 2`,
    `INSERT OR REPLACE INTO event SELECT 4, entry, kind, at, '{}', NULL FROM event WHERE kind = 'outcome'`,
    `INSERT INTO event VALUES (99, 1, 'observation', 'never', '{}', NULL)`,
    `UPDATE OR REPLACE event SET id = 1 WHERE id = 2`,
  ])('cannot be altered: %s', async (sql) => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('one')))
    await valueOf(journal.recordOutcome(outcome('one')))
    await valueOf(journal.recordObservation(observation('one')))
    const before = connection.all('SELECT * FROM event')
    expect(() => { connection.database.exec(sql) }).toThrow('events are append-only')
    expect(connection.all('SELECT * FROM event')).toEqual(before)
  })

  it.each([
    `UPDATE content SET body = '{}'`, `DELETE FROM content`, `INSERT OR REPLACE INTO content SELECT event, salt, '{}' FROM content`,
    `INSERT INTO content SELECT 99, salt, body FROM content WHERE event = 1`,
  ])('keep their content until a removal of it: %s', async (sql) => {
    const { journal, connection } = openHere()
    await valueOf(journal.recordIntent(charge('one')))
    await valueOf(journal.recordOutcome(outcome('one')))
    const before = connection.all('SELECT * FROM content')
    expect(() => { connection.database.exec(sql) }).toThrow('content is append-only')
    expect(connection.all('SELECT * FROM content')).toEqual(before)
  })

  it('contain the port’s fields and no others', async () => {
    const path = freshPath()
    const { journal } = openHere(path)
    const canary = 'CANARY-5f1d'
    const intent = { ...charge('one'), secret: canary, fields: [{ name: 'amount', value: '10.15', clear: canary }] }
    const entryPoint = { ...intent.entryPoint, secret: canary }
    await valueOf(journal.recordIntent({ ...intent, entryPoint } as unknown as Intent))
    await valueOf(journal.recordOutcome({ ...outcome('one'), control: canary } as never))
    await valueOf(journal.recordObservation({ ...observation('one'), request: canary } as never))
    await journal.close()
    expect(readFileSync(path).includes(canary)).toBe(false)
    expect(readFileSync(path).includes(entryId('one'))).toBe(true)
  })
})

describe('the file', () => {
  it('is created with the newest schema, and opened again unchanged', async () => {
    const path = freshPath()
    const first = openHere(path)
    await valueOf(first.journal.recordIntent(charge('kept')))
    expect(first.connection.first('PRAGMA user_version')).toEqual({ user_version: 104 })
    await first.journal.close()
    expect(await valueOf(openHere(path).journal.entry({ entryId: entryId('kept') }))).not.toBeNull()
  })

  it('is synced at every commit and locked against others, also when it is opened again', async () => {
    const path = freshPath()
    await openHere(path).journal.close()
    const { connection } = openHere(path)
    // Only a power cut could show the first; FULL is 2.
    expect(connection.first('PRAGMA synchronous')).toEqual({ synchronous: 2 })
    expect(connection.first('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(connection.first('PRAGMA locking_mode')).toEqual({ locking_mode: 'exclusive' })
    expect(connection.first('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 })
  })

  it('is refused and not changed if a newer version wrote it', async () => {
    const path = freshPath()
    await openHere(path).journal.close()
    const newer = new DatabaseSync(path)
    newer.exec('PRAGMA user_version = 777')
    newer.close()
    const bytes = readFileSync(path)
    expect(openJournal(path)).toEqual({ ok: false, failure: { code: 'newer-version', found: 777, known: 104 } })
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })

  it.each([
    ['a folder in its place', (path: string) => path.replace(/\/[^/]+$/, ''), 'cannot be opened'],
    ['the database of another application', (path: string) => {
      const other = new DatabaseSync(path)
      other.exec('CREATE TABLE theirs (x)')
      other.close()
    }, 'another application'],
  ])('is refused if it is %s', (_what, prepare, reason) => {
    const path = freshPath()
    const instead = prepare(path) ?? path
    expect(openJournal(instead)).toMatchObject({ ok: false, failure: { code: 'unusable', detail: expect.stringContaining(reason) } })
    rmSync(path, { force: true })
  })
})
