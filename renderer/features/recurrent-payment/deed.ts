import type { ChargeReview } from '#shared/model/charge.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Translate } from '../../i18n/index.ts'

/** What a charge does, as it stands on its button: "Charge 10.15 USD", "Charge one of 10.15, 8.00 USD". */
export function deedText(review: Pick<ChargeReview, 'amounts' | 'currency'>, t: Translate): string {
  const { amounts, currency } = review
  return amounts.length === 1
    ? t('recurrentPayment.dialog.charge', { amount: amounts[0] ?? '', currency })
    : t('recurrentPayment.dialog.chargeOneOf', { amounts: amounts.join(', '), currency })
}

/** Failures after which the reviewed charge can't be confirmed any more; after all others it still stands. */
const ended: readonly Failure['code'][] = [
  'intent-gone', 'intent-under-way', 'merchant-order-id-used', 'bridge-refused', 'defect', 'quitting',
]

export function endsReview(failure: Failure): boolean {
  return ended.includes(failure.code)
}
