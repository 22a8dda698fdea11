import type { ProfileView } from '#shared/model/app.ts'
import type { HistoryRow } from '#shared/model/history.ts'

/**
 * The profile through which an entry can be asked about: its own, else another one of the same merchant. Null where
 * none is left.
 */
export function profileOfEntry(
  profiles: readonly ProfileView[], { profileId, merchantKey }: Pick<HistoryRow, 'profileId' | 'merchantKey'>,
): ProfileView | null {
  return profiles.find(({ profile }) => profile.id === profileId)
    ?? profiles.find(({ historyKey }) => historyKey === merchantKey)
    ?? null
}
