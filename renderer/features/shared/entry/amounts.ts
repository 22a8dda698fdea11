import type { MinorUnits } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { toMajorText } from '#shared/gateway/numbers/money.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { groupedAmount } from '#shared/shown-amount.ts'

type Reading = Switches['minorUnitDigits']
type Amounts = Pick<HistoryRow, 'minorAmount' | 'enumeratedMinorAmounts' | 'currency'>

/**
 * The amounts of an entry in major units with their currency ("10.15 USD", "10.15, 8.00 USD"). `reading`: the profile's
 * variation for minor units. Empty without an amount. For an unknown currency the minor units are returned.
 */
export function amountText(row: Amounts, reading: Reading = 'iso-4217'): string {
  const amounts = majorAmounts(row, reading).map((amount) => groupedAmount(amount, row.currency ?? ''))
  return amounts.length === 0 ? '' : `${amounts.join(', ')} ${row.currency ?? ''}`.trim()
}

/** The same without grouping and currency, to be copied: "1000000.00", "10.15, 8.00". */
export function plainAmountText(row: Amounts, reading: Reading = 'iso-4217'): string {
  return majorAmounts(row, reading).join(', ')
}

/** One amount of minor units in major units with its currency. */
export function minorAmountText(minorAmount: MinorUnits, currency: string | null, reading: Reading = 'iso-4217'): string {
  return amountText({ minorAmount, enumeratedMinorAmounts: [], currency }, reading)
}

/** The sent amount, else the reviewed one; empty if neither is known. */
export function sentOrReviewedText(row: Amounts & Pick<HistoryRow, 'reviewed'>, reading: Reading = 'iso-4217'): string {
  const { reviewed } = row
  return amountText(row, reading) || (reviewed === null ? '' : minorAmountText(reviewed.minorAmount, reviewed.currency, reading))
}

function majorAmounts({ minorAmount, enumeratedMinorAmounts, currency }: Amounts, reading: Reading): string[] {
  const minor = enumeratedMinorAmounts.length > 0 ? enumeratedMinorAmounts : minorAmount === null ? [] : [minorAmount]
  const digits = minorUnitDigits(currency ?? '', reading) ?? 0
  return minor.map((amount) => toMajorText(amount, digits))
}
