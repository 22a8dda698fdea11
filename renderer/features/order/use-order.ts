import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { createsOrder, operations } from '#shared/gateway/operations.ts'
import { isFinalStatus } from '#shared/gateway/order-status.ts'
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { ReplyFieldName } from '#shared/gateway/reply-fields.ts'
import type { Answer } from '#shared/model/answer.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { OrderKey, OrderPage } from '#shared/model/order.ts'
import { api } from '../../app/api.ts'
import { replyValue } from '../shared/reply-values.ts'
import { useFollow } from '../shared/use-follow.ts'

const reports = (answer: Answer | null): answer is Answer =>
  answer?.outcome.kind === 'answered' && replyValue(answer, 'status') !== ''

/**
 * One order: at once what the journal knows of it, then how the gateway says it stands now. While it is under way, its
 * creating entry is followed. Asking is a read and moves nothing.
 */
export function useOrder(opened: OrderKey) {
  const page = shallowRef<OrderPage | null>(null)
  const pageFailure = shallowRef<Failure | null>(null)
  /** The newest answer to a status query, whatever it says. */
  const asked = shallowRef<Answer | null>(null)
  const askFailure = shallowRef<Failure | null>(null)
  const asking = ref(false)
  /** The newest answer that says how the order stands. */
  const reported = shallowRef<Answer | null>(null)
  let latestPage = 0
  let gone = false

  /** The order with every id of it that is known by now, and where it was entered, whatever led here. */
  const key = computed<OrderKey>(() => ({
    profileId: opened.profileId,
    entryPoint: page.value?.entryPoint ?? opened.entryPoint,
    orderId: opened.orderId ?? page.value?.orderId ?? idOf(reported.value, 'gw-order-id') as OrderId | null,
    merchantOrderId: opened.merchantOrderId ?? page.value?.merchantOrderId
      ?? idOf(reported.value, 'merchant-order-id') as MerchantOrderId | null,
  }))
  /** The request that made the order; null when it was made elsewhere. */
  const creating = computed(() => {
    const made = (page.value?.entries ?? []).filter(({ row }) => createsOrder(operations[row.operation]))
    return made.findLast(({ row }) => row.state !== 'not-sent') ?? made.at(-1) ?? null
  })
  const following = useFollow(computed(() => creating.value?.row.entryId ?? null))

  async function load(): Promise<void> {
    const mine = ++latestPage
    const answer = await api.call('orders.page', key.value)
    if (gone || mine !== latestPage) return
    pageFailure.value = answer.ok ? null : answer.failure
    if (answer.ok) page.value = answer.value
  }

  /** Asks how the order stands now. What the question left in the journal is shown with it. */
  async function ask(): Promise<void> {
    if (asking.value) return
    asking.value = true
    askFailure.value = null
    const answer = await api.call('orders.status', { ...key.value, serialNumber: null, askAnyway: false })
    asking.value = false
    if (gone) return
    if (answer.ok) take(answer.value.answer)
    else askFailure.value = answer.failure
    await load()
    followWhileOpen()
  }

  function take(answer: Answer): void {
    asked.value = answer
    if (reports(answer)) reported.value = answer
  }

  function followWhileOpen(): void {
    const open = reported.value !== null && !isFinalStatus(replyValue(reported.value, 'status'))
    if (open && creating.value?.row.state === 'processing' && following.follow.value === null) void following.start()
  }

  watch(() => following.follow.value?.answer ?? null, (answer) => { if (answer !== null) take(answer) })
  const stopListening = api.on('journal.changed', () => { void load() })
  onScopeDispose(() => {
    gone = true
    stopListening()
  })

  /** The journal first, so that its ids are known to the question. */
  async function open(): Promise<void> {
    await load()
    if (!gone) await ask()
  }
  void open()

  return { key, page, pageFailure, asked, reported, askFailure, asking, creating, following, load, ask }
}

function idOf(answer: Answer | null, name: ReplyFieldName): string | null {
  const value = answer === null ? '' : replyValue(answer, name)
  return value === '' ? null : value
}
