import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import { profilesOfEntry } from './merchant.ts'
import { sameEntryPoint, type FindTarget, type Target } from './target.ts'
import type { Services } from '../services.ts'

/**
 * The target of status queries about an entry: its own profile. If that profile was removed, belongs to another
 * merchant or lost the entry point, another profile of the same merchant with that entry point. If there is none, fails
 * as the own profile does.
 */
export async function targetOfEntry(
  services: Pick<Services, 'profiles' | 'journal'>, findTarget: FindTarget, row: HistoryRow,
): Promise<Result<Target, Failure>> {
  const same = await profilesOfEntry(services, row)
  if (!same.ok) return same
  const able = same.value.find(({ entryPoints }) => entryPoints.some((one) => sameEntryPoint(one, row.entryPoint)))
  return await findTarget(able?.id ?? row.profileId, row.entryPoint)
}
