/** Verifies a team journal from outside, for a person who knows desks by their fingerprints alone. */
import { success, type Result } from '#shared/result.ts'
import { fingerprintIn } from '../../common/signatures/key-fingerprint.ts'
import type { TeamFailure } from '../failure.ts'
import type { Knowledge, TeamDesk, TeamVerification } from '../port.ts'
import { readDesks } from '../reading.ts'
import type { Session } from '../session.ts'
import { verifyTeam } from './verify.ts'

/** What a team journal proves to a person outside. */
export interface OutsideTeamVerification extends TeamVerification {
  /**
   * `proven`: no finding, and every desk that wrote is one of the named ones, or admitted by their signed events.
   * `unproven`: no contradiction, but a desk that wrote is neither, or has no key.
   */
  readonly verdict: 'proven' | 'unproven' | 'broken'
}

/** Verifies for somebody who compared these fingerprints with the people at the desks. */
export async function verifyFromOutside(
  session: Session, fingerprints: readonly string[],
): Promise<Result<OutsideTeamVerification, TeamFailure>> {
  const desks = await readDesks(session)
  if (!desks.ok) return desks
  const isNamed = ({ publicKey }: TeamDesk) => fingerprints.includes(fingerprintIn(publicKey) ?? '')
  const verified = await verifyTeam(session, knowing(desks.value, isNamed))
  if (!verified.ok) return verified
  // Whoever has a login can register a desk, and no row is ever removed.
  const isAllAdmitted = verified.value.desks.every(({ isAdmitted, events }) => isAdmitted || events === 0)
  const verdict = verified.value.breaks.length > 0 ? 'broken' : isAllAdmitted ? 'proven' : 'unproven'
  return success({ ...verified.value, verdict })
}

/** Knowledge of the desks as the database has them; those that `isTrusted` count as if they had been compared. */
export function knowing(desks: readonly TeamDesk[], isTrusted: (desk: TeamDesk) => boolean): Knowledge {
  const statements = desks.filter(isTrusted).flatMap(({ deskId, publicKey }) => {
    const fingerprint = fingerprintIn(publicKey)
    return fingerprint === null ? [] : [{ deskId, fingerprint, isAdmitted: true }]
  })
  const known = desks.map(({ deskId, position, publicKey }) => ({ deskId, ...position, publicKey }))
  return { self: null, desks: known, statements }
}
