/** Texts of figures: numbers, amounts, and the desks that sent the payments. */
import type { CurrencyFigures, Figure, Today } from '#shared/model/figures/today.ts'
import type { FigureName } from '#shared/model/figures/today-numbers.ts'
import { groupedAmount } from '#shared/shown-amount.ts'
import type { Translate } from '../../i18n/index.ts'
import type { Kind } from '../../ui/messages/kinds.ts'

/** The mark of a figure; none for figures of returned money. */
export const figureKinds: Partial<Record<FigureName, Kind>> = {
  approved: 'good', held: 'good', captured: 'good', paidOut: 'good', transferred: 'good', declined: 'bad', filtered: 'bad',
  error: 'unknown', unknown: 'unknown',
}

type Currency = CurrencyFigures['currency']

/** "10.15 USD". */
export function withCurrency(amount: string, currency: Currency, t: Translate): string {
  return `${groupedAmount(amount, currency ?? '')} ${currency ?? t('today.figures.noCurrency')}`
}

/** "212 · 18,402.30 USD"; an unknown amount is not shown as 0.00. */
export function figureText({ payments, amount, withoutAmount }: Figure, currency: Currency, t: Translate): string {
  return `${payments.toLocaleString('en')} · ${payments === withoutAmount ? t('today.figures.amountUnknown') : withCurrency(amount, currency, t)}`
}

/** The net amount of one currency. */
export function netText({ currency, net, netUnknown }: Pick<CurrencyFigures, 'currency' | 'net' | 'netUnknown'>, t: Translate): string {
  return currency === null && netUnknown > 0 ? t('today.figures.amountUnknown') : withCurrency(net, currency, t)
}

/** The desks that sent the counted payments. */
export function sentByText(otherDesks: Today['otherDesks'], t: Translate): string {
  return otherDesks === null
    ? t('today.figures.thisDesk')
    : t('today.figures.theseDesks', { count: otherDesks.desks.length + 1 })
}
