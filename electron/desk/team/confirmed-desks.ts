/**
 * Desks that a person here has confirmed: the fingerprint of their key was compared with what the desk itself shows.
 * Each is an event of this desk's own chain, so that it stays over a restart, ends with the membership, and is told;
 * so is each that was withdrawn. The newest of a desk counts.
 */
import type { DeskId, TeamEventId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Result } from '#shared/result.ts'
import { utcTime } from '../../common/time.ts'
import { whoActs } from '../maintenance/index.ts'
import type { Services } from '../services.ts'

/** What a person says of a desk with this key. */
export interface DeskStatement {
  readonly kind: 'desk-confirmed' | 'desk-confirmation-withdrawn'
  readonly deskId: DeskId
  readonly fingerprint: string
  readonly reason: string
}

/** Notes it, for this desk and for the team. */
export async function noteStatement(
  services: Pick<Services, 'journal' | 'system' | 'users'>, { kind, deskId, fingerprint, reason }: DeskStatement,
): Promise<Result<null, Failure>> {
  const { journal, system } = services
  return await journal.teamAppend({
    eventId: system.randomHex(16) as TeamEventId, entryId: null, kind, at: utcTime(system.now()),
    // SECURITY: it leaves this computer: people paste whole mails.
    body: { record: { deskId, fingerprint, who: whoActs(services), reason: maskFreeText(reason) } },
  })
}
