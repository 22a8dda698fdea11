import type { FieldKey, FieldValues } from '#shared/gateway/fields.ts'
import { fields } from '#shared/gateway/fields.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import { success } from '#shared/result.ts'
import { anAnswer, aFollow, aReview } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, type } from '../support/mount.ts'
import { text } from '../../texts.ts'

type Answers = Parameters<typeof openScreen>[1]

export const card = '4111111111111111'

const order: FieldValues = {
  amount: '10.15', orderDescription: 'Shoes', customerIpAddress: '203.0.113.9',
}
const withCard: FieldValues = {
  ...order, cardNumber: card, cardHolder: 'ZOE ONEIL', expireMonth: '07', expireYear: '31',
}

/** What a person types into each form so that it may be sent; ids that are proposed are left as they are. */
export const filled: { readonly [Id in OperationId]?: FieldValues } = {
  'sale': { ...withCard, cardVerificationValue: '123' },
  'preauth': { ...withCard, cardVerificationValue: '123' },
  'recurrent-preauthorisation': { ...order, cardReference: '55889' },
  'transfer-v4': { ...withCard, destinationCardNumber: '5555555555554444' },
  'payout-v2': { accountNumber: 'DE00 made up', amount: '10.15' },
  'payout-v4': { accountNumber: 'DE00 made up', amount: '10.15' },
  'pan-eligibility-send': { sendingCardReference: '55889' },
  'status-v4': { merchantOrderId: 'inv4097763' },
  'upload-method-url-result': {
    orderId: '6768788', merchantOrderId: 'inv4097763', threeDSecureServerTransactionId: 'tx-1', methodCompletion: 'Y',
  },
  'upload-cres-result': { orderId: '6768788', merchantOrderId: 'inv4097763', challengeResponse: 'eyJhbGciOiJub25lIn0' },
  'upload-pares-result': {
    orderId: '6768788', merchantOrderId: 'inv4097763', authenticationResponse: 'eJxVUtt', authenticationMerchantData: 'md-value',
  },
}

/** Opens an operation's form; merchant order ids are proposed as gc-1, gc-2 and so on. */
export async function openOperation(id: string, answers: Answers = {}, profile = aProfile()) {
  let proposals = 0
  const screen = await openScreen(`/more-operations/${id}`, {
    'payments.proposeOrderId': () => success({ merchantOrderId: `gc-${proposals += 1}` as never }),
    'payments.review': () => success(aReview()),
    'payments.discard': () => success(null),
    'payments.submit': () => success(anAnswer(
      { type: 'async-response', 'gw-order-id': '6768788' },
      { operation: id as OperationId, outcome: { kind: 'accepted', status: 'processing', final: false }, money: 'under-way' },
    )),
    'orders.follow': () => success(aFollow()),
    'operations.perform': () => success(anAnswer(
      { type: 'async-response', 'gw-order-id': '6768788' },
      { operation: id as OperationId, outcome: { kind: 'accepted', status: 'processing', final: false } },
    )),
    ...answers,
  }, [profile])
  await flushScreen()
  return screen
}

const form = (): HTMLFormElement => document.querySelector<HTMLFormElement>('main form')!

/** The control of a field within the form. */
export const control = (key: FieldKey) => field(fields[key].label, form())

export async function fill(values: FieldValues): Promise<void> {
  for (const [key, value] of Object.entries(values) as [FieldKey, string][]) await type(control(key), value)
}

/** Presses the form's own button. */
export async function submit(): Promise<void> {
  await click(form().querySelector<HTMLElement>('button[type="submit"]')!)
  await flushScreen()
}

export async function cancel(): Promise<void> {
  await click(button(text('common.cancel')))
  await flushScreen()
}
