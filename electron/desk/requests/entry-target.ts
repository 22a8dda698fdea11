import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import { profilesOfEntry } from './merchant.ts'
import { sameEntryPoint, type FindTarget, type Target } from './target.ts'
import type { Services } from '../services.ts'

/**
 * The target for status queries about an entry: its own profile. Where that is removed, has become another merchant's,
 * or lost the entry point, another profile of the same merchant with the same entry point. Fails as its own profile
 * does where there is none.
 */
export async function targetOfEntry(
  services: Pick<Services, 'profiles' | 'journal'>, findTarget: FindTarget, row: HistoryRow,
): Promise<Result<Target, Failure>> {
  const same = await profilesOfEntry(services, row)
  if (!same.ok) return same
  const able = same.value.find(({ entryPoints }) => entryPoints.some((one) => sameEntryPoint(one, row.entryPoint)))
  return await findTarget(able?.id ?? row.profileId, row.entryPoint)
}
