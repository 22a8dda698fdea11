import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { toMajorText } from '#shared/gateway/money.ts'
import type { Switches } from '#shared/gateway/switches.ts'
import type { HistoryRow } from '#shared/model/history.ts'

type Reading = Switches['minorUnitDigits']

/**
 * The amounts of an entry in major units with their currency ("10.15 USD", "10.15, 8.00 USD"), by the reading of its
 * profile; empty where none was sent. A currency that nobody knows leaves the minor units as they are.
 */
export function amountText(
  row: Pick<HistoryRow, 'minorAmount' | 'enumeratedMinorAmounts' | 'currency'>, reading: Reading = 'iso-4217',
): string {
  const minor = row.enumeratedMinorAmounts.length > 0
    ? row.enumeratedMinorAmounts
    : row.minorAmount === null ? [] : [row.minorAmount]
  if (minor.length === 0) return ''
  const digits = minorUnitDigits(row.currency ?? '', reading) ?? 0
  return `${minor.map((amount) => toMajorText(amount, digits)).join(', ')} ${row.currency ?? ''}`.trim()
}
