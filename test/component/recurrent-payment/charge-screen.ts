import type { Answer } from '#shared/model/answers/answer.ts'
import type { PaymentReview } from '#shared/model/payments/payment.ts'
import { success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, type } from '../support/mount.ts'
import { anAnswer, aReview } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { label, text } from '../../support/texts.ts'

type Answers = Parameters<typeof openScreen>[1]

export const accepted = anAnswer(
  { type: 'async-response', 'gw-order-id': '6768788' },
  { operation: 'recurrent-payment', outcome: { kind: 'accepted', status: 'processing', final: false }, money: 'under-way' },
)

/** A charge that ended without a reply. */
export const ended = (outcome: Answer['outcome'], money: Answer['money']) =>
  success(anAnswer({}, { operation: 'recurrent-payment', outcome, money, serialNumber: null, orderId: null, reply: null }))

/** Opens the form; merchant order ids are proposed as gc-1, gc-2 and so on. */
export async function openForm(answers: Answers = {}, profile = aProfile()) {
  let proposals = 0
  const screen = await openScreen('/recurrent-payment', {
    'payments.proposeOrderId': () => success({ merchantOrderId: `gc-${proposals += 1}` as never }),
    'payments.review': () => success(aReview()),
    'payments.discard': () => success(null),
    'payments.submit': () => success(accepted),
    ...answers,
  }, [profile])
  await flushScreen()
  return screen
}

export async function fill(): Promise<void> {
  await type(field(label('cardReference')), '55889')
  await type(field(label('amount')), '10.15')
  await type(field(label('orderDescription')), 'Subscription November')
  await type(field(label('customerIpAddress')), '203.0.113.9')
}

export async function review(): Promise<void> {
  await click(button(text('operation.recurrent-payment.button')))
  await flushScreen()
}

/** Fills in the form and reviews it; the dialog shows this review. */
export async function reachDialog(changes: Partial<PaymentReview> = {}, answers: Answers = {}) {
  const screen = await openForm({ 'payments.review': () => success(aReview(changes)), ...answers })
  await fill()
  await review()
  return screen
}

export const dialog = (): HTMLElement | null => document.querySelector('[role="dialog"][aria-label="Confirm charge"]')

export async function confirm(name = text('verb.charge.amount', { amount: '10.15', currency: 'USD' })): Promise<void> {
  await click(button(name))
  await flushScreen()
}
