/** Executes removals that a desk has signed, with the login of the database's owner. */
import type { DeskId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { teamFailure, type TeamFailure } from '../failure.ts'
import { schemaVersion } from '../migrations/index.ts'
import { readDesks } from '../reading.ts'
import { count } from '../rows.ts'
import type { Session } from '../session.ts'
import { knowledgeOf } from '../verify/outside.ts'
import { proveTeam } from '../verify/verify.ts'
import type { NamedRemoval } from './named.ts'

/** Content that can be removed now. `proposed` is null for a desk's removal of its own content. */
export interface Removal {
  readonly deskId: DeskId
  readonly desk: string
  readonly proposed: NamedRemoval | null
  readonly entries: number
  readonly events: number
}

/**
 * The removals that are possible now. Fails with `not-proven` if a verification finds anything, because a removal would
 * destroy the evidence.
 */
export async function planRemovals(session: Session): Promise<Result<readonly Removal[], TeamFailure>> {
  const desks = await readDesks(session)
  if (!desks.ok) return desks
  // The command has no earlier knowledge of desks, so it trusts the admitted ones. Desks compare keys in their own
  // verifications.
  const proof = await proveTeam(session, knowledgeOf(desks.value, ({ isAdmitted }) => isAdmitted))
  if (!proof.ok) return proof
  if (proof.value.breaks.length > 0) return failed(teamFailure('not-proven'))
  const candidates = [
    ...desks.value.map(({ deskId }) => ({ deskId, proposed: null })),
    ...proof.value.removals.map((proposed) => ({ deskId: proposed.deskId, proposed })),
  ]
  const removals: Removal[] = []
  for (const { deskId, proposed } of candidates) {
    const found = await session.query(
      'SELECT count(DISTINCT n.entry_id) AS entries, count(*) AS events FROM team_journal.removable_content($1, $2) n',
      [deskId, proposed?.number ?? null],
    )
    if (!found.ok) return found
    const counted = countedIn(found.value[0])
    const desk = desks.value.find((one) => one.deskId === deskId)?.label ?? ''
    if (counted.events > 0) removals.push({ deskId, desk, proposed, ...counted })
  }
  return success(removals)
}

/** Executes a removal, in one transaction, and returns how much was removed. Content that must stay now is skipped. */
export async function removeContent(
  session: Session, { deskId, proposed }: Pick<Removal, 'deskId' | 'proposed'>,
): Promise<Result<{ readonly entries: number; readonly events: number }, TeamFailure>> {
  const removed = await session.query(
    'SELECT entries, events FROM team_journal.remove_content($1, $2, $3)', [schemaVersion, deskId, proposed?.number ?? null],
  )
  return removed.ok ? success(countedIn(removed.value[0])) : removed
}

function countedIn(row: Parameters<typeof count>[0] = {}): Pick<Removal, 'entries' | 'events'> {
  return { entries: count(row, 'entries'), events: count(row, 'events') }
}
