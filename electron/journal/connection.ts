import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Row } from './row.ts'

/** One open database: prepared statements kept by their text, and transactions that never hide why they failed. */
export class Connection {
  readonly database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #confirmDurable: () => void

  /** `confirmDurable` runs after each commit and throws when what was committed would be lost all the same. */
  constructor(database: DatabaseSync, confirmDurable: () => void) {
    this.database = database
    this.#confirmDurable = confirmDurable
  }

  /** Every row of a query. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values)
  }

  /** The first row of a query, or null. */
  first(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#statement(sql).get(...values) ?? null
  }

  /** Runs a statement that answers nothing. */
  run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values)
  }

  /** Runs a statement whose values are given by name. */
  runNamed(sql: string, values: Record<string, SQLInputValue>): void {
    this.#statement(sql).run(values)
  }

  /** Runs `work` whole or not at all; returns only after the commit is on the disk (synchronous=FULL). */
  transaction<Value>(work: () => Value): Value {
    this.database.exec('BEGIN IMMEDIATE')
    let value: Value
    try {
      value = work()
      this.database.exec('COMMIT')
    } catch (error) {
      this.#rollBack()
      throw error
    }
    this.#confirmDurable()
    return value
  }

  /** Closes the database; later calls throw. */
  close(): void {
    this.#statements.clear()
    this.database.close()
  }

  #rollBack(): void {
    // SQLite has rolled back by itself after a full disk; a second failure must not take the place of the first.
    try {
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
    } catch {
      // The reason that matters is on its way up.
    }
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const made = this.database.prepare(sql)
    this.#statements.set(sql, made)
    return made
  }
}
