/**
 * Finds rows that no event requires, and missing rows. Each comparison is one statement over a stretch of a desk's
 * events, or over all rows of one table.
 */
import type { DeskId, EntryId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { teamFailure, type TeamFailure } from '../failure.ts'
import type { TeamBreak, TeamDesk } from '../port.ts'
import { asManyAsFit } from '../reading.ts'
import { count } from '../rows.ts'
import type { Session } from '../session.ts'

/** The most events that one statement compares; fewer if they are large. */
const stretch = 10_000
const mostFound = 20

interface Comparison {
  readonly table: string
  /** A query that returns wrong entries as `entry_id`. For a stretch, it reads the events `e` with their facts `b`. */
  readonly sql: string
}

const sameEntry = ['merchantKey', 'operation', 'who', 'merchantOrderId', 'orderId', 'minorAmount', 'currency']
  .map((name) => `n.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} IS NOT DISTINCT FROM b->'entry'->>'${name}'`)
  .join(' AND ')

const endingStates = `('approved', 'declined', 'filtered', 'answered', 'failed', 'refused', 'access-denied', 'not-sent')`

/** An SQL expression for the key of a possible duplicate `d` as it is stored. */
const duplicateKey = `encode(sha256(convert_to(d->>'key', 'UTF8')), 'hex')`

/** Compares the rows that each event requires. */
const requiredRows: readonly Comparison[] = [
  { table: 'event', sql: `SELECT e.entry_id FROM e WHERE e.state IS DISTINCT FROM b->>'state'` },
  {
    // Events of one delivery have the same time; the first of them created the row.
    table: 'entry',
    sql: `SELECT e.entry_id FROM e JOIN team_journal.entry n ON n.entry_id = e.entry_id AND n.desk_id = e.desk_id
      AND n.at = e.received_at WHERE b->'entry' IS NOT NULL AND NOT (n.login = e.login AND ${sameEntry})
        AND NOT EXISTS (SELECT 1 FROM team_journal.event f WHERE f.entry_id = e.entry_id AND f.desk_id = e.desk_id
          AND f.received_at = e.received_at AND f.number < e.number AND f.facts::jsonb->'entry' IS NOT NULL)
      UNION ALL SELECT e.entry_id FROM e WHERE b->'entry' IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM team_journal.entry n WHERE n.entry_id = e.entry_id)`,
  },
  {
    table: 'ident',
    sql: `SELECT e.entry_id FROM e, jsonb_array_elements_text(coalesce(b->'ids', '[]')) v WHERE e.entry_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM team_journal.ident i WHERE i.value = v AND i.entry_id = e.entry_id)`,
  },
  {
    table: 'claim',
    // The desk of the claim is compared below: it may have joined again under another id. Such a desk also delivers a
    // collision again, which keeps the time of the first delivery.
    sql: `SELECT e.entry_id FROM e LEFT JOIN team_journal.claim c ON c.entry_id = e.entry_id
        AND c.kind = b->'claim'->'slot'->>'kind' AND c.merchant_key = b->'claim'->'slot'->>'merchantKey'
        AND c.id = b->'claim'->'slot'->>'id'
      WHERE e.entry_id IS NOT NULL AND b->'claim' IS NOT NULL AND c.entry_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM team_journal.collision x WHERE x.entry_id = e.entry_id AND x.at <= e.received_at)`,
  },
  {
    table: 'duplicate',
    sql: `SELECT e.entry_id FROM e JOIN team_journal.claim c ON c.entry_id = e.entry_id AND c.claimed_at = e.received_at,
        jsonb_array_elements(b->'claim'->'duplicates') d
      WHERE NOT EXISTS (SELECT 1 FROM team_journal.duplicate u WHERE u.entry_id = e.entry_id
        AND u.key = ${duplicateKey} AND u.destination IS NOT DISTINCT FROM b->'claim'->>'destination')`,
  },
  {
    table: 'closing',
    sql: `SELECT e.entry_id FROM e JOIN team_journal.claim c ON c.entry_id = e.entry_id AND c.desk_id = e.desk_id
        AND c.claimed_at <= e.received_at
      WHERE b->>'closes' IN ${endingStates} AND NOT EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = e.entry_id)`,
  },
]

/** Finds rows that no event requires, or that differ from their event. */
const unrequiredRows: readonly Comparison[] = [
  {
    // The content of an open claim may be removed only by the desk's own removal.
    table: 'event',
    sql: `SELECT c.entry_id FROM team_journal.claim c JOIN team_journal.whole_event e ON e.entry_id = c.entry_id
      WHERE e.content_digest IS NOT NULL AND e.body IS NULL
        AND NOT EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.entry_id = c.entry_id)
        AND NOT EXISTS (SELECT 1 FROM team_journal.event r
          WHERE r.entry_id = e.entry_id AND r.desk_id = e.desk_id AND r.kind = 'removal')`,
  },
  {
    table: 'entry',
    sql: `SELECT n.entry_id FROM team_journal.entry n WHERE NOT EXISTS (SELECT 1 FROM team_journal.event e
      WHERE e.entry_id = n.entry_id AND e.desk_id = n.desk_id AND e.received_at = n.at AND e.facts::jsonb->'entry' IS NOT NULL)`,
  },
  {
    table: 'ident',
    sql: `SELECT i.entry_id FROM team_journal.ident i WHERE NOT EXISTS (SELECT 1 FROM team_journal.event e
      WHERE e.entry_id = i.entry_id AND e.facts::jsonb->'ids' ? i.value)
      OR EXISTS (SELECT 1 FROM team_journal.entry n WHERE n.entry_id = i.entry_id AND n.at <> i.at)`,
  },
  {
    table: 'claim',
    sql: `SELECT c.entry_id FROM team_journal.claim c WHERE NOT EXISTS (SELECT 1 FROM team_journal.event e
      WHERE e.entry_id = c.entry_id AND e.desk_id = c.desk_id AND e.received_at = c.claimed_at AND e.login = c.login
        AND e.facts::jsonb->'claim'->'slot' = jsonb_build_object('kind', c.kind, 'merchantKey', c.merchant_key, 'id', c.id))
      OR (c.round > 1 AND NOT EXISTS (SELECT 1 FROM team_journal.closing k WHERE k.merchant_key = c.merchant_key
        AND k.id = c.id AND k.kind = c.kind AND k.round = c.round - 1 AND k.frees))`,
  },
  {
    table: 'closing',
    sql: `SELECT k.entry_id FROM team_journal.closing k LEFT JOIN team_journal.claim c ON c.entry_id = k.entry_id
      WHERE NOT (c.merchant_key = k.merchant_key AND c.id = k.id AND c.kind = k.kind AND c.round = k.round
          AND k.frees = (k.kind = 'follow' OR k.state = 'not-sent')) OR c.entry_id IS NULL
        OR NOT EXISTS (SELECT 1 FROM team_journal.event e WHERE e.entry_id = k.entry_id AND e.desk_id = k.desk_id
          AND e.received_at = k.at AND e.login = k.login AND e.facts::jsonb->>'closes' = k.state)`,
  },
  {
    table: 'collision',
    sql: `SELECT x.entry_id FROM team_journal.collision x WHERE NOT EXISTS (SELECT 1 FROM team_journal.event e
      WHERE e.entry_id = x.entry_id AND e.desk_id = x.desk_id AND e.received_at = x.at AND e.facts::jsonb->'claim' IS NOT NULL)`,
  },
  {
    table: 'duplicate',
    sql: `SELECT u.entry_id FROM team_journal.duplicate u WHERE NOT EXISTS (SELECT 1 FROM team_journal.event e,
        jsonb_array_elements(e.facts::jsonb->'claim'->'duplicates') d
      WHERE e.entry_id = u.entry_id AND u.key = ${duplicateKey}
        AND u.destination IS NOT DISTINCT FROM e.facts::jsonb->'claim'->>'destination')
      OR (u.n > 1 AND NOT EXISTS (SELECT 1 FROM team_journal.duplicate p WHERE p.key = u.key AND p.n = u.n - 1))`,
  },
]

/** Entries for which a derived table differs from the events. `onProgress` receives the number of compared events. */
export async function findUnexplained(
  session: Session, desks: readonly TeamDesk[], onProgress: (events: number) => void, signal?: AbortSignal,
): Promise<Result<readonly TeamBreak[], TeamFailure>> {
  const breaks = new Map<string, TeamBreak>()
  const compare = async ({ table, sql }: Comparison, values: readonly unknown[]): Promise<TeamFailure | null> => {
    if (signal?.aborted === true) return teamFailure('cancelled')
    const found = await session.query(`${sql} LIMIT ${mostFound}`, values)
    if (!found.ok) return found.failure
    for (const row of found.value) {
      const entryId = (row.entry_id ?? '') as EntryId
      breaks.set(`${table} ${entryId}`, { kind: 'derived-wrong', table, entryId })
    }
    return null
  }
  let compared = 0
  for (const { deskId, position } of desks) {
    for (let from = 0; ;) {
      const through = await endOfStretch(session, deskId, from)
      if (!through.ok) return through
      if (through.value === null) break
      for (const { table, sql } of requiredRows) {
        const values = [deskId, from, through.value]
        const failure = await compare({ table, sql: `${stretchOfEvents} SELECT * FROM (${sql}) wrong` }, values)
        if (failure !== null) return failed(failure)
      }
      from = through.value
      onProgress(compared + Math.min(from, position.number))
    }
    compared += position.number
  }
  for (const comparison of unrequiredRows) {
    const failure = await compare(comparison, [])
    if (failure !== null) return failed(failure)
  }
  return success([...breaks.values()])
}

/** The last event of the stretch after a number; null at the end of the chain. */
async function endOfStretch(session: Session, desk: DeskId, from: number): Promise<Result<number | null, TeamFailure>> {
  const found = await session.query(
    `SELECT max(e.number) AS through FROM (${asManyAsFit(`SELECT y.number, y.facts, NULL AS body FROM team_journal.event y
      WHERE y.desk_id = $1 AND y.number > $2 ORDER BY y.number LIMIT ${stretch}`, 'number')}) e`,
    [desk, from],
  )
  if (!found.ok) return found
  const [row] = found.value
  return success(row?.through == null ? null : count(row, 'through'))
}

const stretchOfEvents = `WITH e AS MATERIALIZED (SELECT x.*, x.facts::jsonb AS b FROM team_journal.event x
  WHERE x.desk_id = $1 AND x.number > $2 AND x.number <= $3)`
