/** The rules for what may be returned, voided or captured of an order, and the result (addendum 8). */
import { failed, success, type Result } from '#shared/result.ts'
import type { CardOnFile } from './card-on-file.ts'
import { minorAmountOf } from '../requests/check-control.ts'
import type { OrderRecord, Transaction } from './orders.ts'
import type { Readings } from '../requests/readings.ts'
import { results, type ResultName } from './results.ts'
import { isApproved, transactionState } from './transaction-state.ts'

export interface Wanted {
  /** Null returns or captures the whole. */
  readonly amount: string | null
  readonly currency: string | null
}

export interface Situation {
  readonly record: OrderRecord
  readonly card: CardOnFile | null
  /** Milliseconds since 1970. */
  readonly now: number
  readonly readings: Readings
}

/** Major units as written, and minor units. */
export interface Amount {
  readonly amount: string
  readonly minorAmount: string
}

/** The amount of a return, or a sentence with the reason against it. */
export function allowReturn(situation: Situation, wanted: Wanted): Result<Amount, string> {
  const { card } = situation
  const objection = orderObjection(situation, wanted)
  if (objection !== null) return failed(objection)
  const whole = wholeOf(situation)
  const requested = wanted.amount === null ? whole : amountOf(situation, wanted.amount)
  const isPart = requested.minorAmount !== whole.minorAmount
  if (isHeld(situation)) {
    if (isAnyUnderWay(situation)) return failed('The preauthorisation is being captured or cancelled')
    if (isPart) return failed('A preauthorisation is cancelled as a whole')
  }
  const left = BigInt(whole.minorAmount) - returnedOf(situation)
  if (left <= 0n) return failed('Nothing is left to return')
  if (isPart && card !== null && !card.seeded.partialRefunds) return failed('This gate takes whole returns only')
  if (BigInt(requested.minorAmount) > left) return failed('The amount is more than what is left to return')
  return success(requested)
}

/** The whole amount of a void, or a sentence with the reason against it. */
export function allowVoid(situation: Situation): Result<Amount, string> {
  const objection = orderObjection(situation, { amount: null, currency: null })
  if (objection !== null) return failed(objection)
  if (returnedOf(situation) > 0n) return failed('Something of the order was returned; it cannot be voided')
  if (isAnyUnderWay(situation)) return failed('Another transaction of the order is under way')
  return success(wholeOf(situation))
}

/** The whole amount of a capture, or a sentence with the reason against it; this gate captures no parts. */
export function allowCapture(situation: Situation, wanted: Wanted): Result<Amount, string> {
  const { record } = situation
  if (record.order.transactionType !== 'preauth') return failed('The order is no preauthorisation')
  const objection = orderObjection(situation, wanted)
  if (objection !== null) return failed(objection)
  if (isAnyUnderWay(situation)) return failed('The preauthorisation is being captured or cancelled')
  if (returnedOf(situation) > 0n) return failed('The preauthorisation was cancelled')
  if (!isHeld(situation)) return failed('The preauthorisation was captured before')
  const whole = wholeOf(situation)
  if (wanted.amount !== null && amountOf(situation, wanted.amount).minorAmount !== whole.minorAmount) {
    return failed('This gate captures the whole amount only')
  }
  return success(whole)
}

/** The result of a transaction: declined if its minor units end in 14, otherwise as the order's card decides. */
export function laterResult(
  kind: Transaction['transactionType'], { minorAmount }: Amount, card: CardOnFile | null,
): ResultName {
  if (minorAmount.endsWith('14')) return 'declined'
  return kind === 'reversal' ? card?.seeded.refundResult ?? 'approved' : 'approved'
}

function orderObjection({ record, now }: Situation, { currency }: Wanted): string | null {
  const { order } = record
  if (order.transactionType !== 'sale' && order.transactionType !== 'preauth') {
    return `A ${order.transactionType} cannot be returned`
  }
  if (!isApproved(record, now)) return 'The order is not approved'
  return currency === null || currency === order.currency ? null : `The order's currency is ${order.currency}`
}

/** True for a preauthorisation that was not captured: its money is held, not moved. */
function isHeld({ record, now }: Situation): boolean {
  return record.order.transactionType === 'preauth' && !record.transactions.some((transaction) =>
    transaction.transactionType === 'capture' && transactionState(transaction, now).status === 'approved')
}

function isAnyUnderWay(situation: Situation): boolean {
  return isUnderWay(situation, 'capture') || isUnderWay(situation, 'reversal')
}

function isUnderWay({ record, now }: Situation, kind: Transaction['transactionType']): boolean {
  return record.transactions.some((transaction) => transaction.transactionType === kind
    && transactionState(transaction, now).status === 'processing')
}

/** Minor units that were returned or may yet be: everything that is not certainly declined counts. */
function returnedOf({ record, now }: Situation): bigint {
  return record.transactions
    .filter((transaction) => transaction.transactionType === 'reversal'
      && transactionState(transaction, now).status !== results.declined.status)
    .reduce((sum, { minorAmount }) => sum + BigInt(minorAmount), 0n)
}

function wholeOf(situation: Situation): Amount {
  return amountOf(situation, situation.record.order.amount)
}

function amountOf({ record, readings }: Situation, amount: string): Amount {
  return { amount, minorAmount: minorAmountOf(amount, { currency: record.order.currency }, readings) ?? '0' }
}
