/** What became of a payment after it was made: its refunds, voids and captures, as its line says it. */
import { isOpen } from '#shared/model/history/history.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { Translate } from '../../i18n/index.ts'
import { stateText } from '../shared/entry/entry-state.ts'
import { rowAmountText, rowName } from '../shared/entry/row-texts.ts'

/**
 * "Refund: unknown · −10.00 USD": the newest one that is open, else the newest approved, else the newest, and how many
 * more there are. Empty for a payment without any.
 */
export function actionText(
  { folded, foldedCount }: HistoryLine, profiles: readonly ProfileView[], t: Translate,
): string {
  const row = folded.find(({ state }) => isOpen(state)) ?? folded.find(({ state }) => state === 'approved') ?? folded[0]
  if (row === undefined) return ''
  const said = t('history.action', { name: rowName(row, t), state: stateText(row.state, t).toLowerCase() })
  const more = foldedCount > 1 ? t('history.moreActions', { count: foldedCount - 1 }) : ''
  return [said, rowAmountText(row, profiles), more].filter((part) => part !== '').join(' · ')
}
