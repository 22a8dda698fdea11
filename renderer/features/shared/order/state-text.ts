/** Texts for the state of an order and of its transactions. */
import { assertNever } from '#shared/assert-never.ts'
import type { OrderState } from '#shared/gateway/orders/order-state.ts'
import { namesOfHold } from '#shared/gateway/operations/made-transactions.ts'
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { isLaterTransaction, readTransactionType } from '#shared/gateway/catalogue/transaction-types.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { OrderTransaction } from '#shared/model/payments/order-transactions.ts'
import type { ListedTransaction } from './other-desks.ts'
import type { Translate } from '../../../i18n/index.ts'
import { minorAmountText } from '../entry/amounts.ts'
import { entryStates, stateKind, stateText } from '../entry/entry-state.ts'
import { orderHeadline, transactionName, type Headline } from '../answer/headline.ts'
import type { JudgedOrder } from './order-facts.ts'

/** The order's state: "Partly refunded: 20.00 of 50.00 USD"; null if nothing is known about the order. */
export function orderStateText(
  { state, transactions, currency }: Pick<JudgedOrder, 'state' | 'transactions' | 'currency'>,
  reading: Switches['minorUnitDigits'], t: Translate,
): Headline | null {
  const amount = (minor: Parameters<typeof minorAmountText>[0]): string => minorAmountText(minor, currency, reading)
  const withoutCurrency = (text: string): string => text.split(' ')[0] ?? ''
  switch (state.kind) {
    case 'not-known': return null
    case 'as-made':
    case 'contradictory':
      return creationHeadline(transactions.findLast(({ type }) => !isLaterTransaction(type)), state.status, t)
    case 'done': return { kind: 'good', text: doneWord(state, t) }
    case 'held': return { kind: 'info', text: t('verb.hold.done') }
    case 'released': return { kind: 'info', text: t('verb.release.done') }
    case 'voided': return { kind: 'info', text: t('verb.void.done') }
    case 'refunded': return { kind: 'info', text: t('verb.refund.done') }
    case 'returned-too-much': return {
      kind: 'warning', text: t('order.state.returnedTooMuch', { part: withoutCurrency(amount(state.returned)), whole: amount(state.of) }),
    }
    case 'captured': return {
      kind: 'good',
      text: state.captured === null || state.of === null || state.captured === state.of
        ? t('verb.capture.done')
        : t('order.state.captured', { part: withoutCurrency(amount(state.captured)), whole: amount(state.of) }),
    }
    case 'partly-refunded': return {
      kind: 'good',
      text: state.of === null
        ? t('order.state.refundedOfUnknown', { part: amount(state.refunded) })
        : t('order.state.partlyRefunded', { part: withoutCurrency(amount(state.refunded)), whole: amount(state.of) }),
    }
    case 'reversed-elsewhere':
      return { kind: 'warning', text: t(state.whole ? 'order.state.reversedElsewhere' : 'order.state.partReversedElsewhere') }
    default: return assertNever(state)
  }
}

/** What an order without refund, void or capture did with the money: "Paid", "Held", "Paid out". */
function doneWord({ operation, type }: Extract<OrderState, { kind: 'done' }>, t: Translate): string {
  const entry = operation === null ? null : operations[operation]
  if (entry !== null && touchesMoney(entry)) return t(`verb.${entry.verb.id}.done`)
  return t(type === 'sale' ? 'verb.charge.done' : 'order.state.approved')
}

/** The name of a transaction. A refund of a hold is its release (addendum 8). */
export function transactionTitle({ entry, sentBy, type }: ListedTransaction, isOfHold: boolean, t: Translate): string {
  const operation = entry?.row.operation ?? sentBy?.operation ?? null
  if (operation === null) return t('order.transaction.elsewhere', { type: elsewhereName(type, isOfHold, t) })
  return t(isOfHold && namesOfHold(operation) !== null ? `operation.${operation}-of-hold.name` : `operation.${operation}.name`)
}

function elsewhereName(type: string | null, isOfHold: boolean, t: Translate): string {
  if (readTransactionType(type) !== 'reversal') return transactionName(type ?? '', '', t)
  return t(isOfHold ? 'order.transaction.releaseElsewhere' : 'order.transaction.reversalElsewhere')
}

function creationHeadline(creation: OrderTransaction | undefined, status: string, t: Translate): Headline {
  const check = creation?.checks.at(-1)
  const known = entryStates.find((state) => state === status)
  // A state that only the journal has, such as a closed one, comes with no order stage.
  if (known !== undefined && check?.status !== status) return { kind: stateKind(known), text: stateText(known, t) }
  return orderHeadline({ type: creation?.type ?? '', status, stage: check?.field('order-stage') ?? '' }, t)
}

/** What the payment itself did with the amount, before refunds or captures: "Paid"; empty if no money moved. */
export function moneyWord(state: OrderState, t: Translate): string {
  switch (state.kind) {
    case 'not-known':
    case 'as-made':
    case 'contradictory':
      return ''
    case 'held':
    case 'released':
    case 'captured':
      return t('verb.hold.done')
    case 'done': return doneWord(state, t)
    case 'partly-refunded':
    case 'refunded':
    case 'returned-too-much':
    case 'voided':
    case 'reversed-elsewhere':
      return t('verb.charge.done')
    default: return assertNever(state)
  }
}
