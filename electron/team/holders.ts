/** Reads the holders of claims, with person, desk and newest state of their entry. */
import type { EntryId, MerchantKey } from '#shared/brands.ts'
import { entryStateSchema, type ClaimSlot } from '#shared/model/team/team.ts'
import { success, type Result } from '#shared/result.ts'
import { mostOpenClaims } from '#shared/team/claim-rules.ts'
import type { TextRow } from './connection.ts'
import type { TeamFailure } from './failure.ts'
import type { Holder, OpenClaim, WhichClaims } from './port.ts'
import { text, textOrNull, utc, utcOf } from './rows.ts'
import type { Session } from './session.ts'

/** An SQL expression for the newest delivered state of the entry `of`. */
export const stateOf = (of: string): string => `(SELECT s.state FROM team_journal.event s
  WHERE s.entry_id = ${of} AND s.state IS NOT NULL ORDER BY s.received_at DESC, s.desk_id DESC, s.number DESC LIMIT 1)`

const holders = `SELECT c.entry_id, c.desk_id, d.label, c.login, coalesce(n.who, c.login) AS who, ${utc('c.claimed_at')} AS since,
    ${stateOf('c.entry_id')} AS state, c.kind, c.merchant_key, c.id
  FROM team_journal.claim c JOIN team_journal.desk d ON d.desk_id = c.desk_id
    LEFT JOIN team_journal.entry n ON n.entry_id = c.entry_id`

/** The holder of an entry's claim; null without a claim. */
export async function holderOf(session: Session, entryId: EntryId): Promise<Result<Holder | null, TeamFailure>> {
  const found = await session.query(`${holders} WHERE c.entry_id = $1`, [entryId])
  if (!found.ok) return found
  const row = found.value[0]
  return success(row === undefined ? null : holderIn(row))
}

/** Open claims, as documented at the port. */
export async function findOpenClaims(
  session: Session, merchantKeys: readonly MerchantKey[],
  { orderId = null, notOf = null, after = null }: { readonly [Key in keyof WhichClaims]: WhichClaims[Key] | null } = {},
): Promise<Result<readonly OpenClaim[], TeamFailure>> {
  const found = await session.query(
    `${holders} LEFT JOIN team_journal.closing k ON k.entry_id = c.entry_id
      WHERE k.entry_id IS NULL AND c.merchant_key = ANY($1) AND ($2::text IS NULL OR (c.kind = 'follow' AND c.id = $2))
        AND c.desk_id IS DISTINCT FROM $3 AND ($4::text IS NULL OR c.entry_id > $4)
      ORDER BY CASE WHEN $4::text IS NULL THEN c.claimed_at END, c.entry_id LIMIT ${mostOpenClaims}`,
    [merchantKeys, orderId, notOf, after],
  )
  return found.ok ? success(found.value.map((row) => ({ slot: slotIn(row), holder: holderIn(row) }))) : found
}

function slotIn(row: TextRow): ClaimSlot {
  const slot = { kind: text(row, 'kind'), merchantKey: text(row, 'merchant_key'), id: text(row, 'id') }
  return slot as ClaimSlot
}

function holderIn(row: TextRow): Holder {
  return {
    entryId: text(row, 'entry_id'), deskId: text(row, 'desk_id'), deskLabel: text(row, 'label'), login: text(row, 'login'),
    who: text(row, 'who'), since: utcOf(row, 'since'), state: stateIn(row),
  }
}

/** The state of a row; null without one, or for a state of a newer version. */
export function stateIn(row: TextRow): Holder['state'] {
  return entryStateSchema.safeParse(textOrNull(row, 'state')).data ?? null
}
