/** Names of the ids that find a payment, as used in logs, mails, addresses and replies. */
import { sensitivityByName, soundsConfidential } from './confidential-names.ts'
import { fields, type FieldKey } from './fields.ts'
import { describeReplyField, type ReplyFieldName } from './reply-fields.ts'

/** The kinds of ids that are distinguished by name. */
const idKinds = [
  'serialNumber', 'orderId', 'merchantOrderId', 'cardReference', 'bankReference', 'approvalCode', 'acquirerId',
  'receiptId', 'cardholder', 'lastFour', 'amount',
] as const
export type IdKind = (typeof idKinds)[number]

/** The keys of an id in both dictionaries, and its names elsewhere. */
interface Names {
  readonly fields: readonly FieldKey[]
  readonly replies: readonly ReplyFieldName[]
  readonly foreign: readonly string[]
}

const namesOf: Readonly<Record<IdKind, Names>> = {
  serialNumber: { fields: ['serialNumber'], replies: ['serial-number', 'by-request-sn'], foreign: ['serial no', 'serial'] },
  orderId: { fields: ['orderId'], replies: ['gw-order-id'], foreign: ['order', 'gateway order id', 'order number'] },
  merchantOrderId: {
    fields: ['merchantOrderId'], replies: ['merchant-order-id'],
    foreign: ['client order id', 'merchant_order', 'merchant order', 'invoice', 'invoice number'],
  },
  cardReference: { fields: ['cardReference'], replies: ['card-ref-id'], foreign: ['card reference', 'card ref'] },
  bankReference: {
    fields: [], replies: ['processor-rrn'], foreign: ['rrn', 'bank reference', 'retrieval reference number'],
  },
  approvalCode: { fields: [], replies: ['approval-code'], foreign: ['auth code', 'authorization code', 'authorisation code'] },
  acquirerId: { fields: [], replies: ['processor-tx-id'], foreign: ['acquirer id', 'acquirer reference'] },
  receiptId: { fields: [], replies: ['receipt-id'], foreign: ['receipt', 'receipt number'] },
  cardholder: { fields: ['cardHolder'], replies: ['name', 'cardholder-name'], foreign: ['card holder'] },
  lastFour: { fields: [], replies: ['last-four-digits'], foreign: ['last four', 'last 4', 'ending in', 'ending'] },
  amount: { fields: ['amount'], replies: ['amount', 'initial-amount'], foreign: ['sum', 'total'] },
}

const kindByName: ReadonlyMap<string, IdKind> = new Map(idKinds.flatMap((kind) => {
  const { fields: keys, replies, foreign } = namesOf[kind]
  const names = [
    ...keys.flatMap((key) => [fields[key].wire, fields[key].label]),
    ...replies.flatMap((name) => [name, describeReplyField(name).label]), ...foreign,
  ]
  return names.map((name) => [plainName(name), kind] as const)
}))

/** Names of numbers that do not identify a payment. */
const otherNames: ReadonlySet<string> = new Set([
  'endpoint', 'endpointid', 'endpointgroup', 'groupid', 'oauthtimestamp', 'oauthnonce', 'timestamp', 'nonce', 'errorcode',
  'code', 'bin', 'phone', 'cellphone', 'zipcode', 'zip', 'ipaddress', 'terminalid', 'useragent', 'contentlength', 'port',
])

/**
 * The kind of id that a name means, in any spelling. `other` for the name of something else or of a confidential value;
 * null for an unknown name.
 */
export function idKindByName(name: string): IdKind | 'other' | null {
  const plain = plainName(name)
  // SECURITY: a value named as a secret, digest or card number is never searched for.
  if (sensitivityByName(name) !== null || soundsConfidential(name)) return 'other'
  return kindByName.get(plain) ?? (otherNames.has(plain) ? 'other' : null)
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
