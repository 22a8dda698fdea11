import { DatabaseSync } from 'node:sqlite'
import { Connection } from '../connection.ts'
import { migrations, type Migration } from '../migrations/index.ts'
import { rebuildReadingTables } from '../write/reading-tables.ts'
import { text } from '../row.ts'
import { primaryResultCode } from '../sqlite-failure.ts'

/**
 * The rules that the file itself enforces: unique indexes, which prevent sending one order twice, and triggers that
 * refuse changes of written rows. The chain does not cover them, so they must equal those of the migrations.
 */

const constraint = 19

interface Rule {
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string
}

/** A rule that is missing (`found` is null), unknown (`expected` is null), or different. */
interface Difference {
  readonly expected: Rule | null
  readonly found: Rule | null
}

const rulesBySteps = new WeakMap<readonly Migration[], ReadonlyMap<string, Rule>>()

/** The current differences and those found when the file was opened, each as its type and name. */
export function changedRules(connection: Connection): string[] {
  return [...new Set([...connection.atOpen.changedRules, ...differences(connection, migrations).map(nameOf)])]
}

/**
 * Restores indexes and triggers to those of the migrations and removes unknown ones. Returns the type and name of
 * every difference, also of tables, which are not changed. If rows violate a unique index, the entries are first
 * derived again from their events; if that does not help, the index stays missing.
 */
export function restoreRules(connection: Connection, steps: readonly Migration[]): string[] {
  const found = differences(connection, steps)
  const fixes = found.filter((difference) => isRule(difference.expected ?? difference.found))
  if (fixes.length === 0) return found.map(nameOf)
  const refused = connection.transaction(() => {
    for (const { found: rule } of fixes) {
      // SECURITY: an unknown trigger is foreign code that runs in the application's writes.
      if (rule !== null) connection.database.exec(`DROP ${rule.type} "${rule.name.replaceAll('"', '""')}"`)
    }
    return fixes.flatMap(({ expected }) => expected === null || createRule(connection, expected) ? [] : [expected])
  })
  if (refused.some(({ table }) => table === 'entry')) deriveAndCreate(connection, refused)
  return found.map(nameOf)
}

function deriveAndCreate(connection: Connection, rules: readonly Rule[]): void {
  try {
    connection.transaction(() => {
      rebuildReadingTables(connection)
      for (const rule of rules) createRule(connection, rule)
    })
  } catch (error) {
    if (primaryResultCode(error) !== null) throw error
    // An event is invalid, so nothing can be derived. Verification reports it and the missing index.
  }
}

/** Creates a rule; false if existing rows violate it. */
function createRule(connection: Connection, { sql }: Rule): boolean {
  try {
    connection.database.exec(sql)
    return true
  } catch (error) {
    if (primaryResultCode(error) === constraint) return false
    throw error
  }
}

function differences(connection: Connection, steps: readonly Migration[]): Difference[] {
  const wanted = rulesOf(steps)
  const present = rulesIn(connection)
  return [...new Set([...wanted.keys(), ...present.keys()])].flatMap((key) => {
    const [expected, found] = [wanted.get(key) ?? null, present.get(key) ?? null]
    return expected !== null && found !== null && plain(expected.sql) === plain(found.sql) ? [] : [{ expected, found }]
  })
}

function rulesOf(steps: readonly Migration[]): ReadonlyMap<string, Rule> {
  const known = rulesBySteps.get(steps)
  if (known !== undefined) return known
  const fresh = new Connection(new DatabaseSync(':memory:'), () => undefined)
  for (const migration of steps) migration.apply(fresh)
  const rules = rulesIn(fresh)
  fresh.close()
  rulesBySteps.set(steps, rules)
  return rules
}

/** All rules except SQLite's own: indexes of keys, its statistics, and the tables inside the index of words. */
function rulesIn(connection: Connection): ReadonlyMap<string, Rule> {
  return new Map(connection.all(
    `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL
      AND NOT (type = 'table' AND (name LIKE 'sqlite\\_%' ESCAPE '\\'
        OR name IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')))`,
  ).map((row) => {
    const rule = { type: text(row, 'type'), name: text(row, 'name'), table: text(row, 'tbl_name'), sql: text(row, 'sql') }
    return [`${rule.type} ${rule.name}`, rule]
  }))
}

function isRule(rule: Rule | null): boolean {
  return rule?.type === 'index' || rule?.type === 'trigger'
}

function nameOf({ expected, found }: Difference): string {
  const rule = expected ?? found
  return rule === null ? '' : `${rule.type} ${rule.name}`
}

function plain(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim()
}
