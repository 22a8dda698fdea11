import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Row } from './row.ts'
import { meansDamaged } from './sqlite-failure.ts'

/** The findings when the file was opened. */
export interface AtOpen {
  /** The newest position of the chain. */
  readonly position: number
  /** Tables, indexes and triggers that differed from this version's (see `rules.ts`). */
  readonly changedRules: readonly string[]
}

/** One open database. It caches prepared statements by their text; a failed rollback does not hide the first error. */
export class Connection {
  readonly #statements = new Map<string, StatementSync>()
  #database: DatabaseSync
  #confirmDurable: () => void
  #damaged = false
  /** Set by the code that opens a journal; empty for any other database. */
  atOpen: AtOpen = { position: 0, changedRules: [] }
  /**
   * False if entries are numbered in the order of their arrival, not of their time: then no list is sorted by number.
   */
  numberedByTime = true
  /** The number of links that this connection added to the chain, including those rolled back. */
  linksAdded = 0

  /** `confirmDurable` runs after each commit and throws if the committed data could still be lost. */
  constructor(database: DatabaseSync, confirmDurable: () => void) {
    this.#database = database
    this.#confirmDurable = confirmDurable
  }

  get database(): DatabaseSync {
    return this.#database
  }

  /** The path of the open file; throws for a database without one. */
  get path(): string {
    const path = this.#database.location()
    if (path === null) throw new Error('the journal is not in a file')
    return path
  }

  /** True once SQLite found that the file is damaged. */
  get damaged(): boolean {
    return this.#damaged
  }

  /**
   * Replaces this connection's database with that of `other`, which must not be used afterwards. Its own database must
   * be closed.
   */
  takeDatabaseOf(other: Connection): void {
    if (this.#database.isOpen) throw new Error('an open connection cannot take another database')
    this.#statements.clear()
    this.#database = other.#database
    this.#confirmDurable = other.#confirmDurable
    this.#damaged = other.#damaged
    this.atOpen = other.atOpen
  }

  /** Every row of a query. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#detectDamage(() => this.#statement(sql).all(...values))
  }

  /** The first row of a query, or null. */
  first(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#detectDamage(() => this.#statement(sql).get(...values) ?? null)
  }

  /** Runs a statement without a result. */
  run(sql: string, ...values: SQLInputValue[]): void {
    this.#detectDamage(() => this.#statement(sql).run(...values))
  }

  /** Runs a statement with named values. */
  runNamed(sql: string, values: Record<string, SQLInputValue>): void {
    this.#detectDamage(() => this.#statement(sql).run(values))
  }

  /** Runs `work` completely or not at all. Returns only after the commit is on the disk (synchronous=FULL). */
  transaction<Value>(work: () => Value): Value {
    this.#detectDamage(() => { this.database.exec('BEGIN IMMEDIATE') })
    let value: Value
    try {
      value = work()
      this.#detectDamage(() => { this.database.exec('COMMIT') })
    } catch (error) {
      this.#rollBack()
      throw error
    }
    this.#confirmDurable()
    return value
  }

  /** Closes the database if it is open; later calls throw. */
  close(): void {
    this.#statements.clear()
    if (this.database.isOpen) this.database.close()
  }

  #detectDamage<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      if (meansDamaged(error)) this.#damaged = true
      throw error
    }
  }

  #rollBack(): void {
    // SQLite has rolled back automatically after a full disk; a second failure must not replace the first.
    try {
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
    } catch {
      // The caller throws the first error.
    }
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const prepared = this.database.prepare(sql)
    this.#statements.set(sql, prepared)
    return prepared
  }
}
