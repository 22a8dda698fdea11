import { defineStore } from 'pinia'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'

/** Values that were typed into a form and not sent. */
export interface FormDraft {
  readonly values: FieldValues
  readonly amountRows: readonly string[]
  /** `entryPointKey` of the chosen entry point. */
  readonly entryPoint: string
}

/**
 * Drafts of forms until the application ends. SECURITY: in the page's memory only, and without confidential values;
 * `useDraft` leaves them out.
 */
export const useFormDrafts = defineStore('form-drafts', () => {
  const drafts = new Map<string, FormDraft>()

  function keep(key: string, draft: FormDraft): void {
    drafts.set(key, draft)
  }

  /** Returns the draft of a form and removes it from the store; null if there is none. */
  function take(key: string): FormDraft | null {
    const draft = drafts.get(key) ?? null
    drafts.delete(key)
    return draft
  }

  return { keep, take }
})
