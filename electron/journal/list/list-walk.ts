/** Walks through the entries of a filter in any order, in steps of bounded cost. */
import type { SQLInputValue } from 'node:sqlite'
import type { HistoryFilter, HistoryOrder } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import { allOf, few, finalIndex, narrowingOf, shortestOf, type Condition, type Lead } from './narrowing.ts'

/** An entry and the key of the page that ends with it. */
export interface Found {
  readonly seq: number
  readonly key: string
}

/** The entries of one step, in order, and the key to continue from; null at the end of the list. */
export interface Step {
  readonly found: readonly Found[]
  readonly next: string | null
}

/**
 * Rows read in the first step and in later ones: most pages are full after few. Of several branches each contributes
 * as many rows as the step returns.
 */
const rowsAtFirst = 100
const rowsAStep = 400
const leastOfABranch = 50
/** Entries in one step of those that were sorted at once. */
const sortedAStep = 150
/** A value that more than one in so many entries has makes the search no faster than the order itself. */
const shareThatLeads = 4

const orders = {
  newest: { column: 'at', letter: 't', backwards: true }, oldest: { column: 'at', letter: 't', backwards: false },
  largest: { column: 'size', letter: 's', backwards: true }, smallest: { column: 'size', letter: 's', backwards: false },
} as const satisfies Record<HistoryOrder, unknown>

/**
 * The entries of a filter without its text, after `before`. If few may match, they are sorted at once. Otherwise the
 * search follows the rarest requested value, or the order itself, with so many rows a step.
 */
export function* walkList(
  connection: Connection, filter: HistoryFilter, order: HistoryOrder, before: string | null,
): Generator<Step> {
  const narrowing = narrowingOf(connection, filter)
  if (narrowing === null) return
  const wanted = indexedFirst(narrowing.conditions)
  const shortest = shortestOf(narrowing.leads)
  if (shortest !== null && shortest.entries <= few) {
    yield* walkSorted(connection, shortest, wanted, order, before)
    return
  }
  const byOrder = leadByOrder(filter, orders[order].column)
  const ways = narrowing.leads.filter(({ index }) => index !== 'list_entry_by_size' && index !== finalIndex)
    .filter(({ entries, branches }) => branches.length === 1 || entries * shareThatLeads < listedEntries(connection))
  const goesByTime = orders[order].column === 'at'
  const lead = (goesByTime ? shortestOf(ways) : null) ?? byOrder
  const inOrder = narrowing.conditions.filter(({ sql }) => sql.startsWith(`${orders[order].column} `))
  let [next, rows] = [before, rowsAtFirst]
  do {
    const step = nextRows(connection, { lead, inOrder, wanted, order, before: next, rows })
    yield step
    next = step.next
    rows = Math.min(rows * 2, rowsAStep)
  } while (next !== null)
}

/** All conditions as one: what each index of an order contains is decided before the row itself is read. */
function indexedFirst(conditions: readonly Condition[]): Condition {
  const inIndex = ({ sql }: Condition): boolean => /^(?:at|size) /.test(sql)
  const [first, rest] = [allOf(conditions.filter(inIndex)), allOf(conditions.filter((one) => !inIndex(one)))]
  return { sql: `CASE WHEN ${first.sql} THEN ${rest.sql} ELSE 0 END`, values: [...first.values, ...rest.values] }
}

function leadByOrder({ view }: HistoryFilter, column: 'at' | 'size'): Lead {
  const isMoney = view === 'payments'
  const name = isMoney ? { at: 'money', size: 'money_size' }[column] : column
  return { index: `list_entry_by_${name}`, branches: [{ sql: isMoney ? 'money = 1' : '1', values: [] }], entries: Infinity }
}

/** The first of some entries that were found in another way, after `before`: at most so many. */
export function firstOf(
  connection: Connection, keys: readonly number[], order: HistoryOrder, before: string | null, most: number,
): Step {
  const these = { sql: 'seq IN (SELECT value FROM json_each(?))', values: [JSON.stringify(keys)] }
  return sortedAtOnce(connection, { lead: [these], wanted: allOf([]), order, before, most })
}

/** How many entries the lists hold. */
function listedEntries(connection: Connection): number {
  const sum = connection.first(`SELECT coalesce(sum(entries), 0) AS entries FROM list_value WHERE dimension = 'environment'`)
  return integer(sum ?? {}, 'entries')
}

function* walkSorted(
  connection: Connection, lead: Lead, wanted: Condition, order: HistoryOrder, before: string | null,
): Generator<Step> {
  let next = before
  do {
    const step = sortedAtOnce(connection, { lead: lead.branches, wanted, order, before: next, most: sortedAStep })
    yield step
    next = step.next
  } while (next !== null)
}

function sortedAtOnce(connection: Connection, { lead, wanted, order, before, most }: {
  lead: readonly Condition[]; wanted: Condition; order: HistoryOrder; before: string | null; most: number
}): Step {
  const { column, backwards } = orders[order]
  const behind = behindKey(order, before)
  const way = backwards ? 'DESC' : 'ASC'
  // Each branch uses its own index; in one query SQLite might choose another one.
  const leading = lead.map(({ sql }) => `SELECT seq FROM list_entry WHERE ${sql}`).join(' UNION ')
  const rows = connection.all(
    `SELECT seq, ${column} AS place FROM list_entry WHERE seq IN (${leading}) AND ${wanted.sql} AND ${behind.sql}
      ORDER BY ${column} ${way}, seq ${way} LIMIT ${most}`,
    ...lead.flatMap(({ values }) => values), ...wanted.values, ...behind.values,
  )
  const found = rows.map((row) => foundAt(order, integer(row, 'place'), integer(row, 'seq')))
  return { found, next: rows.length < most ? null : found.at(-1)?.key ?? null }
}

function nextRows(connection: Connection, { lead, inOrder, wanted, order, before, rows: most }: {
  lead: Lead; inOrder: readonly Condition[]; wanted: Condition; order: HistoryOrder; before: string | null; rows: number
}): Step {
  const { column, backwards } = orders[order]
  const way = backwards ? 'DESC' : 'ASC'
  const behind = behindKey(order, before)
  const bounds = allOf(inOrder)
  const indexed = lead.index === '' ? '' : `INDEXED BY ${lead.index}`
  const limit = Math.max(leastOfABranch, Math.floor(most / lead.branches.length))
  const values: SQLInputValue[] = []
  const branches = lead.branches.map((branch) => {
    values.push(...wanted.values, ...branch.values, ...bounds.values, ...behind.values)
    return `SELECT * FROM (SELECT seq, ${column} AS place, ${wanted.sql} AS fits FROM list_entry ${indexed}
      WHERE ${branch.sql} AND ${bounds.sql} AND ${behind.sql} ORDER BY ${column} ${way}, seq ${way} LIMIT ${limit})`
  })
  const rows = connection.all(
    `SELECT seq, place, fits FROM (${branches.join(' UNION ')}) ORDER BY place ${way}, seq ${way} LIMIT ${limit}`, ...values,
  )
  const last = rows.at(-1)
  const end = last === undefined ? null : foundAt(order, integer(last, 'place'), integer(last, 'seq'))
  return {
    found: rows.filter((row) => row.fits === 1).map((row) => foundAt(order, integer(row, 'place'), integer(row, 'seq'))),
    next: rows.length < limit ? null : end?.key ?? null,
  }
}

function foundAt(order: HistoryOrder, place: number, seq: number): Found {
  return { seq, key: `${orders[order].letter}${place}.${seq}` }
}

/** The rows after the key of a page; a key of another order is ignored. */
function behindKey(order: HistoryOrder, key: string | null): Condition {
  if (key === null) return { sql: '1', values: [] }
  const { column, letter, backwards } = orders[order]
  const [, kind, place, seq] = /^([ts])(-?\d{1,16})\.(\d{1,15})$/.exec(key) ?? []
  if (kind !== letter || place === undefined || seq === undefined) throw new Error('not the key of a page')
  return { sql: `(${column}, seq) ${backwards ? '<' : '>'} (?, ?)`, values: [Number(place), Number(seq)] }
}
