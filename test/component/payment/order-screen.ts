import type {
  CardReference, EntryId, MerchantOrderId, MinorUnits, OrderId, ProfileId, SerialNumber,
} from '#shared/brands.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { OrderPage, Report } from '#shared/model/payments/order.ts'
import { success } from '#shared/result.ts'
import { aFollow, aReview, aStatus } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { button, click, field, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'
import { aCharge, at } from './entries.ts'

type Answers = Parameters<typeof openScreen>[1]

export const address = '/payment?profile=profile-1&entryPoint=endpoint:22903&orderId=6768788'

export function aPage(changes: Partial<OrderPage> = {}): OrderPage {
  return {
    kind: 'payment', openedBy: null, follow: null, equalCharges: [], reported: aReport(), profileId: 'profile-1' as ProfileId, profileName: 'Acme Shop', environment: 'staging',
    entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, orderId: '6768788' as OrderId,
    merchantOrderId: 'gc-1' as MerchantOrderId, entries: [aCharge()], cut: false,
    refunds: { knownHere: '0' as MinorUnits, open: '0' as MinorUnits, count: 0, openEntryId: null }, ...changes,
  }
}

/** The answer to a status query that is newer than the entries of the journal. */
export const statusAnswer = (
  status: string, more: Readonly<Record<string, string>> = {}, changes: Parameters<typeof aStatus>[2] = {},
) => aStatus(status, more, { entryId: 'question' as EntryId, at: at('11:30:00'), ...changes })

/** The gateway's status of the order: approved, refundable in parts, with its card. */
export const approved = (more: Readonly<Record<string, string>> = {}) => statusAnswer('approved', {
  'merchant-order-id': 'gc-1', 'gate-partial-reversal': 'enabled', bin: '444433', 'last-four-digits': '1111',
  'card-type': 'VISA', 'processor-rrn': '510321889824', 'approval-code': '242805', 'receipt-id': 'r-77', ...more,
}, { money: 'moved' })

/** The newest status in the journal, in the form of the page's call. */
export function aReport(answer: Answer = approved()): Report {
  const { at: asOf, errorCode, errorText, reply } = answer
  return { at: asOf, errorCode, errorText, reply: { fields: reply!.fields, raw: reply!.raw } }
}

export const aRefund = (changes: Parameters<typeof aReview>[0] = {}) => aReview({
  operation: 'return', orderId: '6768788' as OrderId, cardReference: null as CardReference | null, card: null, amounts: [],
  minorAmount: null, effectiveAmount: '10.15', order: approved(), refundedKnownHere: '0' as MinorUnits, refundsKnownTo: 'here', ...changes,
})

export const refundSerialNumber = '00000000-0000-0000-0000-0000000refund' as SerialNumber
export const refundEntry = 'entry-refund' as EntryId

/** Opens the order's page. By default the journal has one approved charge, and the gateway reports the same. */
export async function openOrder(answers: Answers = {}, profiles?: Parameters<typeof openScreen>[2], path = address) {
  const screen = await openScreen(path, {
    'orders.page': () => success(aPage()),
    'orders.status': () => success({ answer: approved(), now: null }),
    'orders.follow': (followed) => success(aFollow(followed)),
    'payments.review': () => success(aRefund()),
    'payments.discard': () => success(null),
    ...answers,
  }, profiles)
  await flushScreen()
  return screen
}

/** The entries of the payment's menu: the text with its note, and whether the entry is enabled. */
export async function menu(): Promise<{ readonly caption: string; readonly possible: boolean }[]> {
  await openMenu()
  const items = [...document.querySelectorAll('[role="menuitem"]')]
    .map((item) => ({ caption: words(item), possible: item.getAttribute('data-disabled') === null }))
  document.querySelector('[role="menu"]')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await flushScreen()
  return items
}

async function openMenu(): Promise<void> {
  button(text('order.step.others')).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await flushScreen()
}

/** The menu entry of an action; null if it is not offered. */
export async function offer(name: string): Promise<{ readonly caption: string; readonly possible: boolean } | null> {
  return (await menu()).find(({ caption }) => caption.startsWith(name)) ?? null
}

/** Chooses a menu entry; throws if there is none of this name. */
export async function choose(name: string): Promise<void> {
  await openMenu()
  const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((one) => words(one).startsWith(name))
  if (item === undefined) throw new Error(`The menu has no ${name}.`)
  await click(item)
  await flushScreen()
}

export async function press(name: string | RegExp): Promise<void> {
  await click(button(name))
  await flushScreen()
}

/** The lines of the transactions, or of all events, newest first. */
export const transactionLines = (content: Element): string[] => [...content.querySelectorAll('ol > li')].map((line) => words(line))

/** The headline of the page, with the state. */
export const heading = (content: Element): string => words(content.querySelector('h1')!)

/** Shows all requests and changes instead of the transactions. */
export async function showEverything(): Promise<void> {
  await click(field(text('order.transaction.everything')))
  await flushScreen()
}

/** The refunds of an order of which this sum (minor units) is known to be refunded. */
export const refundsOf = (known: string): Pick<OrderPage, 'refunds'> => ({
  refunds: { knownHere: known as MinorUnits, open: '0' as MinorUnits, count: known === '0' ? 0 : 1, openEntryId: null },
})
export const refundOf = (known: string) => success(aPage(refundsOf(known)))
