import type {
  CardReference, EntryId, Masked, MerchantOrderId, MinorUnits, OrderId, ProfileId, SerialNumber, UtcTime,
} from '#shared/brands.ts'
import type { EntryDetail, EntryEvent, HistoryRow } from '#shared/model/history.ts'
import type { OrderPage } from '#shared/model/order.ts'
import { success } from '#shared/result.ts'
import { aFollow, aReview, aRow, aStatus } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { button, click, words } from '../support/mount.ts'

type Answers = Parameters<typeof openScreen>[1]

export const at = (clock: string): UtcTime => `2026-11-20T${clock}.000Z` as UtcTime
export const address = '/order?profile=profile-1&entryPoint=endpoint:22903&orderId=6768788'

export const intent = (clock: string, reason: string | null = null): EntryEvent =>
  ({ kind: 'intent', at: at(clock), who: 'm.keller', reason: reason as Masked | null })

export const outcome = (clock: string, changes: Partial<Extract<EntryEvent, { kind: 'outcome' }>> = {}): EntryEvent => ({
  kind: 'outcome', at: at(clock), outcome: 'accepted', fault: null, httpStatus: 200, status: null, stage: null,
  errorCode: null, errorText: null, durationMs: 400, reply: 'type=async-response' as Masked, ...changes,
})

export const seen = (
  clock: string, status: string, stage: string | null, changes: Partial<Extract<EntryEvent, { kind: 'observation' }>> = {},
): EntryEvent => ({
  kind: 'observation', at: at(clock), lastAt: at(clock), repeats: 0, status, stage, step: null, errorCode: null,
  errorText: null, reply: `status=${status}` as Masked, settles: false, ...changes,
})

export function anEntry(changes: Partial<HistoryRow>, events: readonly EntryEvent[]): EntryDetail {
  return {
    row: aRow({ at: at('09:41:07'), ...changes }), url: 'https://staging.gate.example/gw/api/v2/make-rebill-sale/22903',
    fields: [], signedText: `signed-${changes.entryId ?? 'entry-1'}{merchant_control}` as Masked, askedSerialNumber: null, events,
  }
}

/** A recurrent payment of 10.15 USD, approved six seconds after it was sent. */
export const aCharge = (changes: Partial<HistoryRow> = {}): EntryDetail => anEntry(changes, [
  intent('09:41:07', 'customer called'), outcome('09:41:08'),
  seen('09:41:10', 'processing', 'sale_filtering', { repeats: 1, lastAt: at('09:41:12') }),
  seen('09:41:13', 'approved', 'sale_approved'),
])

export function aPage(changes: Partial<OrderPage> = {}): OrderPage {
  return {
    profileId: 'profile-1' as ProfileId, profileName: 'Acme Shop', environment: 'staging',
    entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, orderId: '6768788' as OrderId,
    merchantOrderId: 'gc-1' as MerchantOrderId, entries: [aCharge()], cut: false,
    refunds: { knownHere: '0' as MinorUnits, count: 0, openEntryId: null }, ...changes,
  }
}

/** The order as the gateway tells of it: approved, refundable in parts, with its card. */
export const approved = (more: Readonly<Record<string, string>> = {}) => aStatus('approved', {
  'merchant-order-id': 'gc-1', 'gate-partial-reversal': 'enabled', bin: '444433', 'last-four-digits': '1111',
  'card-type': 'VISA', 'processor-rrn': '510321889824', 'approval-code': '242805', 'receipt-id': 'r-77', ...more,
}, { money: 'moved' })

export const aRefund = (changes: Parameters<typeof aReview>[0] = {}) => aReview({
  operation: 'return', orderId: '6768788' as OrderId, cardReference: null as CardReference | null, card: null, amounts: [],
  minorAmount: null, effectiveAmount: '10.15', order: approved(), refundedKnownHere: '0' as MinorUnits, ...changes,
})

export const refundSerialNumber = '00000000-0000-0000-0000-0000000refund' as SerialNumber
export const refundEntry = 'entry-refund' as EntryId

/** Opens the order's page; the journal knows one approved charge and the gateway says the same. */
export async function openOrder(answers: Answers = {}, profiles?: Parameters<typeof openScreen>[2], path = address) {
  const screen = await openScreen(path, {
    'orders.page': ({ entryPoint }) => success(aPage({ entryPoint })),
    'orders.status': () => success({ answer: approved(), now: null }),
    'orders.follow': (followed) => success(aFollow(followed)),
    'payments.review': () => success(aRefund()),
    'payments.discard': () => success(null),
    ...answers,
  }, profiles)
  await flushScreen()
  return screen
}

/** The button of an action with what stands beside it. */
export function offer(name: string): { readonly possible: boolean; readonly said: string } {
  const found = button(name) as HTMLButtonElement
  return { possible: !found.disabled, said: words(document.getElementById(found.getAttribute('aria-describedby')!)!) }
}

export async function press(name: string | RegExp): Promise<void> {
  await click(button(name))
  await flushScreen()
}

/** The lines of what happened, newest first. */
export const happened = (content: Element): string[] => [...content.querySelectorAll('ol > li')].map((line) => words(line))

/** The journal knows so much (minor units) to be refunded. */
export const refundOf = (known: string) =>
  success(aPage({ refunds: { knownHere: known as MinorUnits, count: 1, openEntryId: null } }))
