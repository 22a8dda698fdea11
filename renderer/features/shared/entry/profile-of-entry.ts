import type { MerchantKey } from '#shared/brands.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'

/**
 * The profile with which an entry's status can be checked: its own, else another one of the same merchant. Null if
 * neither exists.
 */
export function profileOfEntry(
  profiles: readonly ProfileView[], { profileId, merchantKey }: Pick<HistoryRow, 'profileId' | 'merchantKey'>,
): ProfileView | null {
  return profiles.find(({ profile }) => profile.id === profileId)
    ?? profileOfMerchant(profiles, merchantKey)
}

/** A profile of a merchant; null if this desk has none. */
export function profileOfMerchant(profiles: readonly ProfileView[], merchantKey: MerchantKey): ProfileView | null {
  return profiles.find(({ historyKey }) => historyKey === merchantKey) ?? null
}
