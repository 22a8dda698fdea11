import { computed, nextTick, type Ref } from 'vue'
import { isRefund } from '#shared/gateway/orders/order-actions.ts'
import type { Candidate } from '#shared/model/payments/charged-twice.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import { useSession } from '../../app/stores/session.ts'
import { useJudgedPayment } from '../shared/order/use-judged-payment.ts'
import { usePaymentPage } from '../shared/order/use-payment-page.ts'
import { useTeamOrder } from '../shared/order/use-team-order.ts'

/** A payment as the history has it, and the function that reads it again. */
export interface OpenedPayment {
  readonly page: OrderPage
  /** Why it could not be read again, or null. */
  readonly failure: Failure | null
  readonly load: () => Promise<void>
}

export type Compared = ReturnType<typeof useCompared>

/** One compared payment, judged like on its own page. Opening it sends no request to the gateway. */
export function useCompared(opened: Readonly<Ref<OpenedPayment>>) {
  const session = useSession()
  const page = computed(() => opened.value.page)
  const view = computed(() => session.profiles.find(({ profile }) => profile.id === page.value.profileId) ?? null)
  const payment = usePaymentPage(page, async () => {
    await opened.value.load()
    await nextTick()
  })
  const { teamOrder } = useTeamOrder(payment.key)
  const judged = useJudgedPayment(page, view, payment, teamOrder)
  /** Its refund, or the release of its hold; null if its kind has neither. */
  const refund = computed(() => judged.offers.value.find(({ action }) => isRefund(action)) ?? null)
  /** The state of the payment, and whether any request about it is open, for the verdict. */
  const candidate = computed<Candidate>(() => ({
    state: judged.order.value.state,
    isOpen: payment.uncertain.value !== null || payment.underWay.value !== null || judged.openElsewhere.value !== null
      || judged.busy.value !== null,
  }))
  return { opened, page, view, payment, judged, refund, candidate }
}
