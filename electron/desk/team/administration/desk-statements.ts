/** A person's statement that another desk is admitted with this key, or no longer admitted. */
import type { DeskId, TeamEventId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import { utcTime } from '../../../common/processes/time.ts'
import { whoActs } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'

/** A statement about a desk with this key; null for a desk without a key, which is never admitted. */
export interface NewDeskStatement {
  readonly kind: 'desk-admitted' | 'desk-admission-withdrawn'
  readonly deskId: DeskId
  readonly fingerprint: string | null
  readonly reason: string
}

/** Appends the statement to this desk's chain. Once delivered, the database permits or forbids the desk to write. */
export async function noteStatement(
  services: Pick<Services, 'journal' | 'system' | 'users'>, { kind, deskId, fingerprint, reason }: NewDeskStatement,
): Promise<Result<null, Failure>> {
  const { journal, system } = services
  return await journal.teamAppend({
    eventId: system.randomHex(16) as TeamEventId, entryId: null, kind, at: utcTime(system.now()),
    // SECURITY: masked, as it leaves this computer and people paste whole mails.
    facts: { record: { deskId, fingerprint, who: whoActs(services), reason: maskFreeText(reason) } },
  })
}
