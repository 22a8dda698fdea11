/** The time zone of a profile, which decides when its days begin. */
import { isTimeZone } from '../../start-of-day.ts'
import type { ProfileProblem } from './profile-problem.ts'
import type { ProfileDraft } from './profile.ts'

/** The time zone of a profile's days. Only a sandbox profile may have none; its days are UTC days. */
export function timeZoneOf({ timeZone }: Pick<ProfileDraft, 'timeZone'>): string {
  return timeZone ?? 'UTC'
}

/**
 * The problems of a profile's time zone. SECURITY: without a signed zone, the days of the profile's limits would depend
 * on the system's settings or a variable (`TZ`), which an operator can change.
 */
export function timeZoneProblems(
  { timeZone, environment }: Pick<ProfileDraft, 'timeZone' | 'environment'>,
): ProfileProblem[] {
  const field = 'timeZone'
  if (timeZone === undefined) return environment === 'sandbox' ? [] : [{ field, code: 'required' }]
  return isTimeZone(timeZone) ? [] : [{ field, code: 'time-zone-unknown' }]
}
