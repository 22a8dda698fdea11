/** The fields of a status reply about 3-D Secure: the next step, or the result (§2.9, §3). */
import type { Pair } from '#shared/gateway/encoding/form.ts'
import type { Addresses } from './addresses.ts'
import { autoForm } from '../http/html.ts'
import { authenticationIds, authenticationRequest, challengeRequest, methodData } from './issuer-messages.ts'
import type { OrderRecord } from '../orders/orders.ts'
import type { TransactionState } from '../orders/transaction-state.ts'

/** The fields for an order in this state; none for an order without 3-D Secure. */
export function authenticationFields(
  record: OrderRecord, currentState: TransactionState, addresses: Addresses,
): Pair[] {
  if (currentState.authenticated !== null) return endFields(currentState.authenticated)
  if (currentState.waitsFor === null) return []
  const redirectTo: Pair = ['redirect-to', addresses.cardholder(record.order.orderId)]
  switch (currentState.waitsFor) {
    case 'method': return [...methodFields(record, addresses), redirectTo]
    case 'challenge': return [...challengeFields(record, addresses), redirectTo]
    case 'authentication': return [...authenticationRequestFields(record, addresses), redirectTo]
  }
}

function methodFields({ order }: OrderRecord, { issuer, methodEnded }: Addresses): Pair[] {
  return [
    ['tds-status', 'MethodUrlFrame'],
    ['tds-method-url-frame-3ds-server-trans-id', authenticationIds(order).serverTransactionId],
    ['tds-method-url-frame-3ds-method-url', issuer.method],
    ['html', autoForm('3-D Secure method', issuer.method, [['threeDSMethodData', methodData(order, methodEnded)]])],
  ]
}

function challengeFields({ order, steps }: OrderRecord, { issuer, cardholderAnswer }: Addresses): Pair[] {
  const notificationUrl = steps.at(-1)?.notificationUrl ?? cardholderAnswer(order.orderId, 'challenge')
  const request = challengeRequest(order, notificationUrl)
  return [
    ['tds-status', 'CReqForm'],
    ['tds-creq-form-acs-url', issuer.challenge],
    ['tds-creq-form-creq', request],
    ['eci', authenticatedEci],
    ['html', autoForm('3-D Secure challenge', issuer.challenge, [['creq', request]])],
  ]
}

function authenticationRequestFields({ order }: OrderRecord, { issuer, cardholderAnswer }: Addresses): Pair[] {
  const request = authenticationRequest(order)
  const { merchantData } = authenticationIds(order)
  return [
    ['tds-status', 'PaReqForm'],
    ['tds-pareq-form-pareq', request],
    ['tds-pareq-form-acs-url', issuer.authentication],
    ['tds-pareq-form-md', merchantData],
    ['html', autoForm('3-D Secure authentication', issuer.authentication, [
      ['PaReq', request], ['MD', merchantData], ['TermUrl', cardholderAnswer(order.orderId, 'authentication')],
    ])],
  ]
}

const authenticatedEci = '05'
const notAuthenticatedEci = '07'

/** `NOT_AUTHENTICATED` is invented: the interface documents only the other value. */
function endFields(passed: boolean): Pair[] {
  return [
    ['verified-3d-status', passed ? 'AUTHENTICATED' : 'NOT_AUTHENTICATED'],
    ['eci', passed ? authenticatedEci : notAuthenticatedEci],
  ]
}
