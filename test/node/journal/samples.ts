import type {
  CardReference, EntryId, Masked, MerchantKey, MerchantOrderId, MinorUnits, NoteId, OrderId, ProfileId, SerialNumber,
  UtcTime,
} from '#shared/brands.ts'
import { baseString, oauthParameters } from '#shared/gateway/signing/oauth.ts'
import type { HistoryQuery } from '#shared/model/history/history-list.ts'
import type { NoteRecord } from '#shared/model/history/note.ts'
import type { Intent, Observation, OutcomeRecord } from '../../../electron/journal/port.ts'

export const profileId = 'profile-one' as ProfileId

/** The merchant of `charge`. */
export const merchantKey = 'http://127.0.0.1:1 gw shop' as MerchantKey

/** Its profile, for queries by merchant. */
export const shop = { profileId, merchantKey }

/** Minutes after a fixed time, in the journal's format. */
export const at = (minute: number): UtcTime => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString() as UtcTime

export const masked = (text: string): Masked => text as Masked

/** A recurrent charge of 10.15 USD; `name` determines its entry id and merchant order id. */
export function charge(name: string, changes: Partial<Intent> = {}): Intent {
  return {
    entryId: `entry-${name}` as EntryId, at: at(0), who: 'mara', profileId, profileName: 'Shop', merchantKey, environment: 'sandbox',
    operation: 'recurrent-payment', effect: 'moves-money', createsOrder: true,
    entryPoint: { kind: 'endpoint', id: '2773', currency: 'USD' }, merchantOrderId: `order-${name}` as MerchantOrderId,
    orderId: null, askedSerialNumber: null, cardReference: '1000000001' as CardReference,
    minorAmount: '1015' as MinorUnits, currency: 'USD', enumeratedMinorAmounts: [],
    fields: [{ name: 'order_desc', value: masked('winter boots') }, { name: 'amount', value: masked('10.15') }],
    url: 'http://127.0.0.1:1/gw/api/v2/make-rebill-sale/2773', signedText: masked('2773…[secret]'), reason: null, login: 'shop',
    gatewayAt: null, releasesHold: false, reviewed: amountIn(changes), ...changes,
  }
}

/** The reviewed amount: the one that is sent. */
function amountIn({ minorAmount = '1015' as MinorUnits, currency = 'USD' }: Partial<Intent>): Intent['reviewed'] {
  return minorAmount === null || currency === null ? null : { minorAmount, currency }
}

export function statusRead(name: string, changes: Partial<Intent> = {}): Intent {
  return charge(name, {
    operation: 'status', effect: 'reads', createsOrder: false, minorAmount: null, currency: null, cardReference: null,
    fields: [], ...changes,
  })
}

/** The stored text of a request signed with OAuth. */
export function signedWithOAuth(nonce: string): Masked {
  const identity = { consumerKey: 'shop', nonce, timestamp: '1795192470', method: 'RSA-SHA256' } as const
  const pairs = [['client_orderid', 'winter boots & more'], ...oauthParameters(identity)] as const
  return masked(baseString('POST', 'http://127.0.0.1:1/gw/api/v4/status/2773', pairs))
}

/** A refund of order 77; `name` determines its entry id. */
export function refund(name: string, changes: Partial<Intent> = {}): Intent {
  return charge(name, {
    operation: 'return', createsOrder: false, cardReference: null, orderId: orderId('77'),
    merchantOrderId: merchantOrderId('order-sold'), fields: [], ...changes,
  })
}

export function outcome(name: string, changes: Partial<OutcomeRecord> = {}): OutcomeRecord {
  return {
    entryId: `entry-${name}` as EntryId, at: at(1), kind: 'accepted', fault: null, httpStatus: 200, status: null, stage: null,
    orderId: null, serialNumber: null, errorCode: null, errorText: null, lastFour: null,
    reply: masked('type=async-response\n'), durationMs: 120, ...changes,
  }
}

export const notSent = (name: string): OutcomeRecord =>
  outcome(name, { kind: 'not-sent', fault: 'connection-refused', httpStatus: null, reply: null })

export function observation(name: string, changes: Partial<Observation> = {}): Observation {
  return {
    entryId: `entry-${name}` as EntryId, at: at(2), status: 'processing', stage: 'sale_processing', step: null, orderId: null,
    serialNumber: null, errorCode: null, errorText: null, lastFour: null, reply: masked('type=status-response\n'),
    resolves: false, ...changes,
  }
}

/** A note of an entry; `number` determines its id. */
export function note(
  name: string, { number = 1, ...changes }: Partial<NoteRecord> & { readonly number?: number } = {},
): NoteRecord {
  return {
    entryId: `entry-${name}` as EntryId, at: at(10 + number), who: 'mara', noteId: String(number).padStart(32, '0') as NoteId,
    about: 'payment', change: 'added', followUp: null, text: masked('customer called'), tags: [], ...changes,
  }
}

export const orderId = (text: string): OrderId => text as OrderId
export const serialNumber = (text: string): SerialNumber => text as SerialNumber
export const entryId = (name: string): EntryId => `entry-${name}` as EntryId
export const merchantOrderId = (text: string): MerchantOrderId => text as MerchantOrderId

export function query(changes: Partial<HistoryQuery> = {}): HistoryQuery {
  return { text: '', states: [], operations: [], profileId: null, before: null, limit: 50, ...changes }
}
