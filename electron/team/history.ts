/**
 * Pages of the history of all desks, newest first. The rarest condition leads through an index, one window of entries a
 * call; the others are compared within the window. So a page costs no more than its window, whatever was asked for.
 */
import type { EntryState } from '#shared/model/history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { foldedWords } from '#shared/team/folded-words.ts'
import { inMinorUnits, type AmountInMinorUnits } from './amounts.ts'
import type { TextRow } from './connection.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import { historyColumns, historyRowIn } from './history-row.ts'
import { stateOf } from './holders.ts'
import type { TeamPage, TeamQuery } from './port.ts'
import { text, utc } from './rows.ts'
import type { Session } from './session.ts'

const window = 20_000
/** Newest entries that are looked through for words before the index of words is asked. */
const windowOfWords = 5_000
/** The newest state of an entry is looked up for each. */
const windowOfStates = 1_000
/** Entries that ever were in a state: up to so many are sorted. */
const mostInState = 2_000
/** Ids that begin alike come in their own order, not the newest first: more of them than this are not sorted. */
const mostIds = 2_000
const shortestId = 3

/** Collects the values of a statement and gives their places. */
function parameters(): { readonly values: unknown[]; readonly add: (value: unknown) => string } {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}` }
}

type Parameters = ReturnType<typeof parameters>

/** How a window is found: a query of rows with `at` and `entry_id`, newest first. */
interface Lead {
  /** Whether its rows are entries; else each leads to one. */
  readonly ofEntries: boolean
  readonly size: number
  readonly sql: (add: Parameters['add'], range: (of: string) => string) => string
}

/** A page of entries that fulfil all conditions; fails with `refused-by-rules` for a key that is none of a page. */
export async function readPage(
  session: Session, query: TeamQuery, after: string | null, limit: number,
): Promise<Result<TeamPage, TeamFailure>> {
  const key = keyIn(after)
  if (key === undefined) return failed(teamFailure('refused-by-rules'))
  const search = { session, query, key, limit }
  const words = foldedWords(query.words ?? '')
  if (query.id !== undefined) return await pageOfIds(search, query.id, words)
  if (words !== '') return await pageOfWords(search, words)
  const newest = await pageOf(search, leadOf(query))
  if (query.states === undefined || !newest.ok || newest.value.complete) return newest
  return await pageOfStates(search, query.states) ?? newest
}

/** Entries with all these words: the newest ones by time, the others by the index of words, which finds them all. */
async function pageOfWords(search: Search, words: string): Promise<Result<TeamPage, TeamFailure>> {
  const newest = await pageOf(search, {
    ofEntries: false,
    size: windowOfWords,
    sql: (_add, range) => `SELECT w.at, w.entry_id, w.found FROM team_journal.words w WHERE ${range('w')}
      ORDER BY w.at DESC, w.entry_id DESC LIMIT ${windowOfWords}`,
  }, words)
  if (!newest.ok || newest.value.complete) return newest
  // Which of the two is cheaper is not left to the planner, who takes a word of long ago for a common one.
  const all = await pageOf(search, {
    ofEntries: false,
    size: window,
    sql: (add, range) => `SELECT h.at, h.entry_id FROM (WITH h AS MATERIALIZED (
        SELECT DISTINCT w.at, w.entry_id FROM team_journal.words w
          WHERE w.found @@ plainto_tsquery('simple', ${add(words)}) AND ${range('w')}) SELECT * FROM h) h
      ORDER BY h.at DESC, h.entry_id DESC LIMIT ${window}`,
  })
  // Too many to sort in time: what the newest ones gave is true, and says where to go on.
  return !all.ok && all.failure.code === 'too-slow' ? newest : all
}

/** Entries in a rare state, by the events that brought them there; null where those are too many. */
async function pageOfStates(
  search: Search, states: readonly EntryState[],
): Promise<Result<TeamPage, TeamFailure> | null> {
  const found = await search.session.query(
    `SELECT count(*) AS events FROM (SELECT 1 FROM team_journal.event e WHERE e.state = ANY($1) LIMIT ${mostInState + 1}) e`,
    [states],
  )
  if (!found.ok) return found
  if (Number(found.value[0]?.events) > mostInState) return null
  return await pageOf(search, {
    ofEntries: true,
    size: window,
    sql: (add, range) => `SELECT s.* FROM (WITH s AS MATERIALIZED (SELECT m.* FROM team_journal.entry m
        WHERE m.entry_id IN (SELECT e.entry_id FROM team_journal.event e WHERE e.state = ANY(${add(states)}))
          AND ${range('m')}) SELECT * FROM s) s
      ORDER BY s.at DESC, s.entry_id DESC LIMIT ${window}`,
  })
}

interface Search {
  readonly session: Session
  readonly query: TeamQuery
  readonly key: PageKey | null
  readonly limit: number
}

async function pageOf(
  { session, query, key, limit }: Search, { ofEntries, size, sql }: Lead, words?: string,
): Promise<Result<TeamPage, TeamFailure>> {
  const statement = () => {
    const { values, add } = parameters()
    const led = sql(add, (of) => rangeOf(of, query, key, add))
    return { values, add, led }
  }
  const { values, add, led } = statement()
  const found = words === undefined ? [] : [`l.found @@ plainto_tsquery('simple', ${add(words)})`]
  const conditions = [...found, ...conditionsOf(query, add), 'true'].join(' AND ')
  const [of, from] = ofEntries
    ? ['n', `(${led}) n`]
    : ['l', `(${led}) l JOIN team_journal.entry n ON n.entry_id = l.entry_id`]
  const rows = await session.query(
    `SELECT DISTINCT ON (${of}.at, ${of}.entry_id) ${historyColumns}, ${utc(`${of}.at`)} AS key_at
      FROM ${from} WHERE ${conditions} ORDER BY ${of}.at DESC, ${of}.entry_id DESC LIMIT ${limit + 1}`,
    values,
  )
  if (!rows.ok) return rows
  if (rows.value.length > limit) return success(filledPage(rows.value, limit))
  const end = statement()
  const last = await session.query(
    `SELECT ${utc('l.at')} AS key_at, l.entry_id FROM (${end.led}) l
      ORDER BY l.at DESC, l.entry_id DESC OFFSET ${size - 1} LIMIT 1`,
    end.values,
  )
  if (!last.ok) return last
  const next = last.value[0] === undefined ? null : keyOf(last.value[0])
  return success({ rows: rows.value.map(historyRowIn), next, complete: next === null })
}

/**
 * Entries with an id that begins so, or with this amount. Too many are not sorted: the answer is then not complete and
 * has no next.
 */
async function pageOfIds(
  { session, query, key, limit }: Search, id: string, words: string,
): Promise<Result<TeamPage, TeamFailure>> {
  if (id.length < shortestId) return success({ rows: [], next: null, complete: false })
  const { values, add } = parameters()
  const [from, to] = [add(id), add(`${id}\u{10FFFF}`)]
  const amounts = /^\d{1,15}$/.test(id) ? inMinorUnits([id], query.currency) : []
  const withWords = words === '' ? 'true' : `EXISTS (SELECT 1 FROM team_journal.words w
    WHERE w.entry_id = n.entry_id AND w.found @@ plainto_tsquery('simple', ${add(words)}))`
  const found = await session.query(
    `WITH ids AS MATERIALIZED ((SELECT i.entry_id FROM team_journal.ident i
        WHERE i.value >= ${from} AND i.value < ${to} ORDER BY i.value, i.at DESC LIMIT ${mostIds + 1})
        UNION ALL (SELECT m.entry_id FROM team_journal.entry m WHERE ${isAmount('m', amounts, add)} LIMIT ${mostIds + 1}))
      SELECT found.*, looked.ids FROM (SELECT count(*) AS ids FROM ids) looked LEFT JOIN (
        SELECT ${historyColumns}, ${utc('n.at')} AS key_at FROM team_journal.entry n
          WHERE n.entry_id IN (SELECT entry_id FROM ids) AND ${rangeOf('n', query, key, add)}
            AND ${[...conditionsOf(query, add), withWords].join(' AND ')}
          ORDER BY n.at DESC, n.entry_id DESC LIMIT ${limit + 1}) found ON true
      ORDER BY found.key_at DESC, found.entry_id DESC`,
    values,
  )
  if (!found.ok) return found
  // How many ids there are is told also where none of their entries fits: others, beyond those, may.
  const complete = Number(found.value[0]?.ids) <= mostIds
  const rows = found.value.filter((row) => row.entry_id !== null)
  if (rows.length > limit) return success({ ...filledPage(rows, limit), complete })
  return success({ rows: rows.map(historyRowIn), next: null, complete })
}

/** The index that leads: last four digits, the amount, or time alone. */
function leadOf(query: TeamQuery): Lead {
  const size = query.states === undefined ? window : windowOfStates
  const newest = (where: string, range: string) => `SELECT m.* FROM team_journal.entry m WHERE ${where} AND ${range}
      ORDER BY m.at DESC, m.entry_id DESC LIMIT ${size}`
  const sql: Lead['sql'] = (add, range) => {
    if (query.lastFour !== undefined) return newest(`m.last_four = ${add(query.lastFour)}`, range('m'))
    if (query.amounts === undefined) return newest('true', range('m'))
    const minors = new Set(inMinorUnits(query.amounts, query.currency).map(({ minorAmount }) => minorAmount))
    // Each by itself, as the index has them by time only one by one.
    const windows = [...minors].map((minor) => `(${newest(`m.minor_amount = ${add(minor)}`, range('m'))})`)
    return windows.length === 0 ? newest('false', 'true')
      : `SELECT m.* FROM (${windows.join(' UNION ALL ')}) m ORDER BY m.at DESC, m.entry_id DESC LIMIT ${size}`
  }
  return { ofEntries: true, size, sql }
}

/** The condition that an entry `of` is about one of these amounts. */
function isAmount(of: string, amounts: readonly AmountInMinorUnits[], add: Parameters['add']): string {
  const ways = amounts.map(({ minorAmount, currencies }) =>
    `(${of}.minor_amount = ${add(minorAmount)} AND ${of}.currency = ANY(${add(currencies)}))`)
  return ways.length === 0 ? 'false' : `(${ways.join(' OR ')})`
}

function conditionsOf(query: TeamQuery, add: Parameters['add']): string[] {
  const { lastFour, amounts, currency, merchantKeys, operations, desks, states } = query
  const equal = (column: string, value: string | undefined) => value === undefined ? [] : [`${column} = ${add(value)}`]
  const among = (column: string, list: readonly string[] | undefined) =>
    list === undefined ? [] : [`${column} = ANY(${add(list)})`]
  return [
    ...equal('n.last_four', lastFour), ...equal('n.currency', currency),
    ...amounts === undefined ? [] : [isAmount('n', inMinorUnits(amounts, currency), add)],
    ...among('n.merchant_key', merchantKeys), ...among('n.operation', operations), ...among('n.desk_id', desks),
    ...among(stateOf('n.entry_id'), states),
  ]
}

function rangeOf(of: string, { from, before }: TeamQuery, key: PageKey | null, add: Parameters['add']): string {
  return [
    ...key === null ? [] : [`(${of}.at, ${of}.entry_id) < (${add(key.at)}::timestamptz, ${add(key.entryId)})`],
    ...from === undefined ? [] : [`${of}.at >= ${add(from)}::timestamptz`],
    ...before === undefined ? [] : [`${of}.at < ${add(before)}::timestamptz`],
    'true',
  ].join(' AND ')
}

interface PageKey { readonly at: string; readonly entryId: string }

/** A key of a page: time with microseconds and entry. Undefined for any other text. */
function keyIn(after: string | null): PageKey | null | undefined {
  if (after === null) return null
  const [, at, entryId] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f]{32})$/.exec(after) ?? []
  return at === undefined || entryId === undefined ? undefined : { at, entryId }
}

function keyOf(row: TextRow): string {
  return `${text(row, 'key_at')} ${text(row, 'entry_id')}`
}

function filledPage(rows: readonly TextRow[], limit: number): TeamPage {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown.map(historyRowIn), next: last === undefined ? null : keyOf(last), complete: true }
}
