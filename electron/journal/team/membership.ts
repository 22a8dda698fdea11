/** The team that this journal delivers to, and the progress of delivery. */
import type { DeskId, EntryId, UtcTime } from '#shared/brands.ts'
import { firstLink } from '#shared/team/chain-text.ts'
import type { Connection } from '../connection.ts'
import type { ClaimRecord } from '../records.ts'
import { integer, optionalText, text } from '../row.ts'
import { appendClaim } from '../write/events.ts'
import { seqOf } from '../read/find.ts'

/** A point of a desk's chain in the team journal. */
export interface TeamPosition {
  readonly number: number
  readonly link: string
}

/** The last known event of another desk. */
export interface SeenOfDesk extends TeamPosition {
  readonly deskId: DeskId
  readonly publicKey: string | null
}

export interface TeamRow {
  readonly deskId: DeskId
  readonly joinedAt: UtcTime
  readonly joinedAfter: number
  readonly live: number
  readonly history: number
  readonly delivered: number
  readonly link: string
  readonly rehearsal: boolean
}

/** The state of the delivery. */
export interface Delivery {
  readonly deskId: DeskId
  /** As the desk stated when it joined. */
  readonly joinedAt: UtcTime
  readonly publicKey: string | null
  /** Whether the team that was joined is a rehearsal. */
  readonly rehearsal: boolean
  /** The newest own position that the team journal has acknowledged. */
  readonly position: TeamPosition
  /** Events that were derived and wait. */
  readonly waiting: number
  readonly seen: readonly SeenOfDesk[]
}

/** The row of the team that this desk is in; null for none. */
export function rowOfTeam(connection: Connection): TeamRow | null {
  const row = connection.first('SELECT * FROM team')
  if (row === null) return null
  return {
    deskId: text(row, 'desk_id'), joinedAt: text(row, 'joined_at'), joinedAfter: integer(row, 'joined_after'),
    live: integer(row, 'live'), history: integer(row, 'history'), delivered: integer(row, 'delivered'),
    link: text(row, 'link'), rehearsal: integer(row, 'rehearsal') === 1,
  }
}

/**
 * Begins the delivery to a team. Its first event records that the desk joined; the team journal writes the same event.
 * Then the desk states again which collisions a person closed: under its former id the team still has them.
 */
export function begin(
  connection: Connection,
  { deskId, at, label, publicKey, rehearsal }: {
    deskId: DeskId; at: UtcTime; label: string; publicKey: string | null; rehearsal: boolean
  },
): void {
  connection.transaction(() => {
    forget(connection)
    const end = integer(connection.first('SELECT coalesce(max(position), 0) AS newest FROM chain') ?? {}, 'newest')
    connection.run(
      `INSERT INTO team (id, desk_id, joined_at, joined_after, live, history, delivered, link, rehearsal)
        VALUES (1, ?, ?, ?, ?, 0, 0, ?, ?)`,
      deskId, at, end, end, firstLink, rehearsal ? 1 : 0,
    )
    connection.run(
      `INSERT INTO team_event (number, event_id, position, event, entry_id, kind, at, facts)
        VALUES (1, ?, NULL, NULL, NULL, 'joined', ?, ?)`,
      deskId, at, JSON.stringify({ record: { label, publicKey } }),
    )
    const kept = connection.all('SELECT number FROM team_event WHERE number > 1 ORDER BY number')
    for (const [index, row] of kept.entries()) {
      connection.run('UPDATE team_event SET number = ? WHERE number = ?', index + 2, integer(row, 'number'))
    }
  })
}

/** Ends the delivery; the history and closed collisions stay as they are. */
export function leave(connection: Connection): void {
  connection.transaction(() => { forget(connection) })
}

function forget(connection: Connection): void {
  for (const table of ['team', 'team_seen']) connection.run(`DELETE FROM ${table}`)
  connection.run(`DELETE FROM team_event WHERE kind <> 'collision-closed'`)
}

/** The state of the delivery; null without a team. */
export function deliveryOf(connection: Connection): Delivery | null {
  const team = rowOfTeam(connection)
  if (team === null) return null
  return {
    deskId: team.deskId, joinedAt: team.joinedAt, publicKey: publicKeyOf(connection),
    rehearsal: team.rehearsal,
    position: { number: team.delivered, link: team.link },
    waiting: count(connection, 'team_event WHERE number > ?', team.delivered),
    seen: connection.all('SELECT * FROM team_seen ORDER BY desk_id').map((row) => ({
      deskId: text(row, 'desk_id'), number: integer(row, 'number'), link: text(row, 'link'),
      publicKey: optionalText(row, 'public_key'),
    })),
  }
}

/** Events of the time before joining that are still to be derived: counted for people alone, as there may be many. */
export function historyWaiting(connection: Connection): number {
  const team = rowOfTeam(connection)
  if (team === null) return 0
  const { history, joinedAfter } = team
  return count(connection, `chain WHERE kind = 'event' AND position > ? AND position <= ?`, history, joinedAfter)
}

function count(connection: Connection, of: string, ...values: number[]): number {
  return integer(connection.first(`SELECT count(*) AS found FROM ${of}`, ...values) ?? {}, 'found')
}

/** The key that the first event names: the vault may be locked, or have lost it since. */
function publicKeyOf(connection: Connection): string | null {
  const row = connection.first('SELECT facts FROM team_event WHERE number = 1')
  const facts = row === null ? {} : JSON.parse(text(row, 'facts')) as { record?: { publicKey?: string | null } }
  return facts.record?.publicKey ?? null
}

/** This desk's last notice about a database that went back in time: that it did, or that people continued. */
export function newestNotice(connection: Connection): object | null {
  const row = connection.first(
    `SELECT kind, facts FROM team_event WHERE position IS NULL AND kind IN ('went-back', 'gone-on')
      ORDER BY number DESC LIMIT 1`,
  )
  if (row === null) return null
  const { record } = JSON.parse(text(row, 'facts')) as { record: object }
  return { ...record, kind: text(row, 'kind') }
}

/** Entries whose collision with another desk's a person has closed: the desk added an event for each. */
export function closedCollisions(connection: Connection): EntryId[] {
  return connection.all(
    `SELECT json_extract(facts, '$.record.entryId') AS entry_id FROM team_event
      WHERE position IS NULL AND kind = 'collision-closed'`,
  ).map((row) => text<EntryId>(row, 'entry_id'))
}

/** A person's statement about another desk: it is admitted with this key, or no longer. */
export interface OwnDeskStatement {
  readonly deskId: DeskId
  readonly fingerprint: string
  readonly isAdmitted: boolean
  /** Whether this desk has made a key for destinations since. */
  readonly isBeforeKey: boolean
}

/** The newest statement about each desk with a key, as this journal has them. */
export function deskStatements(connection: Connection): OwnDeskStatement[] {
  return connection.all(
    `SELECT newest.*, EXISTS (SELECT 1 FROM team_event made WHERE made.position IS NULL
          AND made.kind = 'destination-key-made' AND made.number > newest.number) AS before_key
        FROM (SELECT json_extract(facts, '$.record.deskId') AS desk_id, json_extract(facts, '$.record.fingerprint') AS fingerprint,
          kind, max(number) AS number FROM team_event
        WHERE position IS NULL AND kind IN ('desk-admitted', 'desk-admission-withdrawn') AND fingerprint IS NOT NULL
        GROUP BY desk_id) newest`,
  ).map((row) => ({
    deskId: text<DeskId>(row, 'desk_id'), fingerprint: text(row, 'fingerprint'), isAdmitted: row.kind === 'desk-admitted',
    isBeforeKey: integer(row, 'before_key') === 1,
  }))
}

/** Records the team journal's position of this desk's events; a database that went back in time has an earlier one. */
export function setDelivered(connection: Connection, { number, link }: TeamPosition): void {
  connection.transaction(() => { connection.run('UPDATE team SET delivered = ?, link = ?', number, link) })
}

/** Commits that the team journal permits an entry to be sent, as an event of the chain; its claim is delivered then. */
export function recordClaim(connection: Connection, claim: ClaimRecord): void {
  connection.transaction(() => {
    appendClaim(connection, seqOf(connection, claim.entryId), claim)
    connection.run('UPDATE team SET delivered = ?, link = ?', claim.position.number, claim.position.link)
  })
}

/** Notes how far other desks' chains were read. */
export function see(connection: Connection, { seen }: { seen: readonly SeenOfDesk[] }): void {
  connection.transaction(() => {
    for (const { deskId, number, link, publicKey } of seen) {
      connection.run(
        `INSERT INTO team_seen VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET number = excluded.number, link = excluded.link,
            public_key = coalesce(public_key, excluded.public_key)`,
        deskId, number, link, publicKey,
      )
    }
  })
}

/** The number of the next event of this desk's chain. */
export function nextNumber(connection: Connection): number {
  return 1 + integer(connection.first(
    'SELECT max((SELECT coalesce(max(number), 0) FROM team_event), (SELECT delivered FROM team)) AS newest',
  ) ?? {}, 'newest')
}
