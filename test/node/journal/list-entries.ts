/** Payments, refunds and lookups as the history lists them, with replies that have card and references. */
import type { CardReference, Masked, MerchantKey, MinorUnits, ProfileId, UtcTime } from '#shared/brands.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { charge, entryId, masked, merchantOrderId, orderId, outcome, serialNumber, statusRead } from './samples.ts'
import { valueOf } from './with-journal.ts'

export const moment = (text: string): UtcTime => text as UtcTime
const minor = (text: string): MinorUnits => text as MinorUnits

/** The stored text of a status reply. */
export function statusReply(fields: Readonly<Record<string, string>>): Masked {
  const all = { type: 'status-response', ...fields }
  return masked(Object.entries(all).map(([name, value]) => `${name}=${encodeURIComponent(value)}\n`).join('&'))
}

export interface Sale {
  readonly name: string
  readonly at?: string
  /** When its outcome is recorded. */
  readonly answeredAt?: string
  readonly state?: 'approved' | 'declined' | 'filtered' | 'processing'
  readonly amount?: string
  readonly currency?: string
  readonly who?: string
  readonly merchantKey?: MerchantKey
  readonly profileId?: ProfileId
  readonly environment?: Environment
  readonly errorCode?: string | null
  readonly lastFour?: string
  readonly cardReference?: string | null
  readonly operation?: 'sale' | 'recurrent-payment' | 'preauth'
  readonly reply?: Readonly<Record<string, string>>
}

/** A charge with its answer. Its order id is its name with the prefix "o-". */
export async function sell(journal: JournalPort, sale: Sale): Promise<void> {
  const { name, state = 'approved', amount = '1015', currency = 'USD', errorCode = null, lastFour = '0001' } = sale
  const { cardReference = '1000000001', operation = 'recurrent-payment' } = sale
  const changes = {
    ...(sale.at !== undefined && { at: moment(sale.at) }), ...(sale.who !== undefined && { who: sale.who }),
    ...(sale.merchantKey !== undefined && { merchantKey: sale.merchantKey }),
    ...(sale.profileId !== undefined && { profileId: sale.profileId }),
    ...(sale.environment !== undefined && { environment: sale.environment }),
  }
  await valueOf(journal.recordIntent(charge(name, {
    ...changes, operation, effect: operation === 'preauth' ? 'holds-money' : 'moves-money', minorAmount: minor(amount), currency,
    cardReference: cardReference as CardReference | null, fields: [], merchantOrderId: merchantOrderId(`m-${name}`),
    reviewed: { minorAmount: minor(amount), currency },
  })))
  await valueOf(journal.recordOutcome(outcome(name, {
    ...(sale.answeredAt !== undefined && { at: moment(sale.answeredAt) }),
    kind: 'accepted', status: state, orderId: orderId(`o-${name}`), serialNumber: serialNumber(`sn-${name}`), errorCode, lastFour,
    reply: statusReply({ status: state, 'transaction-type': operation === 'preauth' ? 'preauth' : 'sale', ...sale.reply }),
  })))
}

export interface Action {
  readonly name: string
  readonly of: string
  readonly operation?: 'return' | 'void' | 'capture'
  readonly at?: string
  readonly state?: 'approved' | 'declined'
  /** The sent amount; null is the full amount. */
  readonly amount?: string | null
  readonly reviewed?: string | null
  readonly releasesHold?: boolean
  readonly reply?: Readonly<Record<string, string>>
  readonly comment?: string
}

/** A refund, void or capture of an order. */
export async function act(journal: JournalPort, action: Action): Promise<void> {
  const { name, of, operation = 'return', state = 'approved', amount = null, releasesHold = false, comment } = action
  const reviewed = action.reviewed === undefined ? amount : action.reviewed
  await valueOf(journal.recordIntent(charge(name, {
    ...(action.at !== undefined && { at: moment(action.at) }), operation, createsOrder: false, cardReference: null,
    orderId: orderId(`o-${of}`), merchantOrderId: merchantOrderId(`m-${of}`),
    minorAmount: amount === null ? null : minor(amount), currency: amount === null ? null : 'USD',
    fields: comment === undefined ? [] : [{ name: 'comment', value: masked(comment) }],
    reviewed: reviewed === null ? null : { minorAmount: minor(reviewed), currency: 'USD' }, releasesHold,
  })))
  await valueOf(journal.recordOutcome(outcome(name, {
    kind: 'accepted', status: state, orderId: orderId(`o-${of}`), serialNumber: serialNumber(`sn-${name}`), lastFour: '0001',
    reply: statusReply({
      'status': state, 'transaction-type': operation === 'capture' ? 'capture' : 'reversal', ...action.reply,
    }),
  })))
}

/** A lookup of an order. */
export async function lookUp(journal: JournalPort, name: string, of: string): Promise<void> {
  await valueOf(journal.recordRead({
    intent: statusRead(name, { orderId: orderId(`o-${of}`), merchantOrderId: merchantOrderId(`m-${of}`) }),
    outcome: outcome(name, { kind: 'answered', orderId: orderId(`o-${of}`) }),
  }))
}

/** Names of entries, for reading. */
export const named = (rows: readonly { readonly entryId: string }[]): string[] =>
  rows.map((row) => row.entryId.replace('entry-', ''))

export { entryId }
