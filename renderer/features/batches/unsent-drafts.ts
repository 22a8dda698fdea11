import { defineStore } from 'pinia'
import type { ProfileId } from '#shared/brands.ts'
import type { DraftId } from '#shared/model/payments/batch.ts'

/** The last draft of each profile, for this run. Main may have dropped or sent it since. */
export const useUnsentDrafts = defineStore('unsent-drafts', () => {
  const drafts = new Map<ProfileId, DraftId>()
  return {
    keep: (profileId: ProfileId, draftId: DraftId): void => { drafts.set(profileId, draftId) },
    get: (profileId: ProfileId): DraftId | null => drafts.get(profileId) ?? null,
    drop: (profileId: ProfileId): void => { drafts.delete(profileId) },
  }
})
