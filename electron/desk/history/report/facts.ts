/** The facts of a report for its files: merchant, period, filters. */
import { merchantPartsOf } from '#shared/model/profiles/merchant.ts'
import type { Report } from '#shared/model/figures/report.ts'
import { figureNames } from '#shared/model/figures/today-numbers.ts'
import { otherwiseText } from '../otherwise-text.ts'
import { shownTime } from '../../../common/processes/time.ts'

/** Facts that the report itself does not contain. */
export interface ReportNames {
  readonly profile: string
  /** The name of this desk in its team; empty without a team. */
  readonly thisDesk: string
  /** When the file is written, in milliseconds since 1970. */
  readonly now: number
}

export type Fact = readonly [name: string, value: string]

/** Name and value of each fact, in order. */
export function factsOf(report: Report, { profile, thisDesk, now }: ReportNames): readonly Fact[] {
  const { merchantKey, environment, first, last, timeZone, who, currency } = report
  return [
    ['Profile', profile],
    ['Merchant', merchantPartsOf(merchantKey)?.login ?? 'sandbox'],
    ['Environment', environment],
    ['First day', first],
    ['Last day', last],
    ['Time zone', timeZone],
    ['Person', who ?? 'all'],
    ['Currency', currency ?? 'all'],
    ['Sent from', sentFrom(report, thisDesk)],
    ['Counted', 'Payments, refunds and voids that these desks sent and that became final in the period. Not the turnover of the merchant.'],
    ...leftOut(report),
    ['Created', shownTime(now)],
  ]
}

/** The values that the numbers do not include, in the words of the page. */
function leftOut({ currencies, otherReasons, reportedOtherwise }: Report): readonly Fact[] {
  const isPartial = currencies.some(({ figures, netUnknown }) =>
    netUnknown > 0 || figureNames.some((name) => figures[name].withoutAmount > 0))
  return [
    ...(isPartial ? [['Amounts', 'Those that are not known are left out.'] as const] : []),
    ...(reportedOtherwise > 0 ? [['Reported differently', `${otherwiseText(reportedOtherwise)}. The amounts are as sent.`] as const] : []),
    ...(otherReasons > 0 ? [['Reasons', `Those of ${otherReasons} more declined payments are not listed.`] as const] : []),
  ]
}

/** The desks whose payments are counted. */
function sentFrom({ desk, otherDesks }: Report, thisDesk: string): string {
  const own = thisDesk === '' ? 'this desk' : `this desk (${thisDesk})`
  if (desk === 'this-desk' || (desk === null && otherDesks === null)) return own
  const asOf = otherDesks?.upToDateAt == null ? 'not read completely' : `as of ${shownTime(Date.parse(otherDesks.upToDateAt))}`
  const labels = otherDesks?.desks ?? []
  if (desk !== null) return `${labels.find((one) => one.desk === desk)?.label ?? desk.slice(0, 8)}, ${asOf}`
  return `${own}; other desks ${asOf}: ${labels.map(({ label }) => label).join(', ')}`
}
