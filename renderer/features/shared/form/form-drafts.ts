import { defineStore } from 'pinia'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'

/** What was typed into a form and not sent. */
export interface FormDraft {
  readonly values: FieldValues
  readonly amountRows: readonly string[]
  /** `entryPointKey` of the chosen one. */
  readonly entryPoint: string
}

/**
 * Drafts of forms, for this run. SECURITY: in the page's memory only, and never with anything confidential;
 * `useDraft` leaves that out.
 */
export const useFormDrafts = defineStore('form-drafts', () => {
  const drafts = new Map<string, FormDraft>()

  function keep(key: string, draft: FormDraft): void {
    drafts.set(key, draft)
  }

  /** The draft of a form, which is gone from here then; null when there is none. */
  function take(key: string): FormDraft | null {
    const draft = drafts.get(key) ?? null
    drafts.delete(key)
    return draft
  }

  return { keep, take }
})
