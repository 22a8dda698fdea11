/** Every number of Today and of a report, its recount from entries, and its sum by the list. */
import { directionOf, operations } from '#shared/gateway/operations/operations.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { majorSum } from '#shared/model/values/currency-sums.ts'
import { shownAmount } from '#shared/model/history/history-totals.ts'
import type { Report, ReportCurrencies } from '#shared/model/figures/report.ts'
import type { Today } from '#shared/model/figures/today.ts'
import { figureNames, type ShownNumber } from '#shared/model/figures/today-numbers.ts'
import { valueOf } from '../../journal/with-journal.ts'
import { timeOf, type TodayDesk } from './today-desk.ts'
import type { Model } from './today-steps.ts'

export interface Count {
  readonly entries: number
  readonly amount: string
  readonly net: string
}

/** Each number of Today with its filter. */
export function* numbersOf(today: Today): Generator<readonly [ShownNumber, Partial<Count>]> {
  for (const period of [today.soFar, ...today.before]) yield* numbersIn(period.currencies, { period })
  for (const { counts, ...period } of today.hours) {
    for (const figure of figureNames) yield [{ figure, period }, { entries: counts[figure] }]
  }
  const { failed, soFar: period } = today
  yield [{ figure: 'failed', period }, { entries: failed.payments }]
  for (const { errorCode, payments, amounts } of failed.reasons) {
    yield [{ figure: 'failed', period, errorCode }, { entries: payments }]
    for (const { currency, amount } of amounts) yield [{ figure: 'failed', period, errorCode, currency }, { amount }]
  }
}

/** Each number of a report with its filter. */
export function* numbersOfReport(report: Report): Generator<readonly [ShownNumber, Partial<Count>]> {
  const { who, desk } = report
  const whole = { period: report, who, desk }
  yield* numbersIn(report.currencies, whole)
  for (const period of report.days) yield* numbersIn(period.currencies, { ...whole, period })
  for (const { cardBrand, currencies } of report.brands) yield* numbersIn(currencies, { ...whole, cardBrand })
  for (const { errorCode, payments, amounts } of report.reasons) {
    // Under the currency of a report, each of its numbers has that currency.
    const number = { ...whole, figure: 'declined', errorCode, ...(report.currency !== null && { currency: report.currency }) } as const
    yield [number, { entries: payments }]
    for (const { currency, payments: entries, amount } of amounts) yield [{ ...number, currency }, { entries, amount }]
  }
}

function* numbersIn(
  currencies: ReportCurrencies, of: Omit<ShownNumber, 'figure' | 'currency'>,
): Generator<readonly [ShownNumber, Partial<Count>]> {
  for (const { currency, figures, net } of currencies) {
    yield [{ ...of, figure: 'net', currency }, { net }]
    for (const figure of figureNames) {
      const { payments: entries, amount } = figures[figure]
      yield [{ ...of, figure, currency }, { entries, amount }]
    }
  }
}

const reading = () => 'iso-4217' as const
const currencyOf = ({ currency, reviewed }: HistoryRow): string | null => currency ?? reviewed?.currency ?? null

/** The moved amount; the reviewed amount if nothing moved. */
function amountOf({ operation, state, reviewed, netMinorAmount }: HistoryRow): string {
  const isMovement = state === 'approved' && directionOf(operations[operation]) !== 'none'
  return isMovement ? (netMinorAmount ?? '0').replace('-', '') : reviewed?.minorAmount ?? '0'
}

/** Counts entries again, one by one. */
export function recount(model: Model, filter: HistoryFilter): Count {
  const { states, operations, finalFrom, finalUntil, currency, errorCode, who } = filter
  const { desks = [], without = [], environments = [] } = filter
  const rows = [...model.values()].flatMap(({ row, since }) => {
    const isAsked = since !== null && timeOf(since) >= (finalFrom ?? '') && timeOf(since) < (finalUntil ?? '')
      && environments.includes(row.environment)
      && (states.length === 0 || states.includes(row.state))
      && (operations.length === 0 || operations.includes(row.operation))
      && (who == null || row.who === who) && (desks.length === 0 || desks.includes(row.sentBy ?? 'this-desk'))
      && (currency == null || currencyOf(row) === currency) && (errorCode == null || row.errorCode === errorCode)
      && !(without.includes('currency') && currencyOf(row) !== null)
      && !(without.includes('errorCode') && row.errorCode !== null)
    return isAsked ? [{ ...row, currency: currencyOf(row) }] : []
  })
  return {
    entries: rows.length,
    amount: majorSum(rows, amountOf, reading),
    net: majorSum(rows, ({ netMinorAmount }) => netMinorAmount ?? '0', reading),
  }
}

/** The totals of the list. */
export async function listed({ history }: TodayDesk, filter: HistoryFilter): Promise<Count> {
  const { sums } = await valueOf(history.calls['history.totals']({ totalsId: 'one', filter }))
  return {
    entries: sums.reduce((total, { entries }) => total + entries, 0),
    amount: majorSum(sums, shownAmount, reading),
    net: majorSum(sums, ({ netMinorAmount }) => netMinorAmount, reading),
  }
}
