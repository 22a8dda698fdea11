/** The reply dictionary: labels, groups and sensitivity of the fields of §2.3, §2.5, §2.7 and §2.9. */
import { sensitivityByName } from './confidential-names.ts'
import type { Sensitivity } from './field-kinds.ts'

/** The groups of an order's fields on the screen. */
export const replyGroups = ['outcome', 'references', 'money', 'card', 'customer', 'bank', '3-d-secure', 'loyalty', 'other'] as const

export type ReplyGroup = (typeof replyGroups)[number]

export interface ReplyField {
  readonly label: string
  readonly group: ReplyGroup
  readonly sensitivity: Sensitivity
  /** The purpose of the field, if its label does not explain it. */
  readonly hint?: string
}

const open = (label: string, group: ReplyGroup, hint?: string): ReplyField =>
  ({ label, group, sensitivity: 'open', ...(hint !== undefined && { hint }) })
const free = (label: string, group: ReplyGroup): ReplyField => ({ label, group, sensitivity: 'free-text' })
const payload = (label: string): ReplyField => ({ label, group: '3-d-secure', sensitivity: 'payload' })

const entries = {
  type: open('Reply type', 'outcome'),
  status: open('Status', 'outcome'),
  'order-stage': open('Order stage', 'outcome'),
  'transaction-type': open('Transaction type', 'outcome'),
  'error-message': free('Message', 'outcome'),
  'error-code': free('Code', 'outcome'),
  'motivational-message': free('Reason in detail', 'outcome'),
  'transaction-date': open('Final status since', 'outcome'),

  'serial-number': open('Serial number', 'references', 'Identifies this request at the gateway.'),
  'by-request-sn': open('Serial number in the request', 'references'),
  'gw-order-id': open('Order id', 'references'),
  'merchant-order-id': open('Merchant order id', 'references'),
  'end-point-id': open('Endpoint', 'references'),
  'receipt-id': open('Receipt id', 'references'),
  'processor-rrn': open('Bank reference (RRN)', 'references'),
  'processor-tx-id': open('Acquirer transaction id', 'references'),
  'approval-code': open('Approval code', 'references'),
  merchantdata: free('Merchant data', 'references'),

  amount: open('Amount', 'money'),
  currency: open('Currency', 'money'),
  'initial-amount': open('Initial amount without fees', 'money'),
  'seller-commission': open('Total commission', 'money'),
  'acquirer-commission': open('Acquirer commission', 'money'),
  'gate-partial-reversal': open('Partial refund', 'money'),
  'gate-partial-capture': open('Partial capture', 'money'),

  'card-ref-id': open('Card reference id', 'card', 'Charges this card again; used for recurrent payments.'),
  'unq-card-ref-id': open('Unique card id', 'card', 'The same for one card number; for loyalty and fraud checks. It cannot be charged.'),
  'recurring-payment-id': open('Recurring payment id', 'card', 'Used by a different set of operations and for automatic transactions.'),
  'dst-card-ref-id': open('Destination card reference id', 'card', 'Only as the destination card of a transfer.'),
  'dst-recurring-payment-id': open('Destination recurring payment id', 'card', 'Only as the destination card of a transfer.'),
  'card-printed-name': free('Name on the card', 'card'),
  'expire-year': open('Expiry year', 'card'),
  'expire-month': open('Expiry month', 'card'),
  bin: open('BIN', 'card'),
  'last-four-digits': open('Last four digits', 'card'),
  'card-type': open('Card type', 'card'),
  name: free('Cardholder', 'card'),
  'cardholder-name': free('Cardholder name', 'card'),
  'card-exp-month': open('Expiry month', 'card'),
  'card-exp-year': open('Expiry year', 'card'),
  'card-hash-id': open('Card hash id', 'card', 'Unique card id for loyalty programs or fraud checks.'),
  'card-country-alpha-three-code': open("Issuer's country", 'card'),
  'destination-card-country-alpha-three-code': open("Destination issuer's country", 'card'),
  'bank-name': free('Bank', 'card'),
  'ips-src-payment-product-code': open('Product code', 'card'),
  'ips-src-payment-product-name': open('Product', 'card'),
  'ips-src-payment-type-code': open('Card type code', 'card'),
  'ips-src-payment-type-name': open('Card type by network', 'card'),

  phone: open('Phone', 'customer'),
  email: free('E-mail', 'customer'),
  'first-name': free('First name', 'customer'),
  'last-name': free('Last name', 'customer'),
  country: open('Country', 'customer'),
  state: free('State', 'customer'),
  city: free('City', 'customer'),
  zip_code: free('ZIP code', 'customer'),
  address1: free('Address', 'customer'),

  'terminal-id': open('Terminal', 'bank'),
  'gw-processing-date': open('Processed at the acquirer', 'bank'),
  descriptor: free('Descriptor', 'bank'),
  'original-gate-descriptor': free('Descriptor of the gate', 'bank'),

  'verified-3d-status': open('3-D Secure result', '3-d-secure'),
  eci: open('ECI', '3-d-secure'),
  'redirect-to': open('Address for the cardholder', '3-d-secure'),
  'tds-status': open('3-D Secure step', '3-d-secure'),
  html: open('Page from the issuer', '3-d-secure'),
  'tds-method-url-frame-3ds-server-trans-id': open('3-D Secure server transaction id', '3-d-secure'),
  'tds-method-url-frame-3ds-method-url': open('Method address', '3-d-secure'),
  'tds-creq-form-acs-url': open('Challenge address', '3-d-secure'),
  'tds-creq-form-creq': payload('Challenge request'),
  'tds-pareq-form-pareq': payload('Authentication request'),
  'tds-pareq-form-acs-url': open('Authentication address', '3-d-secure'),
  'tds-pareq-form-md': payload('Authentication merchant data'),

  'loyalty-balance': open('Loyalty balance', 'loyalty'),
  'loyalty-message': free('Loyalty message', 'loyalty'),
  'loyalty-bonus': open('Loyalty bonus', 'loyalty'),
  'loyalty-program': open('Loyalty program', 'loyalty'),
} as const satisfies Record<string, ReplyField>

export type ReplyFieldName = keyof typeof entries

const known = new Map<string, ReplyField>(Object.entries(entries))

/** Every reply field of the interface document. */
export const replyFieldNames = Object.keys(entries) as readonly ReplyFieldName[]

/** True for a reply field of the interface document. */
export function isKnownReplyField(name: string): boolean {
  return known.has(name)
}

/** Describes a reply field. An unknown field is free text in the group `other` with its name as the label. */
export function describeReplyField(name: string): ReplyField {
  return known.get(name) ?? { label: name, group: 'other', sensitivity: 'free-text' }
}

/**
 * The sensitivity of a reply field's value. SECURITY: an echoed request field is masked even if no documented reply
 * contains it, in any case and also under other software's name.
 */
export function replySensitivity(name: string): Sensitivity {
  return sensitivityByName(name) ?? describeReplyField(name).sensitivity
}
