import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { EntryId } from '#shared/brands.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { FormDraft } from '../form/form-drafts.ts'

/** A payment that was confirmed in this run. */
export interface SentPayment {
  /** What the gateway answered; null while it is being sent. */
  readonly answer: Answer | null
  /** Why there is no answer although sending began; null without such a defect. */
  readonly failure: Failure | null
  /** The form that it came from, as it was left; null for a refund, void or capture. */
  readonly form: { readonly path: string; readonly draft: FormDraft } | null
}

/**
 * What only this run knows of its payments: hints of an answer, a result that the journal could not keep, the form to
 * go back to. SECURITY: in the page's memory only, without anything confidential. A lock loads the page again and
 * so empties it.
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
