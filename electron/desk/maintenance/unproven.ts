import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { Services } from '../services.ts'
import { utcTime } from '../../common/processes/time.ts'

/** Rows after one position, up to and including the other, that no head proves; and when they were found. */
export interface Unproven {
  readonly action: 'signed-at-start' | 'signed-at-restore'
  readonly after: number
  readonly through: number
}

/**
 * SECURITY: the last rows of an earlier run cannot be distinguished from rows that somebody appended later. They must
 * be signed, as they may be genuine, so a permanent audit line records their number. No line if there are none.
 */
export async function noteUnproven(
  { journal, system }: Pick<Services, 'journal' | 'system'>, { action, after, through }: Unproven,
): Promise<Result<null, Failure>> {
  const counted = await journal.countRows({ after, through })
  if (!counted.ok) return counted
  if (counted.value === 0) return success(null)
  return await journal.recordAudit({
    at: utcTime(system.now()), osUser: system.description.osUser, name: maskFreeText(''),
    action, subject: maskFreeText('Links'), detail: maskFreeText(because[action]), count: counted.value,
  })
}

const because = {
  'signed-at-start': 'Written after the last proof that an earlier run left; signed as they stood at this start.',
  'signed-at-restore': 'Behind the last head of what took the place of the history; signed as they stood at this restore.',
} as const satisfies Record<Unproven['action'], string>
