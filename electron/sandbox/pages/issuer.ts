/** The issuer's pages: method page, challenge and version 1 authentication (§2.9, §3). */
import { firstValue, type Pair } from '#shared/gateway/encoding/form.ts'
import type { Books } from '../orders/books.ts'
import { autoForm, choiceForm, page, paragraphs } from '../http/html.ts'
import {
  authenticationIds, authenticationResponse, challengeResponse, readMessage, writeMessage,
} from '../authentication/issuer-messages.ts'
import type { Verdict } from '../authentication/issuer-seal.ts'
import { wayOf, type Order, type OrderRecord } from '../orders/orders.ts'
import { htmlAnswer, pageAnswer } from '../http/replies.ts'
import { canPass } from '../orders/ways.ts'
import type { WireAnswer } from '../http/wire.ts'
import type { Page, PageInput } from './page.ts'

/** Paths: `method`, `method-ended`, `challenge`, `authentication`; the last two with `/answer` after a click. */
export const issuerPages: Page = (input) => {
  const { method, rest: [name, answer, ...more] } = input
  if (more.length > 0 || (answer !== undefined && answer !== 'answer')) return null
  if (name === 'method-ended' && answer === undefined) return methodEnded
  if (name !== 'method' && name !== 'challenge' && name !== 'authentication') return null
  if (method !== 'POST') return pageAnswer(405, 'Method not allowed', ['Pages of the issuer are opened by a posted form.'])
  if (name === 'method') return answer === undefined ? methodPage(input) : null
  return name === 'challenge' ? challengePage(input, answer !== undefined) : authenticationPage(input, answer !== undefined)
}

const methodEnded = pageAnswer(200, '3-D Secure method', ['The method ended.'])

/** Simulates an issuer's check of the browser, then returns to the previous page. */
function methodPage({ fields, books }: PageInput): WireAnswer {
  const data = readMessage(firstValue(fields, 'threeDSMethodData') ?? '')
  const transactionId = textOf(data?.threeDSServerTransID)
  const notificationUrl = webAddress(data?.threeDSMethodNotificationURL)
  if (findByTransaction(books, transactionId) === null || notificationUrl === null) {
    return notReadable('threeDSMethodData')
  }
  return htmlAnswer(200, autoForm('3-D Secure method', notificationUrl, [
    ['threeDSMethodData', writeMessage({ threeDSServerTransID: transactionId })],
  ]))
}

function challengePage({ fields, books, addresses }: PageInput, isAnswered: boolean): WireAnswer {
  const text = firstValue(fields, 'creq') ?? ''
  const request = readMessage(text)
  const found = findByTransaction(books, textOf(request?.threeDSServerTransID))
  const notificationUrl = webAddress(request?.notificationURL)
  if (found === null || request?.acsTransID !== authenticationIds(found.order).issuerTransactionId
    || notificationUrl === null) {
    return notReadable('creq')
  }
  const { order } = found
  return isAnswered
    ? htmlAnswer(200, autoForm('Back to the shop', notificationUrl, [
      ['cres', challengeResponse(order, verdict(fields, order), books.issuerKey)],
    ]))
    : questionPage(order, `${addresses.issuer.challenge}/answer`, [['creq', text]])
}

function authenticationPage({ fields, books, addresses }: PageInput, isAnswered: boolean): WireAnswer {
  const request = readMessage(firstValue(fields, 'PaReq') ?? '')
  const exchangeId = textOf(request?.xid)
  const found = books.orders().find(({ order }) => authenticationIds(order).exchangeId === exchangeId)
  const termUrl = webAddress(firstValue(fields, 'TermUrl'))
  const merchantData = firstValue(fields, 'MD')
  if (found === undefined || termUrl === null || merchantData === undefined) return notReadable('PaReq, MD or TermUrl')
  const { order } = found
  return isAnswered
    ? htmlAnswer(200, autoForm('Back to the shop', termUrl, [
      ['PaRes', authenticationResponse(order, verdict(fields, order), books.issuerKey)], ['MD', merchantData],
    ]))
    : questionPage(order, `${addresses.issuer.authentication}/answer`,
      fields.filter(([name]) => ['PaReq', 'MD', 'TermUrl'].includes(name)))
}

/** The page that waits for the cardholder; whether confirming succeeds depends on the card. */
function questionPage({ amount, currency, card }: Order, url: string, fields: readonly Pair[]): WireAnswer {
  const ending = card === undefined ? 'your card' : `your card ending in ${card.lastFour}`
  const question = paragraphs([`The sandbox merchant asks for ${amount} ${currency} from ${ending}. Is it you?`])
  return htmlAnswer(200, page('Your bank (sandbox)', question + choiceForm(url, fields, 'answer', [
    { value: 'confirm', label: 'Confirm' }, { value: 'refuse', label: 'Refuse' },
  ])))
}

function verdict(fields: readonly Pair[], order: Order): Verdict {
  return firstValue(fields, 'answer') === 'confirm' && canPass(wayOf(order)) ? 'Y' : 'N'
}

function findByTransaction(books: Books, transactionId: string): OrderRecord | null {
  return books.orders().find(({ order }) => authenticationIds(order).serverTransactionId === transactionId) ?? null
}

function notReadable(what: string): WireAnswer {
  return pageAnswer(400, 'The bank cannot read this', [`${what} is missing, not readable or of no order.`])
}

/** SECURITY: another kind of address (`javascript:`) in a form would run with the page's rights. */
function webAddress(value: unknown): string | null {
  const text = textOf(value)
  return /^https?:\/\//i.test(text) && URL.parse(text) !== null ? text : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
