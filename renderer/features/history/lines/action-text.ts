/** Text of a line about the payment's refunds, voids and captures. */
import { isOpen, type HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { amountWithCurrency, groupedAmount } from '#shared/shown-amount.ts'
import type { Translate } from '../../../i18n/index.ts'
import { stateText } from '../../shared/entry/entry-state.ts'
import { readingOf, rowAmount, rowName, type ShownAmount } from '../../shared/entry/row-texts.ts'

/**
 * "Refund: unknown · −10.00": the newest one with an open outcome, else the newest approved, else the newest, and the
 * number of the others. It names its currency if that is not the payment's. Empty for a payment without any.
 */
export function actionText(
  { row: payment, folded, foldedCount }: HistoryLine, profiles: readonly ProfileView[], t: Translate,
): string {
  const amountOf = (row: HistoryRow) => rowAmount(row, readingOf(profiles, row))
  const row = folded.find(({ state }) => isOpen(state)) ?? folded.find(({ state }) => state === 'approved') ?? folded[0]
  if (row === undefined) return ''
  const said = t('history.action', { name: rowName(row, t), state: stateText(row.state, t).toLowerCase() })
  const more = foldedCount > 1 ? t('history.moreActions', { count: foldedCount - 1 }) : ''
  return [said, shownAmount(amountOf(row), amountOf(payment)?.currency), more].filter((part) => part !== '').join(' · ')
}

function shownAmount(shown: ShownAmount | null, ofPayment: string | undefined): string {
  if (shown === null) return ''
  const { amount, currency } = shown
  return currency === ofPayment ? groupedAmount(amount, currency) : amountWithCurrency(amount, currency)
}
