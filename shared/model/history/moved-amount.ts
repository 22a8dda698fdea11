import type { MinorUnits } from '../../brands.ts'
import type { HistoryRow } from './history.ts'

/** Of amounts that were tried in turn the one that moved, in minor units (§2.6); null where none is known to have. */
export function movedOfTried(
  { enumeratedMinorAmounts, netMinorAmount }: Pick<HistoryRow, 'enumeratedMinorAmounts' | 'netMinorAmount'>,
): MinorUnits | null {
  const net: string | null = netMinorAmount
  return enumeratedMinorAmounts.find((tried) => tried === net) ?? null
}
