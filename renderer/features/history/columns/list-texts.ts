import type { ProfileView } from '#shared/model/application/app.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'
import { isOfYear } from '../../../ui/values/time.ts'
import { rowAmountText } from '../../shared/entry/row-texts.ts'

/** Facts of a list that its column widths depend on. */
export interface ListTexts {
  /** Characters of the longest amount with its currency; 0 without any amount. */
  readonly longestAmount: number
  /** True if the list contains a time of an earlier year, which is shown with its year. */
  readonly namesYears: boolean
}

/** Key of rows whose amounts have the same length: each is formatted once, as a list has many rows. */
function kindOf({ operation, profileId, minorAmount, enumeratedMinorAmounts, reviewed, currency }: HistoryRow): string {
  const minor = reviewed?.minorAmount ?? enumeratedMinorAmounts[0] ?? minorAmount
  return `${operation} ${profileId} ${reviewed?.currency ?? currency ?? ''} ${minor?.length ?? 0}`
}

/** Determines these facts from the lines of a list. */
export function listTexts(lines: readonly HistoryLine[], profiles: readonly ProfileView[]): ListTexts {
  const kinds = new Map<string, HistoryRow>()
  let namesYears = false
  for (const { row, folded } of lines) {
    for (const one of [row, ...folded]) {
      kinds.set(kindOf(one), one)
      namesYears ||= !isOfYear(new Date(one.at))
    }
  }
  const lengths = [...kinds.values()].map((row) => rowAmountText(row, profiles).length)
  return { longestAmount: Math.max(0, ...lengths), namesYears }
}
