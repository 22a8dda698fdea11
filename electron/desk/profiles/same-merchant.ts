import type { ProfileId } from '#shared/brands.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import type { Services } from '../services.ts'

/** The history of a profile, and the profiles that share it. */
export type SharedHistory = Pick<ProfileView, 'sameMerchantAs' | 'historyKey'>

/** For a profile with an invalid address. */
export const noMerchant: SharedHistory = { sameMerchantAs: [], historyKey: null }

/** The history of each profile with a valid address, and the names of the profiles that share it. */
export async function sameMerchants(
  { profiles, journal }: Pick<Services, 'profiles' | 'journal'>,
): Promise<ReadonlyMap<ProfileId, SharedHistory>> {
  const named = profiles.list().flatMap((profile) => {
    const key = merchantKeyOf(profile)
    return key === null ? [] : [{ profile, key }]
  })
  const roots = await journal.merchantRoots({ merchantKeys: named.map(({ key }) => key) })
  // Without the journal, declared merchants are not known; profiles with the same address share one anyway.
  const known = named.map(({ profile, key }, index) =>
    ({ profile, root: (roots.ok ? roots.value[index] : undefined) ?? key }))
  return new Map(known.map(({ profile, root }) => [profile.id, {
    sameMerchantAs: known.filter((other) => other.profile.id !== profile.id && other.root === root)
      .map((other) => other.profile.name),
    historyKey: root,
  }]))
}
