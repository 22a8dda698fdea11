import type { ProfileId } from '#shared/brands.ts'
import { merchantKeyOf } from '#shared/model/merchant.ts'
import type { Rooms } from './rooms.ts'

/** For each profile the names of the others that stand for the same merchant: they share one history. */
export async function sameMerchants(
  { profiles, journal }: Pick<Rooms, 'profiles' | 'journal'>,
): Promise<ReadonlyMap<ProfileId, readonly string[]>> {
  const known = profiles.list().flatMap((profile) => {
    const key = merchantKeyOf(profile)
    return key === null ? [] : [{ profile, key }]
  })
  const roots = await journal.merchantRoots({ merchantKeys: known.map(({ key }) => key) })
  // Without the journal nobody can say which merchants were declared one; those of one address still are.
  const rootOf = (index: number): string | undefined => (roots.ok ? roots.value[index] : known[index]?.key)
  return new Map(known.map(({ profile }, index) => [profile.id, known
    .filter((other, place) => other.profile.id !== profile.id && rootOf(place) === rootOf(index))
    .map((other) => other.profile.name)]))
}
