/**
 * The field dictionary: every request field with its wire name, label, limit, kind and sensitivity (§2, §8). The rest
 * of the application uses the keys; wire names stay in this folder.
 */
import { isMasked, type FieldKind, type Limit, type Sensitivity } from './field-kinds.ts'

export interface Field {
  readonly key: FieldKey
  readonly wire: string
  readonly label: string
  /** One sentence for the person who fills in the field; absent if the label is enough. */
  readonly hint?: string
  readonly content: FieldKind
  readonly limit?: Limit
  readonly sensitivity: Sensitivity
  /** What the value decides about a payment. A person sees it in the system's message box exactly as it is sent. */
  readonly decides?: Decides
  /**
   * True if the value identifies the account or card that receives the money. Names, banks and purposes only describe
   * the receiver: their spelling varies, and many receivers share them.
   */
  readonly isDestination?: true
}

/** Who pays, who receives, how much and for what. */
type Decides = 'payer' | 'payee' | 'amount' | 'purpose'

type Entry = Omit<Field, 'key'>

const characters = (most: number, least?: number): Limit =>
  least === undefined ? { unit: 'characters', most } : { unit: 'characters', most, least }
const kilobytes64: Limit = { unit: 'bytes', most: 65_536 }

const identifier = (wire: string, label: string, most: number, hint?: string): Entry =>
  ({ wire, label, content: { kind: 'identifier' }, limit: characters(most), sensitivity: 'open', ...(hint && { hint }) })
const text = (wire: string, label: string, most?: number, hint?: string): Entry => ({
  wire, label, content: { kind: 'text' }, sensitivity: 'free-text',
  ...(most !== undefined && { limit: characters(most) }), ...(hint && { hint }),
})
const webAddress = (wire: string, label: string, hint: string): Entry =>
  ({ wire, label, hint, content: { kind: 'web-address' }, limit: characters(1024), sensitivity: 'free-text' })
const choice = (wire: string, label: string, choices: readonly string[], hint: string): Entry =>
  ({ wire, label, hint, content: { kind: 'choice', choices }, limit: characters(50), sensitivity: 'open' })
const phone = (wire: string, label: string): Entry =>
  ({ wire, label, content: { kind: 'text' }, sensitivity: 'open' })
const number = (wire: string, label: string): Entry =>
  ({ wire, label, content: { kind: 'whole-number' }, sensitivity: 'open' })
const yesNo = (wire: string, label: string): Entry =>
  ({ wire, label, content: { kind: 'yes-no' }, sensitivity: 'open' })
const never = (wire: string, label: string, content: FieldKind = { kind: 'text' }): Entry =>
  ({ wire, label, content, sensitivity: 'never' })
const payload = (wire: string, label: string): Entry =>
  ({ wire, label, content: { kind: 'multi-line' }, sensitivity: 'payload' })

const deciding = (decides: Decides, entry: Entry): Entry => ({ ...entry, decides })
const destination = (entry: Entry): Entry => ({ ...entry, decides: 'payee', isDestination: true })

const entries = {
  login: identifier('login', 'Merchant login', 20),
  control: { wire: 'control', label: 'Control', content: { kind: 'text' }, sensitivity: 'digest' },
  merchantOrderId: deciding('purpose', identifier('client_orderid', 'Merchant order id', 128, 'Your own id for the order.')),
  orderId: deciding('purpose', identifier('orderid', 'Order id', 128, 'The id that the gateway assigned to the order.')),
  serialNumber: identifier('by-request-sn', 'Serial number', 128, 'Identifies one request; the answer is about that request only.'),
  cardReference: deciding('payer', identifier('cardrefid', 'Card reference id', 20, 'Identifies a card on file.')),
  orderDescription: {
    decides: 'purpose',
    wire: 'order_desc', label: 'Order description', content: { kind: 'multi-line' }, limit: kilobytes64,
    sensitivity: 'free-text',
  },
  amount: {
    decides: 'amount',
    wire: 'amount', label: 'Amount', content: { kind: 'amount' }, limit: characters(10), sensitivity: 'open',
  },
  enumeratedAmounts: {
    decides: 'amount',
    wire: 'enumerate_amounts', label: 'Amounts to try in turn',
    hint: 'The gateway tries each until one is approved or the list ends.', content: { kind: 'amount-list' },
    limit: characters(128), sensitivity: 'open',
  },
  currency: {
    decides: 'amount',
    wire: 'currency', label: 'Currency', content: { kind: 'currency' }, limit: characters(3, 3), sensitivity: 'open',
  },
  cardVerificationValue: {
    wire: 'cvv2', label: 'cvv2', hint: '3 or 4 digits; required only if the bank asks for it. Never stored.',
    content: { kind: 'card-verification-value' }, limit: characters(4, 3), sensitivity: 'never',
  },
  customerIpAddress: {
    wire: 'ipaddress', label: 'Customer IP address', hint: "The customer's address, used for fraud checks; not the address of this computer.",
    content: { kind: 'ip-address' }, limit: characters(45), sensitivity: 'open',
  },
  comment: deciding('purpose', text('comment', 'Comment', 50)),
  purpose: deciding('payee', text('purpose', 'Purpose', 128, 'Where the payment goes, for example an account of the customer.')),
  redirectUrl: webAddress('redirect_url', 'Redirect address',
    'Where the cardholder is sent at the end. A 3-D Secure order needs it.'),
  redirectSuccessUrl: webAddress('redirect_success_url', 'Redirect address when approved', 'Only when approved.'),
  redirectFailUrl: webAddress('redirect_fail_url', 'Redirect address when not approved', 'When declined or filtered.'),
  serverCallbackUrl: webAddress('server_callback_url', 'Callback address', 'Receives the result, server to server.'),
  merchantData: {
    wire: 'merchant_data', label: 'Merchant data', hint: 'Returned with the status and the callback.',
    content: { kind: 'multi-line' }, limit: kilobytes64, sensitivity: 'free-text',
  },
  recurrentScenario: choice('recurrent_scenario', 'Recurrent scenario', ['REGULAR', 'IRREGULAR'],
    "Overrides the gate's setting; only some acquirers use it."),
  recurrentInitiator: choice('recurrent_initiator', 'Recurrent initiator', ['CARDHOLDER', 'MERCHANT'],
    "Overrides the gate's setting; only some acquirers use it."),

  cardNumber: {
    decides: 'payer',
    wire: 'credit_card_number', label: 'Card number', content: { kind: 'card-number' }, limit: characters(19, 12),
    sensitivity: 'card-number',
  },
  secondCardNumber: {
    decides: 'payer',
    wire: 'cardNumber', label: 'Card number (second name)', content: { kind: 'card-number' },
    limit: characters(19, 12), sensitivity: 'card-number',
  },
  cardHolder: text('card_printed_name', 'Name on the card', 128),
  expireMonth: { wire: 'expire_month', label: 'Expiry month', content: { kind: 'month' }, sensitivity: 'open' },
  expireYear: { wire: 'expire_year', label: 'Expiry year', content: { kind: 'year' }, sensitivity: 'open' },
  firstName: text('first_name', 'First name'),
  middleName: text('middle_name', 'Middle name'),
  lastName: text('last_name', 'Last name'),
  email: text('email', 'E-mail'),
  phone: phone('phone', 'Phone'),
  cellPhone: phone('cell_phone', 'Mobile phone'),
  country: text('country', 'Country', 2, 'Two-letter code.'),
  state: text('state', 'State', undefined, 'Needed for the USA, Canada and Australia.'),
  city: text('city', 'City'),
  zipCode: text('zip_code', 'ZIP code'),
  address: text('address1', 'Address'),
  birthday: never('birthday', 'Birthday'),
  socialSecurityNumber: never('ssn', 'Social security number'),

  browserInfo: yesNo('customer_browser_info', 'Browser data are sent'),
  browserScreenWidth: number('customer_browser_screen_width', 'Screen width'),
  browserScreenHeight: number('customer_browser_screen_height', 'Screen height'),
  browserColorDepth: number('customer_browser_color_depth', 'Colour depth'),
  browserUserAgent: text('customer_user_agent', 'User agent'),
  browserAccept: text('customer_accept', 'Accept header'),
  browserAcceptLanguage: text('customer_accept_language', 'Accept-Language header'),
  browserTimeZone: number('customer_browser_time_zone', 'Time zone offset in minutes'),
  browserJavascriptEnabled: yesNo('customer_browser_javascript_enabled', 'JavaScript is on'),
  browserJavaEnabled: yesNo('customer_browser_java_enabled', 'Java is on'),

  threeDSecureServerTransactionId: identifier('threeDSServerTransID', '3-D Secure server transaction id', 128),
  methodCompletion: choice('threeDSCompInd', '3-D Secure method completion', ['Y', 'N', 'U'],
    'Y: the method ended. N: it did not. U: there was no method address.'),
  notificationUrl: webAddress('notificationURL', 'Notification address', 'Where the issuer posts its answer.'),
  challengeResponse: payload('cres', 'Challenge response'),
  authenticationResponse: payload('paRes', 'Authentication response'),
  authenticationMerchantData: payload('md', 'Authentication merchant data'),

  depositToCard: deciding('payee', yesNo('deposit2card', 'Deposit to card')),
  destinationCardNumber: destination({
    wire: 'destination-card-no', label: 'Destination card number', content: { kind: 'card-number' },
    limit: characters(19, 12), sensitivity: 'card-number',
  }),
  destinationCardReference: destination(identifier('destination-card-ref-id', 'Destination card reference id', 20)),
  cardRecurringPaymentId: deciding('payer', identifier('card_recurring_payment_id', 'Recurring payment id', 128)),
  destinationCardRecurringPaymentId:
    destination(identifier('destination_card_recurring_payment_id', 'Destination recurring payment id', 128)),
  sendingCardReference: identifier('sending-card-ref-id', 'Sending card reference id', 20),
  receiverFirstName: deciding('payee', text('receiver_first_name', "Receiver's first name")),
  receiverMiddleName: deciding('payee', text('receiver_middle_name', "Receiver's middle name")),
  receiverLastName: deciding('payee', text('receiver_last_name', "Receiver's last name")),
  receiverPhone: deciding('payee', phone('receiver_phone', "Receiver's phone")),
  receiverResident: yesNo('receiver_resident', 'Receiver is resident'),
  receiverIdentityDocumentSeries: never('receiver_identity_document_series', "Receiver's document series"),
  receiverIdentityDocumentNumber: never('receiver_identity_document_number', "Receiver's document number"),
  receiverIdentityDocumentId: never('receiver_identity_document_id', "Receiver's document kind"),
  receiverAddress: text('receiver_address1', "Receiver's address"),
  receiverCity: text('receiver_city', "Receiver's city"),
  accountNumber: destination(never('account_number', 'Account number')),
  bankBranch: deciding('payee', text('bank_branch', 'Bank branch')),
  bankName: deciding('payee', text('bank_name', 'Bank name')),

  callbackStatus: identifier('status', 'Status', 128),
} as const satisfies Record<string, Entry>

export type FieldKey = keyof typeof entries

export const fieldKeys = Object.keys(entries) as readonly FieldKey[]

/** The dictionary by key. */
export const fields: { readonly [Key in FieldKey]: Field } = Object.fromEntries(
  fieldKeys.map((key) => [key, { key, ...entries[key] }]),
) as { [Key in FieldKey]: Field }

/** Decoded values by key; an absent key is not sent. */
export type FieldValues = { readonly [Key in FieldKey]?: string | undefined }

/** True for a field whose value only goes from the page to main, such as card numbers, cvv2 and payloads. */
export function isConfidential(key: FieldKey): boolean {
  return isMasked(fields[key].sensitivity)
}
