/** The progress of copying the other desks' logs. */
import type { DeskId, UtcTime } from '#shared/brands.ts'
import { firstLink, type SeenDesk } from '#shared/team/chain-text.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalText, text, type Row } from '../row.ts'

/** A desk, with the position up to which its log is copied. */
export interface CopiedDesk extends SeenDesk {
  /** Its number in this file. */
  readonly id: number
  readonly isContradicted: boolean
  /** PEM of the first known key; null for a desk without one. */
  readonly publicKey: string | null
  readonly isAdmitted: boolean
}

/** A desk with the name that it joined with. */
interface NamedDesk {
  readonly deskId: DeskId
  readonly label: string
}

/** The current facts of a desk in the team. */
export interface KnownDesk extends NamedDesk {
  readonly publicKey: string | null
  readonly isAdmitted: boolean
}

/** The progress of copying. */
export interface CopiesState {
  readonly upToDateAt: UtcTime | null
  /** `isContradicted`: the log contradicts its copied part, so it is no longer copied. */
  readonly desks: readonly (NamedDesk & CopiedDesk)[]
}

/** Reads the progress of copying. */
export function copiesState(connection: Connection): CopiesState {
  const row = connection.first('SELECT up_to_date_at FROM copies') ?? {}
  return {
    upToDateAt: optionalText<UtcTime>(row, 'up_to_date_at'),
    desks: connection.all('SELECT * FROM other_desk ORDER BY label, desk_id')
      .map((desk) => ({ ...copiedIn(desk), label: text(desk, 'label') })),
  }
}

/**
 * Adds or updates desks. Copying of a new one begins before its first event. The first key of a desk is never replaced.
 * Call inside a transaction.
 */
export function nameDesks(connection: Connection, desks: readonly KnownDesk[]): void {
  for (const { deskId, label, publicKey, isAdmitted } of desks) {
    connection.run(
      `INSERT INTO other_desk (desk_id, label, public_key, admitted, number, link) VALUES (?, ?, ?, ?, 0, ?)
        ON CONFLICT DO UPDATE SET label = excluded.label, admitted = excluded.admitted
          WHERE label <> excluded.label OR admitted <> excluded.admitted`,
      deskId, label, publicKey, isAdmitted ? 1 : 0, firstLink,
    )
  }
}

/** A desk; null for an unknown one. */
export function copiedDesk(connection: Connection, deskId: DeskId): CopiedDesk | null {
  const row = connection.first('SELECT * FROM other_desk WHERE desk_id = ?', deskId)
  return row === null ? null : copiedIn(row)
}

/**
 * The id under which the entries of a desk are listed: the first known one with its key, as a desk that left and joined
 * again has another id.
 */
export function listedAs(connection: Connection, { deskId, publicKey }: CopiedDesk): DeskId {
  const row = connection.first('SELECT desk_id FROM other_desk WHERE public_key = ? ORDER BY id LIMIT 1', publicKey)
  return row === null ? deskId : text(row, 'desk_id')
}

/** Stores the newest copied event. Call inside the transaction that copies it. */
export function setCopied(connection: Connection, id: number, { number, link }: Omit<SeenDesk, 'deskId'>): void {
  connection.run('UPDATE other_desk SET number = ?, link = ? WHERE id = ?', number, link, id)
}

/** Marks a desk whose next events contradict the copied ones; its log is no longer copied. */
export function setContradicted(connection: Connection, id: number): void {
  connection.run('UPDATE other_desk SET contradicted = 1 WHERE id = ?', id)
}

/** Stores that everything was copied that the team had at a moment. */
export function setUpToDate(connection: Connection, at: UtcTime): void {
  connection.run('UPDATE copies SET up_to_date_at = ?', at)
}

function copiedIn(row: Row): CopiedDesk {
  return {
    id: integer(row, 'id'), deskId: text(row, 'desk_id'), number: integer(row, 'number'), link: text(row, 'link'),
    isContradicted: row.contradicted === 1, publicKey: optionalText(row, 'public_key'), isAdmitted: row.admitted === 1,
  }
}
