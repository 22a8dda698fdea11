import { onScopeDispose, watchEffect, type Ref } from 'vue'
import { isRefund, type OrderAction } from '#shared/gateway/orders/order-actions.ts'
import { useOfferedRefund } from '../../app/stores/offered-refund.ts'
import type { OrderOffer } from '../shared/order/order-offers.ts'

/** Lets the quick search open the refund of this payment while one is possible. */
export function offerRefund(offers: Readonly<Ref<readonly OrderOffer[]>>, open: (action: OrderAction) => void): void {
  const refund = useOfferedRefund()
  watchEffect(() => {
    const offer = offers.value.find(({ action, obstacle }) => obstacle === null && isRefund(action))
    refund.open = offer === undefined ? null : () => { open(offer.action) }
  })
  onScopeDispose(() => { refund.open = null })
}
