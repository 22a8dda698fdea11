/** Verifies a team journal for a person without a desk, who knows desks only by their fingerprints. */
import { success, type Result } from '#shared/result.ts'
import { fingerprintIn } from '../../common/signatures/key-fingerprint.ts'
import type { TeamFailure } from '../failure.ts'
import type { Knowledge, TeamDesk, TeamVerification } from '../port.ts'
import { readDesks } from '../reading.ts'
import type { Session } from '../session.ts'
import { verifyTeam } from './verify.ts'

/** The result of verifying a team journal by fingerprints. */
export interface OutsideTeamVerification extends TeamVerification {
  /**
   * `proven`: no finding, and every desk that has events is named, or admitted by signed events of named desks.
   * `unproven`: no finding, but a desk that has events is neither, or has no key.
   */
  readonly verdict: 'proven' | 'unproven' | 'broken'
}

/** Verifies for a person who compared these fingerprints with the people at the desks. */
export async function verifyFromOutside(
  session: Session, fingerprints: readonly string[],
): Promise<Result<OutsideTeamVerification, TeamFailure>> {
  const desks = await readDesks(session)
  if (!desks.ok) return desks
  const isNamed = ({ publicKey }: TeamDesk) => fingerprints.includes(fingerprintIn(publicKey) ?? '')
  const verified = await verifyTeam(session, knowledgeOf(desks.value, isNamed))
  if (!verified.ok) return verified
  // A desk without events is ignored: whoever has a login can register one, and rows are never removed.
  const isAllAdmitted = verified.value.desks.every(({ isAdmitted, events }) => isAdmitted || events === 0)
  const verdict = verified.value.breaks.length > 0 ? 'broken' : isAllAdmitted ? 'proven' : 'unproven'
  return success({ ...verified.value, verdict })
}

/** Builds knowledge from the desks in the database. Desks for which `isTrusted` is true count as compared. */
export function knowledgeOf(desks: readonly TeamDesk[], isTrusted: (desk: TeamDesk) => boolean): Knowledge {
  const statements = desks.filter(isTrusted).flatMap(({ deskId, publicKey }) => {
    const fingerprint = fingerprintIn(publicKey)
    return fingerprint === null ? [] : [{ deskId, fingerprint, isAdmitted: true }]
  })
  const known = desks.map(({ deskId, position, publicKey }) => ({ deskId, ...position, publicKey }))
  return { self: null, desks: known, statements }
}
