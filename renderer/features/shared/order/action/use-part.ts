import { computed, ref } from 'vue'
import type { MinorUnits } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { toMinorUnits } from '#shared/gateway/numbers/money.ts'
import { carries } from '#shared/gateway/operations/operations.ts'
import { obstacleNow, type OrderFacts, type OrderObstacle } from '#shared/gateway/orders/order-actions.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { FieldForm } from '../../form/field-form.ts'
import type { OrderOffer } from '../order-offers.ts'

export type Part = ReturnType<typeof usePart>

/**
 * Full or partial amount of an action. Without an amount the whole order is meant; an amount is sent with its currency
 * (addendum 8). What the order does not allow is shown beside the amount, before anything is sent.
 */
export function usePart(
  form: FieldForm, offer: OrderOffer,
  circumstances: () => {
    facts: OrderFacts; own: OrderFacts | null; refundedKnownHere: MinorUnits; switches: Pick<Switches, 'minorUnitDigits'>
  },
) {
  // A hold is released as a whole, so there is no choice.
  const takesAmount = carries(form.operation.value, 'amount') && offer.part !== 'whole-only'
  const expectsComment = form.operation.value.fields.some(({ key, expected }) => key === 'comment' && expected === true)
  const chosen = ref<'whole' | 'part'>('whole')

  function choose(wanted: 'whole' | 'part'): void {
    chosen.value = wanted
    form.type('currency', wanted === 'part' ? circumstances().facts.currency ?? '' : '')
    if (wanted === 'whole') form.type('amount', '')
  }
  if (takesAmount && offer.whole !== null) choose('part')

  const problem = computed<OrderObstacle | 'amount-needed' | null>(() => {
    if (chosen.value === 'whole') return null
    const { facts, own, refundedKnownHere, switches } = circumstances()
    const { amount, currency = '' } = form.normalised.value
    if (amount === undefined) return 'amount-needed'
    const minor = toMinorUnits(amount, minorUnitDigits(currency, switches.minorUnitDigits) ?? 0)
    // The field itself shows the problem of an invalid amount.
    if (!minor.ok) return null
    return obstacleNow({ action: offer.action, minorAmount: minor.value, currency, refundedKnownHere }, facts, own)
  })

  const commentMissing = computed(() => expectsComment && form.normalised.value.comment === undefined)

  return { takesAmount, expectsComment, chosen, choose, problem, commentMissing }
}
