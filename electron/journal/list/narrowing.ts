/** The conditions of a filter on the table `list_entry`, as SQL, and the indexes that lead to matching rows. */
import type { SQLInputValue } from 'node:sqlite'
import { operationIds, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { DeskChoice, HistoryFilter } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import { sizeOfText } from '../write/amount-size.ts'
import type { Dimension } from '../write/list-values.ts'
import { rootOf } from '../write/merchants.ts'

/** One condition on a row of `list_entry`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** An access path to all rows that may match. Each branch is a condition that the index supports. */
export interface Lead {
  readonly index: string
  readonly branches: readonly Condition[]
  /** The number of entries that it leads to. Above `fewEntries` the real number may be larger. */
  readonly entries: number
}

export interface Narrowing {
  readonly conditions: readonly Condition[]
  readonly leads: readonly Lead[]
}

/** Up to so many entries are read and sorted within some milliseconds. */
export const fewEntries = 2_000

/** Up to so many rows of an index are read within some milliseconds. */
const mostBounded = 30_000

/** The index by the time at which entries became final; no list is sorted by that time. */
export const finalIndex = 'list_entry_by_final'

const absent = { currency: 'currency', errorCode: 'error_code', cardBrand: 'card_brand' } as const

const moneyOperations: readonly OperationId[] = operationIds.filter((id) => touchesMoney(operations[id]))

/** The part of a filter that the table `entry` supports, narrowed by the view; null if nothing can match. */
export function plainPart(
  { states, operations: chosen, profileId, view }: HistoryFilter,
): Pick<HistoryFilter, 'states' | 'operations' | 'profileId'> | null {
  if (view !== 'payments') return { states, operations: chosen, profileId }
  const narrowed = chosen.length === 0 ? moneyOperations : chosen.filter((id) => moneyOperations.includes(id))
  return narrowed.length === 0 ? null : { states, operations: narrowed, profileId }
}

/** True if a filter has more conditions than state, operation, profile and view. */
export function narrowsFurther(filter: HistoryFilter): boolean {
  const { from, until, finalFrom, finalUntil, merchantKey, currency, leastAmount, mostAmount, errorCode, who } = filter
  const { lastFour, cardReference, cardHash, cardBrand, tag, reportedOtherwise } = filter
  const { environments = [], desks = [], without = [] } = filter
  const one = [from, until, finalFrom, finalUntil, merchantKey, currency, leastAmount, mostAmount, errorCode, who,
    lastFour, cardReference, cardHash, cardBrand, tag, reportedOtherwise]
  return one.some((value) => value != null) || [environments, desks, without].some((list) => list.length > 0)
}

/** The conditions of a filter without its text; null if no entry has a requested value. */
export function narrowingOf(connection: Connection, filter: HistoryFilter): Narrowing | null {
  const plain = plainPart(filter)
  if (plain === null) return null
  const conditions: Condition[] = []
  const leads: Lead[] = []
  const onlyMoney = filter.view === 'payments' && filter.operations.length === 0
  if (onlyMoney) {
    conditions.push({ sql: 'money = 1', values: [] })
    leads.push({ index: 'list_entry_by_money', branches: [{ sql: 'money = 1', values: [] }], entries: Infinity })
  }
  const merchant = filter.merchantKey == null ? null : rootOf(connection, filter.merchantKey)
  const requested: readonly (readonly [Dimension, readonly string[]])[] = [
    ['operation', onlyMoney ? [] : plain.operations], ['state', plain.states], ['profile', asList(plain.profileId)],
    ['merchant', asList(merchant)], ['environment', filter.environments ?? []], ['currency', asList(filter.currency)],
    ['error_code', asList(filter.errorCode)], ['card_brand', asList(filter.cardBrand)],
    ['who', asList(filter.who)], ['last_four', asList(filter.lastFour)],
  ]
  for (const [dimension, values] of requested) {
    if (values.length === 0) continue
    const found = valuesOf(connection, dimension, values)
    if (found.length === 0) return null
    conditions.push(oneOf(dimension, found.map(({ id }) => id)))
    leads.push(leadOf(dimension, found))
  }
  const desks = desksOf(connection, filter.desks ?? [])
  if (desks === null) return null
  conditions.push(...desks.conditions)
  leads.push(...desks.leads)
  const card = cardOf(connection, filter)
  if (card === null) return null
  conditions.push(...card.conditions)
  leads.push(...card.leads)
  if (filter.tag != null) {
    const tagged = tagLead(connection, filter.tag)
    conditions.push(...tagged.branches)
    leads.push(tagged)
  }
  if (filter.reportedOtherwise === true) {
    const marked = { sql: 'reported_otherwise = 1', values: [] }
    conditions.push(marked)
    leads.push(boundedLead(connection, 'list_entry_by_reported_otherwise', [marked]))
  }
  conditions.push(...amountConditions(filter))
  for (const name of filter.without ?? []) {
    conditions.push({ sql: `${absent[name]} IS NULL`, values: [] })
  }
  const final = finalConditions(filter)
  if (final.length > 0) {
    conditions.push(...final, ...timesOfFinal(connection, final))
    leads.push(boundedLead(connection, finalIndex, final))
  }
  const time = timeConditions(filter)
  conditions.push(...time)
  if (time.length > 0) leads.push(boundedLead(connection, 'list_entry_by_at', time))
  if (filter.leastAmount != null || filter.mostAmount != null) {
    leads.push(boundedLead(connection, 'list_entry_by_size', amountConditions(filter)))
  }
  return { conditions, leads }
}

/** All conditions as one. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: '1', values: [] }
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '), values: conditions.flatMap(({ values }) => values),
  }
}

/** The access path with the fewest entries; null without one. */
export function shortestOf(leads: readonly Lead[]): Lead | null {
  return leads.reduce<Lead | null>((best, lead) => (best === null || lead.entries < best.entries ? lead : best), null)
}

/** Entries from one moment on and before another. */
function timeConditions({ from, until }: HistoryFilter): Condition[] {
  return [
    ...(from == null ? [] : [{ sql: 'at >= ?', values: [Date.parse(from)] }]),
    ...(until == null ? [] : [{ sql: 'at < ?', values: [Date.parse(until)] }]),
  ]
}

function finalConditions({ finalFrom, finalUntil }: HistoryFilter): Condition[] {
  return [
    ...(finalFrom == null ? [] : [{ sql: 'became_final >= ?', values: [Date.parse(finalFrom)] }]),
    ...(finalUntil == null ? [] : [{ sql: 'became_final < ?', values: [Date.parse(finalUntil)] }]),
  ]
}

/** The range in which entries with these final times were sent, so that a list by time begins near the first one. */
function timesOfFinal(connection: Connection, conditions: readonly Condition[]): Condition[] {
  const { sql, values } = allOf(conditions)
  const found = connection.first(
    `SELECT count(*) AS entries, min(at) AS first, max(at) AS last
      FROM (SELECT at FROM list_entry INDEXED BY ${finalIndex} WHERE ${sql} LIMIT ${mostBounded + 1})`, ...values,
  ) ?? {}
  const entries = integer(found, 'entries')
  if (entries === 0 || entries > mostBounded) return []
  return [
    { sql: 'at >= ?', values: [integer(found, 'first')] }, { sql: 'at <= ?', values: [integer(found, 'last')] },
  ]
}

function amountConditions({ leastAmount, mostAmount }: HistoryFilter): Condition[] {
  if (leastAmount == null && mostAmount == null) return []
  return [
    { sql: 'size >= ?', values: [leastAmount == null ? 0 : sizeOfText(leastAmount)] },
    ...(mostAmount == null ? [] : [{ sql: 'size <= ?', values: [sizeOfText(mostAmount)] }]),
  ]
}

/** The card of a filter, by reference or by hash; with both, an entry needs only one of them. */
function cardOf(
  connection: Connection, { cardReference, cardHash }: HistoryFilter,
): Narrowing | null {
  if (cardReference == null && cardHash == null) return { conditions: [], leads: [] }
  const branches = [
    ...valuesOf(connection, 'card_reference', asList(cardReference)).map((found) => ({ ...found, column: 'card_reference' })),
    ...valuesOf(connection, 'card_hash', asList(cardHash)).map((found) => ({ ...found, column: 'card_hash' })),
  ]
  if (branches.length === 0) return null
  const sql = branches.map(({ column }) => `${column} = ?`).join(' OR ')
  return {
    conditions: [{ sql, values: branches.map(({ id }) => id) }],
    leads: [{
      index: '',
      branches: branches.map(({ column, id }) => ({ sql: `${column} = ?`, values: [id] })),
      entries: branches.reduce((sum, { entries }) => sum + entries, 0),
    }],
  }
}

/** The desks of a filter. Entries of this desk have no value in the column `desk`. */
function desksOf(connection: Connection, desks: readonly DeskChoice[]): Narrowing | null {
  if (desks.length === 0) return { conditions: [], leads: [] }
  const others = valuesOf(connection, 'desk', desks)
  const named = others.length === 0 ? [] : [oneOf('desk', others.map(({ id }) => id))]
  if (!desks.includes('this-desk')) return named.length === 0 ? null : { conditions: named, leads: [leadOf('desk', others)] }
  const own = { sql: 'desk IS NULL', values: [] }
  const either = [own, ...named]
  return { conditions: [{ sql: either.map(({ sql }) => sql).join(' OR '), values: either.flatMap(({ values }) => values) }], leads: [] }
}

function asList<Value>(value: Value | null | undefined): readonly Value[] {
  return value == null ? [] : [value]
}

interface FoundValue {
  readonly id: number
  readonly entries: number
}

function valuesOf(connection: Connection, dimension: Dimension, values: readonly string[]): FoundValue[] {
  if (values.length === 0) return []
  return connection.all(
    `SELECT id, entries FROM list_value WHERE dimension = ? AND value IN (SELECT value FROM json_each(?)) AND entries > 0`,
    dimension, JSON.stringify(values),
  ).map((row) => ({ id: integer(row, 'id'), entries: integer(row, 'entries') }))
}

function oneOf(column: string, ids: readonly number[]): Condition {
  return ids.length === 1
    ? { sql: `${column} = ?`, values: ids }
    : { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(ids)] }
}

function leadOf(dimension: Dimension, found: readonly FoundValue[]): Lead {
  return {
    index: `list_entry_by_${dimension}`,
    branches: found.map(({ id }) => ({ sql: `${dimension} = ?`, values: [id] })),
    entries: found.reduce((sum, { entries }) => sum + entries, 0),
  }
}

/** The entries with a note that has this tag. */
function tagLead(connection: Connection, tag: string): Lead {
  const counted = connection.first('SELECT count(*) AS entries FROM entry_tag WHERE tag = ?', tag) ?? {}
  const having = { sql: 'seq IN (SELECT seq FROM entry_tag WHERE tag = ?)', values: [tag] }
  return { index: '', branches: [having], entries: integer(counted, 'entries') }
}

/** A range of an index, whose entries are counted only up to `fewEntries`. */
function boundedLead(connection: Connection, index: string, conditions: readonly Condition[]): Lead {
  const { sql, values } = allOf(conditions)
  const counted = connection.first(
    `SELECT count(*) AS entries FROM (SELECT 1 FROM list_entry INDEXED BY ${index} WHERE ${sql} LIMIT ${fewEntries + 1})`, ...values,
  )
  const entries = integer(counted ?? {}, 'entries')
  return { index, branches: [{ sql, values }], entries: entries > fewEntries ? Infinity : entries }
}
