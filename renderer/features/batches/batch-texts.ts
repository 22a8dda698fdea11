/** Texts about batches: counted requests, sums, states. */
import { operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import { minorUnitsShown } from '#shared/shown-amount.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { BatchRowState, BatchSum } from '#shared/model/payments/batch.ts'
import { isOpen } from '#shared/model/history/history.ts'
import type { batches } from '../../i18n/en/batches.ts'
import type { Translate } from '../../i18n/index.ts'
import type { Kind } from '../../ui/messages/kinds.ts'
import { stateKind, stateText } from '../shared/entry/entry-state.ts'

type Reading = Switches['minorUnitDigits']
type Counted = keyof typeof batches.counted

const countedKinds: Readonly<Partial<Record<string, Counted>>> = {
  'charge': 'charge', 'hold': 'hold', 'capture': 'capture', 'payout': 'payout', 'transfer': 'transfer',
  'status-check': 'status-check', 'card-lookup': 'card-lookup', 'card-registration': 'card-registration',
}

/** A number of requests of an operation: "196 charges". */
export function countedText(id: OperationId, count: number, t: Translate): string {
  const operation = operations[id]
  const word = operation.kind === 'reversal'
    ? (operation.verb.id === 'void' ? 'void' : 'refund')
    : countedKinds[operation.kind] ?? 'request'
  return t(`batches.counted.${word}`, { count, number: numberText(count) })
}

/** A number with thousands separators. */
export function numberText(number: number): string {
  return number.toLocaleString('en')
}

/** A sum, "17,444.00 USD", and the number of rows without a known amount; empty if no amount is known. */
export function sumText(
  { currency, minorAmount, rows, withoutAmount }: BatchSum, reading: Reading, t: Translate,
): string {
  const amount = rows === withoutAmount ? '' : minorUnitsShown(minorAmount, currency ?? t('batches.sum.noCurrency'), reading)
  const without = withoutAmount === 0 || amount === '' ? '' : t('batches.sum.withoutAmount', { number: numberText(withoutAmount) })
  return [amount, without].filter((part) => part !== '').join(', ')
}

/** The sums of all currencies: "17,444.00 USD · 20.00 EUR"; empty if no amount is known. */
export function sumsText(sums: readonly BatchSum[], reading: Reading, t: Translate): string {
  return sums.map((sum) => sumText(sum, reading, t)).filter((part) => part !== '').join(' · ')
}

/** The text of a row's state; a row with an entry has the entry's state. */
export function rowStateText(state: BatchRowState, t: Translate): string {
  return isOwnState(state) ? t(`batches.run.rowState.${state}`) : stateText(state, t)
}

export function rowStateKind(state: BatchRowState): Kind {
  if (isOwnState(state)) return state === 'set-aside' ? 'warning' : 'info'
  return stateKind(state)
}

/** True for the state of a row that was sent and has a final outcome. */
export function isFinal(state: BatchRowState): boolean {
  return !isOwnState(state) && !isOpen(state)
}

function isOwnState(state: BatchRowState): state is 'waiting' | 'set-aside' | 'left' {
  return state === 'waiting' || state === 'set-aside' || state === 'left'
}

/** Row states in display order; those that need a person come first. */
export const shownStates: readonly BatchRowState[] = [
  'unknown', 'error', 'set-aside', 'declined', 'filtered', 'failed', 'refused', 'access-denied', 'not-sent', 'not-found',
  'closed-error', 'closed-unknown', 'approved', 'answered', 'processing', 'sending', 'waiting', 'left',
]
