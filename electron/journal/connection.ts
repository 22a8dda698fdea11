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

/** One open database: prepared statements cached by their text, and transactions that never hide their error. */
export class Connection {
  readonly #statements = new Map<string, StatementSync>()
  #database: DatabaseSync
  #confirmDurable: () => void
  #damaged = false
  /** Set by the code that opens a journal; empty for any other database. */
  atOpen: AtOpen = { position: 0, changedRules: [] }
  /**
   * False where entries are numbered by their arrival and not by their time: no list uses their numbers as order then.
   */
  numberedByTime = true
  /** How many links were added to the chain through this connection; those that were rolled back count too. */
  linksAdded = 0

  /** `confirmDurable` runs after each commit and throws when the committed data would still be lost. */
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
    if (path === null) throw new Error('the journal lies in no file')
    return path
  }

  /** True once SQLite found that the file is not what it wrote. */
  get damaged(): boolean {
    return this.#damaged
  }

  /**
   * Replaces this connection's database by that of `other`, which must not be used any more; its own must be closed.
   */
  become(other: Connection): void {
    if (this.#database.isOpen) throw new Error('a connection that is open can\'t become another')
    this.#statements.clear()
    this.#database = other.#database
    this.#confirmDurable = other.#confirmDurable
    this.#damaged = other.#damaged
    this.atOpen = other.atOpen
  }

  /** Every row of a query. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#noticingDamage(() => this.#statement(sql).all(...values))
  }

  /** The first row of a query, or null. */
  first(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#noticingDamage(() => this.#statement(sql).get(...values) ?? null)
  }

  /** Runs a statement that answers nothing. */
  run(sql: string, ...values: SQLInputValue[]): void {
    this.#noticingDamage(() => this.#statement(sql).run(...values))
  }

  /** Runs a statement with named values. */
  runNamed(sql: string, values: Record<string, SQLInputValue>): void {
    this.#noticingDamage(() => this.#statement(sql).run(values))
  }

  /** Runs `work` whole or not at all; returns only after the commit is on the disk (synchronous=FULL). */
  transaction<Value>(work: () => Value): Value {
    this.#noticingDamage(() => { this.database.exec('BEGIN IMMEDIATE') })
    let value: Value
    try {
      value = work()
      this.#noticingDamage(() => { this.database.exec('COMMIT') })
    } catch (error) {
      this.#rollBack()
      throw error
    }
    this.#confirmDurable()
    return value
  }

  /** Closes the database, unless it is closed; later calls throw. */
  close(): void {
    this.#statements.clear()
    if (this.database.isOpen) this.database.close()
  }

  #noticingDamage<Value>(work: () => Value): Value {
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
      // The first error is being thrown already.
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
