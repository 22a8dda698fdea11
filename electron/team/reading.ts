/** Reads new events, and the team's records of an entry or an order. */
import type { DeskId, EntryId, MerchantKey, TeamEventId, UtcTime } from '#shared/brands.ts'
import { closedByHand } from '#shared/model/history/history.ts'
import { effectOf, operationIds, operations } from '#shared/gateway/operations/operations.ts'
import { success, type Result } from '#shared/result.ts'
import type { SeenDesk } from '#shared/team/chain-text.ts'
import { keyEventKinds } from '#shared/team/destination-key.ts'
import type { TextRow } from './connection.ts'
import type { TeamFailure } from './failure.ts'
import { historyColumns, historyRowIn } from './history-row.ts'
import type { Feed, TeamDesk, TeamEvent, TeamJournalPort } from './port.ts'
import { count, text, textOrNull, utc, utcOf } from './rows.ts'
import type { Session } from './session.ts'
import { desksThatWentBack, positionIn } from './writing.ts'

const mostEvents = 500
/** The most bytes of texts in one query, so that they fit into memory and the time limit. */
const mostBytes = 8_000_000
/** The most key events of one desk, and characters of one, so that no desk can exhaust the memory of others. */
const mostKeyEvents = 300
const longestKeyFacts = 1_000
/**
 * The newest events of a desk that are searched for such permissions, as no index finds them. A desk writes fewer in
 * the day that a permission lasts at most.
 */
const searchedForAlone = 20_000
const longestAloneFacts = 4_000

/** The operations that create no order and change none. */
const reads = operationIds.filter((id) => effectOf(operations[id]) === 'reads')

/** The columns of an event from the view `whole_event`, which the query must name `e`. */
export const eventColumns = `e.desk_id, e.number, e.event_id, e.entry_id, e.kind, e.at, ${utc('e.received_at')} AS received_at,
  e.login, e.facts, e.content_digest, e.salt, e.body, e.link`

/** A query of the first `events` in this order whose texts together fit into `mostBytes`; at least the first event. */
export function asManyAsFit(events: string, order: string): string {
  const size = '(octet_length(s.facts) + coalesce(octet_length(s.body), 0))'
  return `SELECT f.* FROM (
    SELECT s.*, sum(${size}) OVER (ORDER BY ${order}) - ${size} AS before FROM (${events}) s) f
    WHERE f.before < ${mostBytes}`
}

/** New events, as documented at the port. For a desk that was not read yet, they begin with its first event. */
export async function readFeed(
  session: Session, seen: readonly SeenDesk[], from: readonly Pick<SeenDesk, 'deskId' | 'number'>[] = seen,
): Promise<Result<Feed, TeamFailure>> {
  const back = await desksThatWentBack(session, seen)
  if (!back.ok) return back
  const found = await session.query(
    `SELECT ${eventColumns}, e.found FROM (
${asManyAsFit(`SELECT n.*, count(*) OVER () AS found
         FROM (SELECT x.* FROM team_journal.desk d
           LEFT JOIN unnest($1::text[], $2::bigint[]) v(desk_id, number) ON v.desk_id = d.desk_id
           CROSS JOIN LATERAL (SELECT * FROM team_journal.whole_event y
             WHERE y.desk_id = d.desk_id AND y.number > coalesce(v.number, 0) ORDER BY y.number LIMIT ${mostEvents + 1}) x
           ORDER BY x.received_at, x.desk_id, x.number LIMIT ${mostEvents + 1}) n`, 'received_at, desk_id, number')}) e
     ORDER BY e.received_at, e.desk_id, e.number`,
    [from.map(({ deskId }) => deskId), from.map(({ number }) => number)],
  )
  if (!found.ok) return found
  const desks = await session.query(allDesks)
  if (!desks.ok) return desks
  const [first] = found.value
  const events = found.value.slice(0, mostEvents).map(eventIn)
  return success({
    events,
    more: first !== undefined && count(first, 'found') > events.length,
    wentBack: [...back.value.shorter, ...back.value.otherwise],
    desks: desks.value.map(deskIn),
    now: utcOf(desks.value[0] ?? {}, 'now'),
  })
}

/** An SQL expression: whether the admission of the desk `d` was withdrawn; null if it was never admitted. */
export const withdrawn = `(SELECT NOT a.admitted FROM team_journal.admission a WHERE a.desk_id = d.desk_id ORDER BY a.id DESC LIMIT 1)`

/** A query of every desk and the end of its chain, by label, each with the server's time. */
const allDesks = `SELECT d.desk_id, d.label, d.login, d.public_key, team_journal.is_admitted(d.desk_id) AS admitted,
    ${withdrawn} AS withdrawn, e.number, e.link, ${utc('clock_timestamp()')} AS now
  FROM team_journal.desk d LEFT JOIN LATERAL
    (SELECT * FROM team_journal.event y WHERE y.desk_id = d.desk_id ORDER BY y.number DESC LIMIT 1) e ON true
  ORDER BY d.label, d.desk_id`

/** Every desk and the end of its chain, by label. */
export async function readDesks(session: Session): Promise<Result<readonly TeamDesk[], TeamFailure>> {
  const found = await session.query(allDesks)
  return found.ok ? success(found.value.map(deskIn)) : found
}

/** Whether the login of a session is an administrator of the team. */
export async function isAdministrator(session: Session): Promise<Result<boolean, TeamFailure>> {
  const found = await session.query(`SELECT pg_has_role('gateway_team_admin', 'MEMBER') AS leads`)
  return found.ok ? success(found.value[0]?.leads === 't') : found
}

/** Every desk's newest events about the team's key for destinations, each desk's in order. */
export async function readKeyEvents(session: Session): Promise<Result<readonly TeamEvent[], TeamFailure>> {
  const found = await session.query(
    `SELECT ${eventColumns} FROM team_journal.desk d CROSS JOIN LATERAL (
        SELECT y.*, NULL AS salt, NULL AS body FROM team_journal.event y
          WHERE y.desk_id = d.desk_id AND y.kind IN (${keyEventKinds.map((kind) => `'${kind}'`).join(', ')})
            AND length(y.facts) <= ${longestKeyFacts}
          ORDER BY y.number DESC LIMIT ${mostKeyEvents}) e
      ORDER BY e.desk_id, e.number`,
  )
  return found.ok ? success(found.value.map(eventIn)) : found
}

/** Permissions to work alone, as documented at the port. */
export async function readAloneEvents(session: Session): Promise<Result<readonly TeamEvent[], TeamFailure>> {
  const found = await session.query(
    `SELECT ${eventColumns} FROM team_journal.desk d CROSS JOIN LATERAL (
        SELECT y.*, NULL AS salt, NULL AS body FROM team_journal.event y
          WHERE y.desk_id = d.desk_id AND y.kind = 'alone' AND length(y.facts) <= ${longestAloneFacts} AND y.number > (
            SELECT max(m.number) - ${searchedForAlone} FROM team_journal.event m WHERE m.desk_id = d.desk_id)) e
      ORDER BY e.desk_id, e.number`,
  )
  return found.ok ? success(found.value.map(eventIn)) : found
}

/** Every event of an entry, in the order of arrival. */
export async function readEntry(
  session: Session, entryId: EntryId,
): Promise<Result<readonly TeamEvent[], TeamFailure>> {
  const found = await session.query(
    `SELECT ${eventColumns} FROM team_journal.whole_event e WHERE e.entry_id = $1 ORDER BY e.received_at, e.desk_id, e.number`,
    [entryId],
  )
  return found.ok ? success(found.value.map(eventIn)) : found
}

/** Closings by hand at other desks, as documented at the port; of each entry the newest. */
export async function readClosedElsewhere(
  session: Session, own: DeskId, entryIds: readonly EntryId[],
): ReturnType<TeamJournalPort['closedElsewhere']> {
  const found = await session.query(
    `SELECT ${eventColumns}, d.label FROM team_journal.closing k JOIN team_journal.desk d ON d.desk_id = k.desk_id
        CROSS JOIN LATERAL (SELECT * FROM team_journal.whole_event y WHERE y.entry_id = k.entry_id
          AND y.desk_id = k.desk_id AND y.kind = 'closing' ORDER BY y.number DESC LIMIT 1) e
      WHERE k.entry_id = ANY($2) AND k.desk_id <> $1 AND k.state = ANY($3)`,
    [own, entryIds, closedByHand],
  )
  return found.ok ? success(found.value.map((row) => ({ ...eventIn(row), deskLabel: text(row, 'label') }))) : found
}

/**
 * Entries of a desk that collide with another one's, oldest first, at most 500. A desk that joined again under another
 * id has delivered them again, but the collision has its former id, so the desk's events are compared.
 */
export async function readCollisions(session: Session, deskId: DeskId): ReturnType<TeamJournalPort['collisions']> {
  const found = await session.query(
    `SELECT c.entry_id FROM team_journal.collision c WHERE EXISTS (SELECT 1 FROM team_journal.event e
      WHERE e.entry_id = c.entry_id AND e.desk_id = $1 AND e.kind IN ('intent', 'claim')) ORDER BY c.at, c.entry_id LIMIT 500`,
    [deskId],
  )
  return found.ok ? success(found.value.map((row) => text<EntryId>(row, 'entry_id'))) : found
}

/** Entries about an order, as documented at the port. Status checks are not listed: hundreds would hide a refund. */
export async function readOrder(
  session: Session, merchantKey: MerchantKey, ids: readonly string[],
): ReturnType<TeamJournalPort['order']> {
  const found = await session.query(
    `SELECT ${historyColumns} FROM team_journal.entry n
      WHERE n.merchant_key = $1 AND n.entry_id IN (SELECT i.entry_id FROM team_journal.ident i WHERE i.value = ANY($2))
        AND n.operation <> ALL($3)
      ORDER BY n.at DESC, n.entry_id DESC LIMIT 500`,
    [merchantKey, ids, reads],
  )
  return found.ok ? success(found.value.map(historyRowIn)) : found
}

/** Converts a row with `eventColumns`. */
export function eventIn(row: TextRow): TeamEvent {
  return {
    deskId: text<DeskId>(row, 'desk_id'), number: count(row, 'number'), eventId: text<TeamEventId>(row, 'event_id'),
    entryId: textOrNull<EntryId>(row, 'entry_id'), kind: text(row, 'kind'), at: text<UtcTime>(row, 'at'),
    receivedAt: utcOf(row, 'received_at'), login: text(row, 'login'), facts: text(row, 'facts'),
    contentDigest: textOrNull(row, 'content_digest'), content: contentIn(row), link: text(row, 'link'),
  }
}

function contentIn(row: TextRow): TeamEvent['content'] {
  const body = textOrNull(row, 'body')
  return body === null ? null : { salt: text(row, 'salt'), body }
}

function deskIn(row: TextRow): TeamDesk {
  return {
    deskId: text(row, 'desk_id'), label: text(row, 'label'), login: text(row, 'login'),
    publicKey: textOrNull(row, 'public_key'), isAdmitted: row.admitted === 't',
    isWithdrawn: row.withdrawn === 't', position: positionIn(row),
  }
}
