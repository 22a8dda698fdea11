/** The merchants of this desk's profiles that belong to a team. */
import type { MerchantKey, ProfileId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { teamMerchantOf } from '#shared/team/team-merchant.ts'
import type { Services } from '../services.ts'

/** See `teamMerchantOf`; by the profile's id. Fails with `no-such-profile` or `not-of-the-team`. */
export function findTeamMerchant(
  { profiles, membership }: Pick<Services, 'profiles' | 'membership'>, profileId: ProfileId,
): Result<MerchantKey, Failure> {
  const profile = profiles.get(profileId)
  if (profile === null) return failed({ code: 'no-such-profile' })
  const merchantKey = teamMerchantOf(profile, isRehearsing(membership))
  return merchantKey === null ? failed({ code: 'not-of-the-team' }) : success(merchantKey)
}

/** All merchants of this desk's profiles that belong to the team, each once. */
export function merchantsOfTeam({ profiles, membership }: Pick<Services, 'profiles' | 'membership'>): MerchantKey[] {
  const rehearsal = isRehearsing(membership)
  const merchants = profiles.list().map((profile) => teamMerchantOf(profile, rehearsal))
  return [...new Set(merchants.filter((key) => key !== null))]
}

/** Whether this desk is in a team that was created as a rehearsal. */
export function isRehearsing(membership: Services['membership']): boolean {
  const read = membership.read()
  return read !== null && read !== 'unreadable' && read.rehearsal
}
