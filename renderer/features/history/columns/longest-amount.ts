import type { ProfileView } from '#shared/model/application/app.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'
import { rowAmountText } from '../../shared/entry/row-texts.ts'

/** What decides how long the amount of a row is: written out once for each, as a list has many rows. */
function kindOf({ operation, profileId, minorAmount, enumeratedMinorAmounts, reviewed, currency }: HistoryRow): string {
  const minor = reviewed?.minorAmount ?? enumeratedMinorAmounts[0] ?? minorAmount
  return `${operation} ${profileId} ${reviewed?.currency ?? currency ?? ''} ${minor?.length ?? 0}`
}

/** How many characters the longest amount of a list has, with its currency; 0 where no line has one. */
export function longestAmount(lines: readonly HistoryLine[], profiles: readonly ProfileView[]): number {
  const kinds = new Map<string, HistoryRow>()
  for (const { row, folded } of lines) for (const one of [row, ...folded]) kinds.set(kindOf(one), one)
  return Math.max(0, ...[...kinds.values()].map((row) => rowAmountText(row, profiles).length))
}
