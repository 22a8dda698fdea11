import { describeReplyField } from '#shared/gateway/fields/reply-fields.ts'
import type {
  CardReference, EntryId, IntentId, Masked, MerchantKey, MerchantOrderId, MinorUnits, NetMinorUnits, OrderId, ProfileId,
  SerialNumber, UtcTime,
} from '#shared/brands.ts'
import type { Answer, Follow } from '#shared/model/answers/answer.ts'
import type { PaymentReview } from '#shared/model/payments/payment.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { success } from '#shared/result.ts'

export const serialNumber = '00000000-0000-0000-0000-000002d9b22a' as SerialNumber
const at = '2026-11-20T09:41:07.120Z' as UtcTime
const entryPoint = { kind: 'endpoint', id: '22903', currency: 'USD' } as const

/** An answer to a status query whose reply has these fields. */
export function anAnswer(reply: Readonly<Record<string, string>>, changes: Partial<Answer> = {}): Answer {
  return {
    entryId: 'entry-1' as EntryId, at, operation: 'status', profileId: 'profile-1' as ProfileId, environment: 'staging',
    entryPoint, outcome: { kind: 'answered' }, money: 'not-concerned',
    merchantOrderId: 'inv4097763' as MerchantOrderId, orderId: '6768788' as OrderId, serialNumber,
    errorCode: reply['error-code'] ?? null, errorText: (reply['error-message'] ?? null) as Masked | null, hints: [],
    reply: {
      httpStatus: 200,
      fields: Object.entries(reply).map(([name, value]) => {
        const { label, group, hint } = describeReplyField(name)
        return { name, label, group, value: value as Masked, ...(hint !== undefined && { hint }) }
      }),
      raw: Object.entries(reply).map(([name, value]) => `${name}=${value}`).join('&') as Masked,
    },
    signedText: 'acme-shopinv40977636768788{merchant_control}' as Masked, durationMs: 400, clockOffsetSeconds: 0,
    ...changes,
  }
}

/** A status of an order with the usual fields. */
export function aStatus(
  status: string, more: Readonly<Record<string, string>> = {}, changes: Partial<Answer> = {},
): Answer {
  return anAnswer({
    type: 'status-response', status, 'transaction-type': 'sale', 'order-stage': `sale_${status}`, amount: '10.15',
    currency: 'USD', 'serial-number': serialNumber, 'gw-order-id': '6768788', ...more,
  }, changes)
}

/** A card lookup that found a card. */
export function aCard(expireMonth = '07', expireYear = '2031'): Answer {
  return anAnswer({
    type: 'get-card-info-response', 'card-printed-name': 'ZOE ONEIL', bin: '444433', 'last-four-digits': '1111',
    'expire-month': expireMonth, 'expire-year': expireYear,
  }, { operation: 'get-card-info', merchantOrderId: null, orderId: null })
}

/** The progress of following an order. */
export function aFollow(changes: Partial<Follow> = {}): Follow {
  return { entryId: 'entry-1' as EntryId, answer: null, timesAsked: 0, nextAt: at, ended: null, ...changes }
}

/** A charge of 10.15 USD that waits to be confirmed. */
export function aReview(changes: Partial<PaymentReview> = {}): PaymentReview {
  return {
    intentId: 'intent-1' as IntentId, expiresAt: at, operation: 'recurrent-payment', profileId: 'profile-1' as ProfileId,
    profileName: 'Acme Shop', login: 'acme-shop', environment: 'staging', entryPoint,
    merchantOrderId: 'gc-1' as MerchantOrderId, cardReference: '55889' as CardReference, amounts: ['10.15'],
    orderId: null, minorAmount: '1015' as MinorUnits, effectiveAmount: '10.15', currency: 'USD',
    sent: [{ field: 'amount', value: '10.15' as Masked }, { field: 'cardReference', value: '55889' as Masked }],
    order: null, releasesHold: false, refundedKnownHere: null, refundsKnownTo: null, card: aCard(), cardFailure: null,
    cardVerified: true,
    possibleDuplicate: null, warnings: [], signedText: '22903acme-shopgc-1558891015USD{merchant_control}' as Masked,
    ...changes,
  }
}

/** A row of the list of payments. */
export function aLine(changes: Partial<HistoryRow> = {}, folded: readonly HistoryRow[] = [], checks = 0): HistoryLine {
  return { row: aRow(changes), folded, foldedCount: folded.length, checks }
}

/** An entry of the history about a charge. */
export function aRow(changes: Partial<HistoryRow> = {}): HistoryRow {
  return {
    entryId: 'entry-1' as EntryId, at, who: 'm.keller', profileId: 'profile-1' as ProfileId, profileName: 'Acme Shop',
    merchantKey: 'https://gate.example gw acme-shop' as MerchantKey, collision: null,
    environment: 'staging', operation: 'recurrent-payment', effect: 'moves-money', entryPoint, state: 'approved',
    merchantOrderId: 'gc-1' as MerchantOrderId, orderId: '6768788' as OrderId, serialNumber,
    cardReference: '55889' as CardReference, lastFour: '1111', minorAmount: '1015' as MinorUnits,
    enumeratedMinorAmounts: [], currency: 'USD', errorCode: null, errorText: null,
    reviewed: { minorAmount: '1015' as MinorUnits, currency: 'USD' }, netMinorAmount: '1015' as NetMinorUnits,
    cardBrand: null, cardholder: null, bankReference: null, approvalCode: null, finalAt: null, reason: null,
    comment: null, paymentEntryId: 'entry-1' as EntryId,
    ...changes,
  }
}

/** A charge whose reply was lost, checked once without a result; "not found" counts two hours after it was sent. */
export function anOpenOutcome(changes: Partial<OpenOutcome> = {}, row: Partial<HistoryRow> = {}): OpenOutcome {
  return {
    row: aRow({ state: 'unknown', orderId: null, serialNumber: null, ...row }), phase: 'planned',
    nextAskAt: '2026-11-20T09:42:10.000Z' as UtcTime, thenEveryMs: 5_000, timesAsked: 1,
    lastAskedAt: '2026-11-20T09:42:05.000Z' as UtcTime, cardholder: null,
    mismatches: ['not-found'], said: { errorCode: '9', errorText: 'Order not found' as Masked }, cannotAsk: null,
    closes: 'not-found', closesFrom: '2026-11-20T11:41:07.120Z' as UtcTime, mayBeClosed: false,
    ...changes,
  }
}

/** Answers the list page by page. */
export function inPages(lines: () => readonly HistoryLine[]) {
  return ({ before, limit }: { readonly before: string | null; readonly limit: number }) => {
    const from = Number(before ?? 0)
    const end = from + limit
    return success({ lines: lines().slice(from, end), next: end < lines().length ? String(end) : null })
  }
}
