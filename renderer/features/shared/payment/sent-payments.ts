import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { FormDraft } from '../form/form-drafts.ts'

/** A payment that was confirmed since the application started. */
export interface SentPayment {
  /** The gateway's answer; null while the request is being sent. */
  readonly answer: Answer | null
  /** Why there is no answer although sending began; null otherwise. */
  readonly failure: Failure | null
  /** The form of the payment with its values; null for a refund, void or capture. */
  readonly form: { readonly path: string; readonly draft: FormDraft } | null
}

/**
 * Payments since the start, with what the history does not have: hints of an answer, a result that could not be saved,
 * the form to return to. SECURITY: in the page's memory only, without confidential values. A lock loads the page again
 * and so clears them.
 */
export const useSentPayments = defineStore('sent-payments', () => {
  const sent = shallowReactive(new Map<EntryId, SentPayment>())

  function begin(entryId: EntryId, form: SentPayment['form']): void {
    if (!sent.has(entryId)) sent.set(entryId, { answer: null, failure: null, form })
  }

  function end(entryId: EntryId, result: Pick<SentPayment, 'answer' | 'failure'>): void {
    const begun = sent.get(entryId)
    if (begun !== undefined) sent.set(entryId, { ...begun, ...result })
  }

  return { of: (entryId: EntryId) => sent.get(entryId) ?? null, begin, end }
})
