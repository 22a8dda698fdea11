/** The steps from one schema to the next, and a later one that is defined here. */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { developmentApplicationIds } from '../../../electron/journal/application-id.ts'
import { migrations, type Migration } from '../../../electron/journal/migrations/index.ts'
import { openJournal } from '../../../electron/journal/recovery/open.ts'
import { walkChain } from '../../../electron/journal/proof/verify.ts'
import { closedJournal } from './files.ts'
import { freshPath, openHere } from './with-journal.ts'

const later: Migration = {
  changesReadingTables: true,
  apply({ database }) {
    database.exec(`CREATE TABLE later (x INTEGER) STRICT; CREATE INDEX entry_later ON entry (who, at);
      DELETE FROM identifier; UPDATE entry SET last_four = '9999'`)
  },
}
const nextVersion = [...migrations, later]

async function journalOfToday(): Promise<string> {
  const path = freshPath()
  await closedJournal(path, ['a', 'lost-b'])
  return path
}

function opened(path: string, steps: readonly Migration[]) {
  const journal = openJournal(path, steps)
  if (!journal.ok) throw new Error(journal.failure.code)
  return journal.value
}

it('a new journal has the number of the newest schema, above every number of the development versions', () => {
  expect(openHere().connection.first('PRAGMA user_version')).toEqual({ user_version: 104 })
})

it('a journal is migrated by the steps that it lacks: its events and its chain stay, derived tables are derived again', async () => {
  const path = await journalOfToday()
  const before = opened(path, migrations)
  const derived = (connection: typeof before) => ({
    entries: connection.all('SELECT * FROM entry ORDER BY seq'),
    identifiers: connection.all('SELECT * FROM identifier ORDER BY kind, value'),
    events: connection.all('SELECT * FROM event ORDER BY id'),
  })
  const stood = derived(before)
  expect(stood.identifiers.length).toBeGreaterThan(1)
  before.close()

  const connection = opened(path, nextVersion)
  expect(connection.first('PRAGMA user_version')).toEqual({ user_version: 105 })
  expect(derived(connection)).toEqual(stood)
  expect(walkChain(connection, { from: null, through: 99, limit: 99, key: null }).broken).toBeNull()
  expect(connection.atOpen.changedRules).toEqual([])
  connection.close()
  const again = opened(path, nextVersion)
  expect(again.all(`SELECT name FROM sqlite_schema WHERE name IN ('later', 'entry_later') ORDER BY name`))
    .toEqual([{ name: 'entry_later' }, { name: 'later' }])
  again.close()
})

it('a version without the last step refuses the journal and does not change it', async () => {
  const path = await journalOfToday()
  opened(path, nextVersion).close()
  const bytes = readFileSync(path)
  expect(openJournal(path)).toEqual({ ok: false, failure: { code: 'newer-version', found: 105, known: 104 } })
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

it('a step that fails changes nothing', async () => {
  const path = await journalOfToday()
  const failing: Migration = {
    ...later,
    apply(connection) {
      later.apply(connection)
      throw new Error('the step failed')
    },
  }
  expect(() => openJournal(path, [...migrations, failing])).toThrow('the step failed')
  const connection = opened(path, migrations)
  expect(connection.first('PRAGMA user_version')).toEqual({ user_version: 104 })
  expect(connection.atOpen.changedRules).toEqual([])
  connection.close()
})

it('a journal of a development version is refused and not changed, whatever its number', async () => {
  for (const [id, number] of [[0, 0], [0, 14], [1, 100], [1, 777], [2, 101], [3, 102]] as const) {
    const path = freshPath()
    const database = new DatabaseSync(path)
    database.exec(`CREATE TABLE event (id INTEGER PRIMARY KEY);
      PRAGMA application_id = ${developmentApplicationIds[id]}; PRAGMA user_version = ${number}`)
    database.close()
    const bytes = readFileSync(path)
    expect(openJournal(path)).toEqual({ ok: false, failure: { code: 'development-version' } })
    expect(readFileSync(path).equals(bytes)).toBe(true)
  }
})
