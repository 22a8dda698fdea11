import { computed, onScopeDispose, ref, shallowRef, toValue, type MaybeRefOrGetter, type Ref } from 'vue'
import { isConfidential, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { createsOrder, operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { EntryId } from '#shared/brands.ts'
import type { PaymentReview } from '#shared/model/payments/payment.ts'
import { endsReview } from '#shared/model/payments/review-end.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { accessQuestion } from '../../../app/access-gate.ts'
import { api } from '../../../app/api.ts'
import type { FieldForm } from '../form/field-form.ts'
import { formPath } from '../form/form-path.ts'
import { proposeMerchantOrderId } from '../form/proposed-id.ts'
import { entryPointKey, type ChosenTarget } from '../form/targets.ts'
import { draftOf } from '../form/use-draft.ts'
import { useSentPayments } from './sent-payments.ts'

/** The step of a payment. Each has only its own data, so that nothing can be sent twice or without a review. */
export type PaymentStep =
  | { readonly kind: 'form' }
  | { readonly kind: 'confirming'; readonly review: PaymentReview; readonly failure: Failure | null }
  | { readonly kind: 'sending'; readonly review: PaymentReview }

/** What a confirmed payment waits for. Only with `gateway` has the request been sent. */
export type WaitsFor = 'passphrase' | 'system' | 'gateway'

/**
 * Review and one confirmation of any operation that touches money. Calls `sending` with the entry when its claim is won
 * and sending begins; its page shows the rest. The page never repeats a submit, except one that main refused because it
 * requires the passphrase, before it used the review (`api.call`). Main refuses a second submit of the same review.
 */
export function usePayment(
  operation: MaybeRefOrGetter<OperationId>, form: FieldForm, chosenTarget: Readonly<Ref<ChosenTarget | null>>,
  sending: (entryId: EntryId) => void,
) {
  const sentPayments = useSentPayments()
  const step = shallowRef<PaymentStep>({ kind: 'form' })
  const reviewing = ref(false)
  const failure = shallowRef<Failure | null>(null)
  /** Confidential fields of the last review, which were removed from the form. */
  const notKept = shallowRef<readonly FieldKey[]>([])
  const askedOutside = ref(false)
  /** The payment of another desk that is shown as a possible duplicate of the current review. */
  const duplicateShown = ref<EntryId | null>(null)
  const waitsFor = computed((): WaitsFor => {
    if (accessQuestion.value !== null) return 'passphrase'
    return askedOutside.value ? 'system' : 'gateway'
  })
  let gone = false

  /** Fills a new merchant order id into the form if the operation creates an order. */
  async function proposeOrderId(): Promise<void> {
    if (createsOrder(operations[toValue(operation)])) await proposeMerchantOrderId(form)
  }

  /** Returns true if the review succeeded and waits for its confirmation. */
  async function review(): Promise<boolean> {
    const target = chosenTarget.value
    if (target === null || reviewing.value || step.value.kind !== 'form') return false
    reviewing.value = true
    failure.value = null
    const sent = form.split()
    const answer = await api.call('payments.review', { ...target, operation: toValue(operation), ...sent })
    reviewing.value = false
    if (answer.ok && gone) discard(answer.value)
    if (gone) return false
    if (answer.ok) {
      dropConfidential()
      duplicateShown.value = null
      step.value = { kind: 'confirming', review: answer.value, failure: null }
      return true
    }
    if (!form.takeProblems(answer.failure)) failure.value = answer.failure
    return false
  }

  function dropConfidential(): void {
    // SECURITY: main has the reviewed values now, so the page clears card numbers, cvv2 and other confidential ones.
    const given = (Object.keys(form.values.value) as FieldKey[])
      .filter((key) => isConfidential(key) && (form.values.value[key] ?? '').trim() !== '')
    notKept.value = given
    form.clear(given)
  }

  function discard({ intentId }: PaymentReview): void {
    void api.call('payments.discard', { intentId })
  }

  /** Discards the review; nothing was sent. */
  function cancel(): void {
    if (step.value.kind !== 'confirming') return
    discard(step.value.review)
    step.value = { kind: 'form' }
  }

  /** Confirms the current review. Does nothing while it is being sent, and afterwards. */
  async function submit(reason: string, acceptUnverifiedCard: boolean): Promise<void> {
    if (step.value.kind !== 'confirming') return
    if (step.value.failure !== null && endsReview(step.value.failure)) return
    const { review: confirmed } = step.value
    step.value = { kind: 'sending', review: confirmed }
    const entry = operations[toValue(operation)]
    const draft = createsOrder(entry) && chosenTarget.value !== null
      ? { path: formPath(entry), draft: draftOf(form, entryPointKey(chosenTarget.value.entryPoint)) }
      : null
    let begun: EntryId | null = null
    const begin = (entryId: EntryId): void => {
      if (begun !== null) return
      begun = entryId
      sentPayments.begin(entryId, draft)
      sending(entryId)
    }
    const stops = [
      api.on('payments.sending', ({ intentId, entryId }) => { if (intentId === confirmed.intentId) begin(entryId) }),
      api.on('payments.outsideQuestion', ({ waiting }) => { askedOutside.value = waiting }),
    ]
    const answer = await api.call('payments.submit', {
      intentId: confirmed.intentId, reason: reason.trim() === '' ? null : reason, acceptUnverifiedCard,
      // SECURITY: a reason accepts only the duplicate that this person was shown.
      ...(duplicateShown.value !== null && { acceptDuplicateOf: duplicateShown.value }),
    })
    stops.forEach((stop) => { stop() })
    if (!answer.ok && answer.failure.code === 'team-duplicate') duplicateShown.value = answer.failure.holder.entryId
    askedOutside.value = false
    if (answer.ok) begin(answer.value.entryId)
    const result = answer.ok ? { answer: answer.value, failure: null } : { answer: null, failure: answer.failure }
    if (begun === null) step.value = { kind: 'confirming', review: confirmed, failure: result.failure }
    else sentPayments.end(begun, result)
  }

  /** True if the values of the form were not sent yet: they may be kept as a draft. */
  function isUnsent(): boolean {
    return step.value.kind === 'form' || step.value.kind === 'confirming'
  }

  onScopeDispose(() => {
    gone = true
    if (step.value.kind === 'confirming') discard(step.value.review)
    form.clear()
  })

  return { step, waitsFor, reviewing, failure, notKept, proposeOrderId, review, cancel, submit, isUnsent }
}
