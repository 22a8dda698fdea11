/** Walks through the entries of a filter in any order, in steps of bounded cost. */
import type { SQLInputValue } from 'node:sqlite'
import type { HistoryFilter, HistoryOrder } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import { allOf, fewEntries, finalIndex, narrowingOf, shortestOf, type Condition, type Lead } from './narrowing.ts'

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
 * Rows read in the first step and in later ones. Most pages need few rows. With several branches, each is read up to as
 * many rows as the step returns.
 */
const rowsInFirstStep = 100
const rowsPerStep = 400
const leastPerBranch = 50
/** Entries in one step of a list that is sorted at once. */
const sortedPerStep = 150
/** A value that more than one in so many entries has does not make the search faster than the order's own index. */
const leadingShare = 4

const orders = {
  newest: { column: 'at', letter: 't', backwards: true }, oldest: { column: 'at', letter: 't', backwards: false },
  largest: { column: 'size', letter: 's', backwards: true }, smallest: { column: 'size', letter: 's', backwards: false },
} as const satisfies Record<HistoryOrder, unknown>

/**
 * Walks through the entries of a filter, ignoring its text, after the key `before`. If few may match, they are sorted
 * at once. Otherwise the walk uses the index of the rarest requested value, or of the order itself.
 */
export function* walkList(
  connection: Connection, filter: HistoryFilter, order: HistoryOrder, before: string | null,
): Generator<Step> {
  const narrowing = narrowingOf(connection, filter)
  if (narrowing === null) return
  const wanted = indexedFirst(narrowing.conditions)
  const shortest = shortestOf(narrowing.leads)
  if (shortest !== null && shortest.entries <= fewEntries) {
    yield* walkSorted(connection, shortest, wanted, order, before)
    return
  }
  const byOrder = leadByOrder(filter, orders[order].column)
  const leads = narrowing.leads.filter(({ index }) => index !== 'list_entry_by_size' && index !== finalIndex)
    .filter(({ entries, branches }) => branches.length === 1 || entries * leadingShare < listedEntries(connection))
  const isByTime = orders[order].column === 'at'
  const lead = (isByTime ? shortestOf(leads) : null) ?? byOrder
  const inOrder = narrowing.conditions.filter(({ sql }) => sql.startsWith(`${orders[order].column} `))
  let [next, rows] = [before, rowsInFirstStep]
  do {
    const step = nextRows(connection, { lead, inOrder, wanted, order, before: next, rows })
    yield step
    next = step.next
    rows = Math.min(rows * 2, rowsPerStep)
  } while (next !== null)
}

/** Joins all conditions. Those on columns in the indexes of the orders come first, before the row itself is read. */
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

/** The first `most` of the entries with these numbers, after `before`. */
export function firstOf(
  connection: Connection, keys: readonly number[], order: HistoryOrder, before: string | null, most: number,
): Step {
  const these = { sql: 'seq IN (SELECT value FROM json_each(?))', values: [JSON.stringify(keys)] }
  return sortedAtOnce(connection, { lead: [these], wanted: allOf([]), order, before, most })
}

/** The number of entries in the lists. */
function listedEntries(connection: Connection): number {
  const sum = connection.first(`SELECT coalesce(sum(entries), 0) AS entries FROM list_value WHERE dimension = 'environment'`)
  return integer(sum ?? {}, 'entries')
}

function* walkSorted(
  connection: Connection, lead: Lead, wanted: Condition, order: HistoryOrder, before: string | null,
): Generator<Step> {
  let next = before
  do {
    const step = sortedAtOnce(connection, { lead: lead.branches, wanted, order, before: next, most: sortedPerStep })
    yield step
    next = step.next
  } while (next !== null)
}

function sortedAtOnce(connection: Connection, { lead, wanted, order, before, most }: {
  lead: readonly Condition[]; wanted: Condition; order: HistoryOrder; before: string | null; most: number
}): Step {
  const { column, backwards } = orders[order]
  const behind = behindKey(order, before)
  const direction = backwards ? 'DESC' : 'ASC'
  // A UNION, so that each branch uses its own index. With OR, SQLite might choose another one.
  const leading = lead.map(({ sql }) => `SELECT seq FROM list_entry WHERE ${sql}`).join(' UNION ')
  const rows = connection.all(
    `SELECT seq, ${column} AS place FROM list_entry WHERE seq IN (${leading}) AND ${wanted.sql} AND ${behind.sql}
      ORDER BY ${column} ${direction}, seq ${direction} LIMIT ${most}`,
    ...lead.flatMap(({ values }) => values), ...wanted.values, ...behind.values,
  )
  const found = rows.map((row) => foundAt(order, integer(row, 'place'), integer(row, 'seq')))
  return { found, next: rows.length < most ? null : found.at(-1)?.key ?? null }
}

function nextRows(connection: Connection, { lead, inOrder, wanted, order, before, rows: most }: {
  lead: Lead; inOrder: readonly Condition[]; wanted: Condition; order: HistoryOrder; before: string | null; rows: number
}): Step {
  const { column, backwards } = orders[order]
  const direction = backwards ? 'DESC' : 'ASC'
  const behind = behindKey(order, before)
  const bounds = allOf(inOrder)
  const indexed = lead.index === '' ? '' : `INDEXED BY ${lead.index}`
  const limit = Math.max(leastPerBranch, Math.floor(most / lead.branches.length))
  const values: SQLInputValue[] = []
  const branches = lead.branches.map((branch) => {
    values.push(...wanted.values, ...branch.values, ...bounds.values, ...behind.values)
    return `SELECT * FROM (SELECT seq, ${column} AS place, ${wanted.sql} AS fits FROM list_entry ${indexed}
      WHERE ${branch.sql} AND ${bounds.sql} AND ${behind.sql} ORDER BY ${column} ${direction}, seq ${direction} LIMIT ${limit})`
  })
  const rows = connection.all(
    `SELECT seq, place, fits FROM (${branches.join(' UNION ')}) ORDER BY place ${direction}, seq ${direction} LIMIT ${limit}`, ...values,
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

/** The rows after the key of a page. Throws for an invalid key, and for one of an order by another column. */
function behindKey(order: HistoryOrder, key: string | null): Condition {
  if (key === null) return { sql: '1', values: [] }
  const { column, letter, backwards } = orders[order]
  const [, kind, place, seq] = /^([ts])(-?\d{1,16})\.(\d{1,15})$/.exec(key) ?? []
  if (kind !== letter || place === undefined || seq === undefined) throw new Error('not the key of a page')
  return { sql: `(${column}, seq) ${backwards ? '<' : '>'} (?, ?)`, values: [Number(place), Number(seq)] }
}
