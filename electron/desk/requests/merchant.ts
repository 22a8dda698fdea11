/** The merchant of a request. The same charge must be sent once per merchant, whichever profile is used. */
import type { ProfileId } from '#shared/brands.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { MerchantAt } from '../../journal/port.ts'
import type { Services } from '../services.ts'

/** The merchant of a profile as it is now. */
export function merchantAt(profile: Profile): MerchantAt {
  return { profileId: profile.id, merchantKey: merchantKeyOf(profile) }
}

/** The merchant of a profile by id. For a removed profile only its id is known. */
export function merchantOfProfile({ profiles }: Pick<Services, 'profiles'>, profileId: ProfileId): MerchantAt {
  const profile = profiles.get(profileId)
  return profile === null ? { profileId, merchantKey: null } : merchantAt(profile)
}

/** The merchant that an entry was for. */
export function merchantOfEntry({ profileId, merchantKey }: Pick<HistoryRow, 'profileId' | 'merchantKey'>): MerchantAt {
  return { profileId, merchantKey }
}

/**
 * The profiles with which the merchant of an entry may be queried; the entry's own first. Profiles of other merchants
 * are excluded.
 */
export async function profilesOfEntry(
  { profiles, journal }: Pick<Services, 'profiles' | 'journal'>, row: Pick<HistoryRow, 'profileId' | 'merchantKey'>,
): Promise<Result<readonly Profile[], Failure>> {
  const known = profiles.list().flatMap((profile) => {
    const key = merchantKeyOf(profile)
    return key === null ? [] : [{ profile, key }]
  })
  const roots = await journal.merchantRoots({ merchantKeys: [row.merchantKey, ...known.map(({ key }) => key)] })
  if (!roots.ok) return roots
  const [wanted, ...found] = roots.value
  const same = known.filter((_one, index) => found[index] === wanted).map(({ profile }) => profile)
  return success(same.toSorted((one, other) => Number(other.id === row.profileId) - Number(one.id === row.profileId)))
}
