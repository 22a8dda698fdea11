import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Row } from './row.ts'
import { saysDamaged } from './sqlite-failure.ts'

/** What was found when the file was opened. */
export interface AtOpen {
  /** The newest position of the chain. */
  readonly position: number
  /** Tables, indexes and triggers that were not as this version makes them (see `rules.ts`). */
  readonly changedRules: readonly string[]
}

/** One open database: prepared statements kept by their text, and transactions that never hide why they failed. */
export class Connection {
  readonly #statements = new Map<string, StatementSync>()
  #database: DatabaseSync
  #confirmDurable: () => void
  #damaged = false
  /** Set by who opens a journal; nothing was found in any other database. */
  atOpen: AtOpen = { position: 0, changedRules: [] }
  /** False where entries are numbered as they arrived, whenever they were made: no list goes by their numbers then. */
  numberedByTime = true
  /** How many links were added to the chain through this connection; those that were rolled back count too. */
  linksAdded = 0

  /** `confirmDurable` runs after each commit and throws when what was committed would be lost all the same. */
  constructor(database: DatabaseSync, confirmDurable: () => void) {
    this.#database = database
    this.#confirmDurable = confirmDurable
  }

  get database(): DatabaseSync {
    return this.#database
  }

  /** The path of the open file; throws for a database that lies in none. */
  get path(): string {
    const path = this.#database.location()
    if (path === null) throw new Error('the journal lies in no file')
    return path
  }

  /** True once SQLite found that the file is not what it wrote. */
  get damaged(): boolean {
    return this.#damaged
  }

  /** From now on this is what `other` was, which must not be used any more; its own database must be closed. */
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

  /** Runs a statement whose values are given by name. */
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

  /** Closes the database; later calls throw. */
  close(): void {
    this.#statements.clear()
    this.database.close()
  }

  #noticingDamage<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      if (saysDamaged(error)) this.#damaged = true
      throw error
    }
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
