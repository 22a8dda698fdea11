import { defineStore } from 'pinia'
import type { ProfileForm } from './form.ts'

/** An edited profile that was not saved, and the version that it was edited from. */
export interface UnsavedProfile {
  readonly form: ProfileForm
  readonly editedFrom: string
}

/** Unsaved profiles of this run, by id or `new`. SECURITY: kept in memory only; the form contains no secrets. */
export const useProfileDrafts = defineStore('profile-drafts', () => {
  const drafts = new Map<string, UnsavedProfile>()
  return {
    keep: (key: string, draft: UnsavedProfile): void => { drafts.set(key, draft) },
    get: (key: string): UnsavedProfile | null => drafts.get(key) ?? null,
    drop: (key: string): void => { drafts.delete(key) },
  }
})
