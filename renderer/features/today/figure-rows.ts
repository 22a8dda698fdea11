/** The rows of the figures on "Today", compared with the same hours of the last seven days. */
import { leastForPercent } from '#shared/model/figures/approval.ts'
import type { Figure, Today } from '#shared/model/figures/today.ts'
import { figureNames, type FigureName } from '#shared/model/figures/today-numbers.ts'
import type { Translate } from '../../i18n/index.ts'

/** A difference up to this percentage of the usual number is shown as "as usual". */
const usualPercent = 3

/** These figures always have a row; the others only if they count a payment today. */
const always: readonly FigureName[] = ['approved', 'declined', 'refunded']

/** Today's figures of a currency, with the numbers of the days before. */
export interface ComparedCurrency {
  readonly currency: string | null
  readonly figureOf: (name: FigureName) => Figure
  /** The number of payments on each of the days before, in the same hours. */
  readonly beforeOf: (name: FigureName) => readonly number[]
  readonly net: string
  readonly netUnknown: number
}

const nothing: Figure = { payments: 0, amount: '0', withoutAmount: 0 }

/** The currencies of today and of the days before. */
export function comparedCurrencies({ soFar, before }: Today): readonly ComparedCurrency[] {
  const all = [...new Set([soFar, ...before].flatMap(({ currencies }) => currencies.map(({ currency }) => currency)))]
  return all.toSorted((one, other) => (one === null || (other !== null && one > other) ? 1 : -1)).map((currency) => {
    const now = soFar.currencies.find((one) => one.currency === currency)
    const days = before.map(({ currencies }) => currencies.find((one) => one.currency === currency))
    return {
      currency,
      figureOf: (name) => now?.figures[name] ?? nothing,
      beforeOf: (name) => days.map((day) => day?.figures[name].payments ?? 0),
      net: now?.net ?? '0',
      netUnknown: now?.netUnknown ?? 0,
    }
  })
}

/** The figures that have a row. */
export function shownFigures(currencies: readonly ComparedCurrency[]): readonly FigureName[] {
  return figureNames.filter((name) =>
    always.includes(name) || currencies.some(({ figureOf }) => figureOf(name).payments > 0))
}

/**
 * Compares a number with the average of the days before: in percent if both are large enough, else as a difference.
 * Empty if there were none on any of the days.
 */
export function comparedText(count: number, before: readonly number[], t: Translate): string {
  const total = before.reduce((sum, one) => sum + one, 0)
  if (total === 0) return ''
  const usual = total / before.length
  const difference = Math.round(count - usual)
  const percent = Math.round((count - usual) / usual * 100)
  const inPercent = count >= leastForPercent && usual >= leastForPercent
  if (inPercent ? Math.abs(percent) <= usualPercent : difference === 0) return t('today.figures.asUsual')
  const direction = difference > 0 ? 'more' : 'fewer'
  return inPercent
    ? t(`today.figures.percent.${direction}`, { percent: Math.abs(percent) })
    : t(`today.figures.difference.${direction}`, { count: Math.abs(difference) })
}
