/** The sums of rows by currency, and the largest rows. */
import type { MinorUnits } from '#shared/brands.ts'
import type { BatchSum } from '#shared/model/payments/batch.ts'

/** The parts of a row that a sum needs. */
export interface Summed {
  readonly line: number
  /** Null if not known, for example for the rest of an order. */
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
}

/** The sums by currency, in the order of the currency codes. */
export function sumsOf(rows: readonly Summed[]): BatchSum[] {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency)
  const inOrder = [...byCurrency].toSorted(([one], [other]) => (one ?? '').localeCompare(other ?? ''))
  return inOrder.map(([currency, same]) => ({
    currency, rows: same.length,
    minorAmount: same.reduce((sum, { minorAmount }) => sum + BigInt(minorAmount ?? '0'), 0n).toString() as MinorUnits,
    withoutAmount: same.filter(({ minorAmount }) => minorAmount === null).length,
  }))
}

/** The row with the highest amount of each currency; none without amounts. */
export function largestOf<Row extends Summed>(rows: readonly Row[]): Row[] {
  const withAmount = rows.filter(({ minorAmount }) => minorAmount !== null)
  return [...Map.groupBy(withAmount, ({ currency }) => currency).values()].map((same) => same.reduce(
    (largest, row) => (BigInt(row.minorAmount ?? '0') > BigInt(largest.minorAmount ?? '0') ? row : largest)))
}
