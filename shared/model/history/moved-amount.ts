import type { MinorUnits } from '../../brands.ts'
import type { HistoryRow } from './history.ts'

/** The enumerated amount that moved, in minor units (§2.6); null if none is known to have moved. */
export function movedOfTried(
  { enumeratedMinorAmounts, netMinorAmount }: Pick<HistoryRow, 'enumeratedMinorAmounts' | 'netMinorAmount'>,
): MinorUnits | null {
  const net: string | null = netMinorAmount
  return enumeratedMinorAmounts.find((tried) => tried === net) ?? null
}
