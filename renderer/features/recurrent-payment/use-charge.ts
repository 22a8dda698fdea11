import { onScopeDispose, ref, shallowRef, type Ref } from 'vue'
import type { Answer } from '#shared/model/answer.ts'
import type { ChargeReview } from '#shared/model/charge.ts'
import type { Failure } from '#shared/model/failure.ts'
import { api } from '../../app/api.ts'
import type { FieldForm } from '../shared/field-form.ts'
import type { Placed } from '../shared/places.ts'
import { endsReview } from './deed.ts'

/** Where a charge stands. Each step has just what it needs, so that nothing can be sent twice or without a review. */
export type ChargeStep =
  | { readonly kind: 'form' }
  | { readonly kind: 'confirming'; readonly review: ChargeReview; readonly failure: Failure | null }
  | { readonly kind: 'sending'; readonly review: ChargeReview }
  | { readonly kind: 'sent'; readonly review: ChargeReview; readonly answer: Answer }

/** Review, confirm once, result. The page never repeats a submit; main refuses a second one of the same review. */
export function useCharge(form: FieldForm, placed: Readonly<Ref<Placed | null>>) {
  const step = shallowRef<ChargeStep>({ kind: 'form' })
  const reviewing = ref(false)
  const failure = shallowRef<Failure | null>(null)
  /** A cvv2 went into the last review and is not in the form any more. */
  const cardVerificationValueGone = ref(false)
  let gone = false

  async function proposeOrderId(): Promise<void> {
    const proposed = await api.call('charges.proposeOrderId')
    if (proposed.ok) form.type('merchantOrderId', proposed.value.merchantOrderId)
  }

  /** True when the review stands and waits for its confirmation. */
  async function review(): Promise<boolean> {
    const place = placed.value
    if (place === null || reviewing.value || step.value.kind !== 'form') return false
    reviewing.value = true
    failure.value = null
    const answer = await api.call('charges.review', { ...place, ...form.split() })
    reviewing.value = false
    if (answer.ok && gone) discard(answer.value)
    if (gone) return false
    if (answer.ok) {
      // SECURITY: main holds the reviewed values now; the page has no further use for the cvv2.
      cardVerificationValueGone.value = (form.normalised.value.cardVerificationValue ?? '') !== ''
      form.clear(['cardVerificationValue'])
      step.value = { kind: 'confirming', review: answer.value, failure: null }
      return true
    }
    if (!form.takeProblems(answer.failure)) failure.value = answer.failure
    return false
  }

  function discard({ intentId }: ChargeReview): void {
    void api.call('charges.discard', { intentId })
  }

  function cancel(): void {
    if (step.value.kind !== 'confirming') return
    discard(step.value.review)
    step.value = { kind: 'form' }
  }

  async function submit(reason: string, acceptUnverifiedCard: boolean): Promise<void> {
    if (step.value.kind !== 'confirming') return
    if (step.value.failure !== null && endsReview(step.value.failure)) return
    const { review: confirmed } = step.value
    step.value = { kind: 'sending', review: confirmed }
    const answer = await api.call('charges.submit', {
      intentId: confirmed.intentId, reason: reason.trim() === '' ? null : reason, acceptUnverifiedCard,
    })
    step.value = answer.ok
      ? { kind: 'sent', review: confirmed, answer: answer.value }
      : { kind: 'confirming', review: confirmed, failure: answer.failure }
  }

  /** Back to the form; `fresh` proposes a new merchant order id, as every further attempt needs one. */
  async function backToForm(fresh: boolean): Promise<void> {
    step.value = { kind: 'form' }
    failure.value = null
    if (fresh) cardVerificationValueGone.value = false
    if (fresh) await proposeOrderId()
  }

  onScopeDispose(() => {
    gone = true
    if (step.value.kind === 'confirming') discard(step.value.review)
    form.clear()
  })

  return { step, reviewing, failure, cardVerificationValueGone, proposeOrderId, review, cancel, submit, backToForm }
}
