import { onScopeDispose, watchEffect, type Ref } from 'vue'
import { isRefund, type OrderAction } from '#shared/gateway/orders/order-actions.ts'
import { useOfferedRefund } from '../../app/stores/offered-refund.ts'
import type { OrderOffer } from '../shared/order/order-offers.ts'

/** Registers the refund of this payment with the quick search while it is possible. */
export function offerRefund(offers: Readonly<Ref<readonly OrderOffer[]>>, open: (action: OrderAction) => void): void {
  const refund = useOfferedRefund()
  watchEffect(() => {
    const offer = offers.value.find(({ action, obstacle }) => obstacle === null && isRefund(action))
    refund.open = offer === undefined ? null : () => { open(offer.action) }
  })
  onScopeDispose(() => { refund.open = null })
}
