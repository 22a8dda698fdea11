/** Removing what checkpoints name, with the owner's login: what a desk has signed, and nothing else. */
import { failed, success, type Result } from '#shared/result.ts'
import { teamFailure, type TeamFailure } from '../failure.ts'
import { schemaVersion } from '../migrations/index.ts'
import { readDesks } from '../reading.ts'
import { count } from '../rows.ts'
import type { Session } from '../session.ts'
import { proveTeam } from '../verify/verify.ts'
import { readNamed, type Checkpoint } from './checkpoints.ts'
import { isTombstone, tombstoneBody } from './tombstone.ts'

/** A checkpoint that counts, with what it names and is still there. */
export interface Removal {
  readonly checkpoint: Checkpoint
  readonly desk: string
  readonly entries: number
  readonly events: number
}

/**
 * What can be removed by now, oldest checkpoint first. Fails with `not-proven` where anything is wrong with the
 * journal: a removal would take the evidence away.
 */
export async function planRemovals(session: Session): Promise<Result<readonly Removal[], TeamFailure>> {
  const desks = await readDesks(session)
  if (!desks.ok) return desks
  // The command remembers nobody: that each desk knows the others' keys is for its own verification.
  const known = desks.value.map(({ deskId, position, publicKey }) => ({ deskId, ...position, publicKey }))
  const proof = await proveTeam(session, known)
  if (!proof.ok) return proof
  if (proof.value.breaks.length > 0) return failed(teamFailure('not-proven'))
  const removals: Removal[] = []
  for (const checkpoint of proof.value.checkpoints) {
    const entries = new Set<string | null>()
    let events = 0
    for (const named of checkpoint.removed) {
      const there = await readNamed(session, named)
      if (!there.ok) return there
      for (const { entryId } of there.value.filter(({ body }) => !isTombstone(body))) {
        entries.add(entryId)
        events += 1
      }
    }
    const desk = desks.value.find(({ deskId }) => deskId === checkpoint.deskId)?.label ?? ''
    if (events > 0) removals.push({ checkpoint, desk, entries: entries.size, events })
  }
  return success(removals)
}

/** Removes what a checkpoint names, in one transaction; answers how much of it went. What must stay by now stays. */
export async function removeNamed(
  session: Session, { deskId, number, removed }: Checkpoint,
): Promise<Result<{ readonly entries: number; readonly events: number }, TeamFailure>> {
  const bodies: { readonly desk: string; readonly number: number; readonly body: string | null }[] = []
  for (const named of removed) {
    const there = await readNamed(session, named)
    if (!there.ok) return there
    bodies.push(...there.value.map((event) =>
      ({ desk: event.deskId, number: event.number, body: tombstoneBody(event.body) })))
  }
  const gone = await session.query(
    'SELECT entries, events FROM team_journal.remove_events($1, $2, $3, $4)',
    [schemaVersion, deskId, number, JSON.stringify(bodies)],
  )
  if (!gone.ok) return gone
  const row = gone.value[0] ?? {}
  return success({ entries: count(row, 'entries'), events: count(row, 'events') })
}
