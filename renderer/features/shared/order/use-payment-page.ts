import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import type { EntryId, MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { isUncertain, type EntryDetail } from '#shared/model/history/history.ts'
import type { OrderKey, OrderPage, Report } from '#shared/model/payments/order.ts'
import { api } from '../../../app/api.ts'
import { useSentPayments } from '../payment/sent-payments.ts'
import { replyValue } from '../answer/reply-values.ts'
import { useCheckStatus } from '../use-check-status.ts'
import { useFollow } from './use-follow.ts'

/**
 * State of the payment page: the payment by the history, and status checks that a person starts, which move no money.
 * `changed` reads the history again.
 */
export function usePaymentPage(page: Readonly<Ref<OrderPage>>, changed: () => Promise<void>) {
  const sentPayments = useSentPayments()
  /** The newest answer to a status check, usable or not. */
  const lastAnswer = shallowRef<Answer | null>(null)
  const askFailure = shallowRef<Failure | null>(null)
  const asking = ref(false)
  /** The newest answer of this visit that contains the order's status. */
  const fresh = shallowRef<Answer | null>(null)

  /** The newest reply with the order's status, of this visit or in the history. */
  const reported = computed<Report | null>(() => {
    const kept = page.value.reported
    const answer = fresh.value
    if (answer?.reply == null) return kept
    return kept !== null && Date.parse(kept.at) > Date.parse(answer.at) ? kept : { ...answer, reply: answer.reply }
  })
  /** The order with all ids that are known by now. */
  const key = computed<OrderKey>(() => ({
    profileId: page.value.profileId,
    entryPoint: page.value.entryPoint,
    orderId: page.value.orderId ?? idOf(reported.value, 'gw-order-id') as OrderId | null,
    merchantOrderId: page.value.merchantOrderId ?? idOf(reported.value, 'merchant-order-id') as MerchantOrderId | null,
  }))
  /** The request of this desk that created the order; null if it was created elsewhere. */
  const creating = computed(() => creatingEntry(page.value.entries))
  /** The request with an uncertain outcome: a refund, void, capture or upload, else the one that created the order. */
  const uncertain = computed(() => {
    const later = page.value.entries.findLast(({ row }) => row.entryId === page.value.refunds.openEntryId
      || (row.effect === 'continues-order' && row.state === 'unknown'))
    const row = (later ?? creating.value)?.row ?? null
    return row !== null && isUncertain(row.state) && row.state !== 'processing' && row.state !== 'sending' ? row : null
  })
  /** The request that is being sent or processed. */
  const underWay = computed(() => page.value.entries.findLast(({ row }) =>
    (row.state === 'sending' || row.state === 'processing')
    && (row.entryId === page.value.refunds.openEntryId || row.entryId === creating.value?.row.entryId))?.row ?? null)

  const followedId = computed<EntryId | null>((before) =>
    underWay.value?.entryId ?? before ?? creating.value?.row.entryId ?? fresh.value?.entryId ?? null)
  const following = useFollow(followedId, () => page.value.follow)
  const checking = useCheckStatus(computed(() => uncertain.value?.entryId ?? null))
  /** The payment of this visit that was sent since the start: the opened one, or the action confirmed last. */
  const sentId = ref<EntryId | null>(sentOf(page.value.openedBy) === null ? null : page.value.openedBy)
  const sent = computed(() => sentOf(sentId.value ?? creating.value?.row.entryId ?? null))

  function sentOf(entryId: EntryId | null) {
    return entryId === null ? null : sentPayments.of(entryId)
  }

  /** Checks the status now. An uncertain request is checked separately, so that it can be resolved. */
  async function check(): Promise<void> {
    if (uncertain.value !== null) await checking.check()
    await ask()
  }

  async function ask(): Promise<void> {
    if (asking.value) return
    asking.value = true
    askFailure.value = null
    const answer = await api.call('orders.status', { ...key.value, serialNumber: null, askAnyway: false })
    asking.value = false
    if (answer.ok) take(answer.value.answer)
    else askFailure.value = answer.failure
    await changed()
    followWhileOpen()
  }

  function take(answer: Answer): void {
    lastAnswer.value = answer
    if (reports(answer)) fresh.value = answer
  }

  function followWhileOpen(): void {
    const open = reported.value !== null && !isFinalStatus(replyValue(reported.value, 'status'))
    if (open && underWay.value?.state === 'processing' && following.follow.value === null) void following.start()
  }

  watch(() => following.follow.value?.answer ?? null, (answer) => { if (answer !== null) take(answer) })

  return {
    key, lastAnswer, fresh, reported, askFailure, asking, creating, uncertain, underWay, following, checking,
    sent, sentId, take, ask, check,
  }
}

function reports(answer: Answer): boolean {
  return answer.outcome.kind === 'answered' && replyValue(answer, 'status') !== ''
}

function creatingEntry(entries: readonly EntryDetail[]): EntryDetail | null {
  const creating = entries.filter(({ row }) => createsOrder(operations[row.operation]))
  return creating.findLast(({ row }) => row.state !== 'not-sent') ?? creating.at(-1) ?? null
}

function idOf(report: Report | null, name: ReplyFieldName): string | null {
  const value = report === null ? '' : replyValue(report, name)
  return value === '' ? null : value
}
