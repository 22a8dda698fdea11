/** Texts about a result. */
import type { EntryState } from '#shared/model/history/history.ts'
import type { KeptResult, ResultRow } from '#shared/model/payments/reconcile.ts'
import { uncountedState } from '#shared/reconcile/compare.ts'
import type { Translate } from '../../i18n/index.ts'

/** The number of lines and payments that are not matched or that differ. */
export function openIn({ different, suggested, onlyStatement, onlyHistory }: KeptResult['lists']): number {
  return different + suggested + onlyStatement + onlyHistory
}

/** The text of a period: "2026-11-01 to 2026-11-30"; one date for a single day. */
export function periodText({ first, last }: KeptResult['period'], t: Translate): string {
  return first === last ? first : t('reconcile.result.period', { first, last })
}

/** Why the line's amount is not included in any sum, to be shown below it; null if it is. */
export function uncountedOf({ line }: ResultRow): ReturnType<typeof uncountedState> {
  return line === null ? null : uncountedState(line)
}

/** The state of the row's only payment, to be shown below its amount; null if it is approved. */
export function stateBelow({ entries: [entry], entryCount }: ResultRow): EntryState | null {
  return entry === undefined || entryCount > 1 || entry.state === 'approved' ? null : entry.state
}
