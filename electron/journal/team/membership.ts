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
  /** By the desk's clock when it joined. */
  readonly joinedAt: UtcTime
  readonly publicKey: string | null
  /** Whether the team that was joined is a rehearsal. */
  readonly rehearsal: boolean
  /** The newest own position that the team journal has acknowledged. */
  readonly position: TeamPosition
  /** The number of derived events that are not delivered yet. */
  readonly waiting: number
  readonly seen: readonly SeenOfDesk[]
}

/** The row of this desk's team; null without a team. */
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
 * Events about collisions that a person closed are delivered again, because the team has them under the desk's former
 * id only.
 */
export function begin(
  connection: Connection,
  { deskId, at, label, publicKey, rehearsal }: {
    deskId: DeskId; at: UtcTime; label: string; publicKey: string | null; rehearsal: boolean
  },
): void {
  connection.transaction(() => {
    removeTeam(connection)
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

/** Ends the delivery. The history and the events about closed collisions stay. */
export function leave(connection: Connection): void {
  connection.transaction(() => { removeTeam(connection) })
}

function removeTeam(connection: Connection): void {
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

/** The number of events from before joining that are not derived yet. Only for display, as counting may take time. */
export function historyWaiting(connection: Connection): number {
  const team = rowOfTeam(connection)
  if (team === null) return 0
  const { history, joinedAfter } = team
  return count(connection, `chain WHERE kind = 'event' AND position > ? AND position <= ?`, history, joinedAfter)
}

function count(connection: Connection, of: string, ...values: number[]): number {
  return integer(connection.first(`SELECT count(*) AS found FROM ${of}`, ...values) ?? {}, 'found')
}

/** The key in the first event. The vault is not asked: it may be locked, or may have lost the key. */
function publicKeyOf(connection: Connection): string | null {
  const row = connection.first('SELECT facts FROM team_event WHERE number = 1')
  const facts = row === null ? {} : JSON.parse(text(row, 'facts')) as { record?: { publicKey?: string | null } }
  return facts.record?.publicKey ?? null
}

/** This desk's last event about a database that went back in time: that it did, or that persons let it continue. */
export function newestNotice(connection: Connection): object | null {
  const row = connection.first(
    `SELECT kind, facts FROM team_event WHERE position IS NULL AND kind IN ('went-back', 'gone-on')
      ORDER BY number DESC LIMIT 1`,
  )
  if (row === null) return null
  const { record } = JSON.parse(text(row, 'facts')) as { record: object }
  return { ...record, kind: text(row, 'kind') }
}

/** Entries whose collision with another desk a person has closed. The desk added an event for each. */
export function closedCollisions(connection: Connection): EntryId[] {
  return connection.all(
    `SELECT json_extract(facts, '$.record.entryId') AS entry_id FROM team_event
      WHERE position IS NULL AND kind = 'collision-closed'`,
  ).map((row) => text<EntryId>(row, 'entry_id'))
}

/** A person's statement about another desk: it is admitted with this key, or its admission is withdrawn. */
export interface OwnDeskStatement {
  readonly deskId: DeskId
  readonly fingerprint: string
  readonly isAdmitted: boolean
  /** Whether this desk has created a key for destinations since. */
  readonly isBeforeKey: boolean
}

/** The newest statement in this journal about each desk that has a key. */
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

/** Stores the team journal's position in this desk's events. It is lower if the database went back in time. */
export function setDelivered(connection: Connection, { number, link }: TeamPosition): void {
  connection.transaction(() => { connection.run('UPDATE team SET delivered = ?, link = ?', number, link) })
}

/** Commits, as an event of the chain, that the team journal permits an entry to be sent, and that its claim arrived. */
export function recordClaim(connection: Connection, claim: ClaimRecord): void {
  connection.transaction(() => {
    appendClaim(connection, seqOf(connection, claim.entryId), claim)
    connection.run('UPDATE team SET delivered = ?, link = ?', claim.position.number, claim.position.link)
  })
}

/** Stores how far other desks' chains were read. */
export function setSeen(connection: Connection, { seen }: { seen: readonly SeenOfDesk[] }): void {
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
