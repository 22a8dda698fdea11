import type { MinorUnits } from '../../brands.ts'
import { operationIds, operations, type OperationId } from '../../gateway/operations/operations.ts'
import { isOpen, type HistoryRow } from '../history/history.ts'
import { refundsAmong, sumOfRefunds } from './refunds.ts'

/** A payment with the refunds, voids and captures of its order. */
interface Payment {
  readonly row: Pick<HistoryRow, 'at' | 'operation' | 'state' | 'reviewed' | 'netMinorAmount'>
  readonly actions: readonly Pick<HistoryRow, 'operation' | 'state' | 'minorAmount'>[]
}

/** Two charges of one card, of which one may be a duplicate. */
export interface EqualCharges<Charge> {
  readonly later: Charge
  readonly earlier: Charge
  /** The time between them in milliseconds, at most a day. */
  readonly apartMs: number
}

/** The longest time between two equal charges, in milliseconds. */
export const equalWithinMs = 86_400_000

/** The longest time between two charges that a person compares, in milliseconds. */
export const comparedWithinMs = 2 * equalWithinMs

const collecting: readonly string[] = ['charge', 'hold']

/** The operations that collect or hold an amount from a card. */
export const chargeOperations: readonly OperationId[] = operationIds.filter(isCharge)

/** True for an operation that collects or holds an amount from a card. */
export function isCharge(operation: OperationId): boolean {
  return collecting.includes(operations[operation].kind)
}

/** The amount of a charge: the enumerated one that moved, otherwise the reviewed one. Null if not known. */
export function chargedAmount(
  { reviewed, netMinorAmount }: Pick<HistoryRow, 'reviewed' | 'netMinorAmount'>,
): HistoryRow['reviewed'] {
  // The net amount of a charge has no sign.
  return reviewed === null || netMinorAmount === null
    ? reviewed
    : { ...reviewed, minorAmount: netMinorAmount as string as MinorUnits }
}

type Comparable = Pick<
  HistoryRow, 'entryId' | 'at' | 'operation' | 'merchantKey' | 'environment' | 'reviewed' | 'netMinorAmount'
>

/**
 * True for two charges of one merchant, environment, amount and currency within 48 hours, in any state and by any card:
 * one of them may be a duplicate if a person knows that the card is the same.
 */
export function areComparable(one: Comparable, other: Comparable): boolean {
  const [amount, otherAmount] = [chargedAmount(one), chargedAmount(other)]
  return one.entryId !== other.entryId && isCharge(one.operation) && isCharge(other.operation)
    && one.merchantKey === other.merchantKey && one.environment === other.environment
    && amount !== null && amount.minorAmount === otherAmount?.minorAmount && amount.currency === otherAmount.currency
    && Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= comparedWithinMs
}

/**
 * Pairs each charge or hold with the previous one of the same amount and currency, if both are within 24 hours, both
 * moved or may have moved money, and neither was returned whole. `payments` are by one card of one merchant in one
 * environment, in any order. The pairs are newest first.
 */
export function equalCharges<Charge extends Payment>(payments: readonly Charge[]): EqualCharges<Charge>[] {
  const byAmount = Map.groupBy(payments.filter(keepsMoney), ({ row }) => {
    const amount = chargedAmount(row)
    return `${amount?.minorAmount ?? ''} ${amount?.currency ?? ''}`
  })
  return [...byAmount.values()].flatMap((charges) => {
    const oldestFirst = charges.toSorted((one, other) => timeOf(one) - timeOf(other))
    return oldestFirst.flatMap((earlier, place) => {
      const later = oldestFirst[place + 1]
      const apartMs = later === undefined ? Infinity : timeOf(later) - timeOf(earlier)
      return later === undefined || apartMs > equalWithinMs ? [] : { later, earlier, apartMs }
    })
  }).toSorted((one, other) => timeOf(other.later) - timeOf(one.later))
}

/** As `equalCharges`, for payments by any cards; a card is identified by reference, merchant and environment. */
export function equalChargesByCard<
  Charge extends Payment & { readonly row: Pick<HistoryRow, 'merchantKey' | 'environment' | 'cardReference'> },
>(payments: readonly Charge[]): EqualCharges<Charge>[] {
  const withCard = payments.filter(({ row }) => row.cardReference !== null)
  const ofCard = Map.groupBy(withCard, ({ row: { merchantKey, environment, cardReference } }) =>
    JSON.stringify([merchantKey, environment, cardReference]))
  return [...ofCard.values()].flatMap(equalCharges)
}

/** True if a charge moved or may have moved money that is not known to be returned as a whole. */
function keepsMoney({ row, actions }: Payment): boolean {
  const { operation, state } = row
  const amount = chargedAmount(row)
  if (amount === null || !isCharge(operation)) return false
  if (state !== 'approved' && !isOpen(state)) return false
  const returned = refundsAmong(actions).filter((action) => action.state === 'approved')
  return BigInt(sumOfRefunds(returned, amount.minorAmount) ?? '0') < BigInt(amount.minorAmount)
}

function timeOf({ row }: Payment): number {
  return Date.parse(row.at)
}
