/** The approval rate: approved by decided payments. Without schemas, as the first screen loads it. */
import type { FigureName } from './today-numbers.ts'

/** A percentage of fewer payments would be misleading. */
export const leastForPercent = 20

/** All approved payments, whatever their kind; `declined` and `filtered` count all payments too. */
const approvedPayments = ['approved', 'held', 'paidOut', 'transferred'] as const satisfies readonly FigureName[]
const otherDecisions = ['declined', 'filtered'] as const satisfies readonly FigureName[]

/**
 * Approved ÷ (approved + declined + filtered) in percent with one decimal: "93.1". 100 or 0 only if all or none were
 * approved; null below 20 payments.
 */
export function approvalRate(countOf: (name: FigureName) => number): string | null {
  const added = (names: readonly FigureName[]): number => names.reduce((sum, name) => sum + countOf(name), 0)
  const approved = added(approvedPayments)
  const decided = approved + added(otherDecisions)
  if (decided < leastForPercent) return null
  if (approved === 0 || approved === decided) return approved === 0 ? '0.0' : '100.0'
  const tenths = Math.min(Math.max(Math.round(approved * 1_000 / decided), 1), 999)
  return (tenths / 10).toFixed(1)
}
