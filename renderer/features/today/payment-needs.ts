/** Turns open outcomes of one merchant into lines of "Today"; uncertain money comes first, largest amount first. */
import type { MerchantKey } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { scaledAmount } from '#shared/gateway/numbers/money.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { byCurrency } from '#shared/model/values/currency-sums.ts'
import { needsAttention, outcomeGroupOf } from '#shared/model/payments/outcome-groups.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { groupedAmount } from '#shared/shown-amount.ts'
import type { Translate } from '../../i18n/index.ts'
import { sentOrReviewedText } from '../shared/entry/amounts.ts'
import { stateKind } from '../shared/entry/entry-state.ts'
import { profileOfEntry } from '../shared/entry/profile-of-entry.ts'
import { cardText, readingOf, rowName } from '../shared/entry/row-texts.ts'
import { spanText } from '../shared/entry/span-text.ts'
import type { Need, NeedAction } from './need.ts'

/** The largest number of lines of each kind; one more line has a link to the others. */
const mostLines = 5

/** The open outcomes that need a person, grouped as on the screen. */
export interface PaymentNeeds {
  /** Money of this merchant that may have moved, the largest amount first. */
  readonly uncertain: readonly OpenOutcome[]
  /** 3-D Secure payments of this merchant whose cardholder has not finished, the oldest first. */
  readonly waiting: readonly OpenOutcome[]
  /** The number of open outcomes of other merchants. */
  readonly elsewhere: number
}

/** Groups the open outcomes. `now` in milliseconds since 1970. */
export function groupedOutcomes(
  entries: readonly OpenOutcome[], merchant: MerchantKey | null, profiles: readonly ProfileView[], now: number,
): PaymentNeeds {
  const needing = entries.filter((entry) => needsAttention(entry, now))
  const here = needing.filter(({ row }) => row.merchantKey === merchant)
  return {
    uncertain: here.filter(({ cardholder }) => cardholder === null)
      .toSorted((one, other) => Number(amountOf(other.row, profiles) - amountOf(one.row, profiles))),
    waiting: here.filter(({ cardholder }) => cardholder !== null)
      .toSorted((one, other) => Date.parse(one.row.at) - Date.parse(other.row.at)),
    elsewhere: needing.length - here.length,
  }
}

/** The amount in ten-thousandths of the major unit of any currency; -1 if it is not known. */
function amountOf(row: HistoryRow, profiles: readonly ProfileView[]): bigint {
  const minor = row.reviewed?.minorAmount ?? row.minorAmount
  const currency = row.reviewed?.currency ?? row.currency ?? ''
  return minor === null ? -1n : scaledAmount(minor, minorUnitDigits(currency, readingOf(profiles, row)) ?? 0)
}

/** Money that may have moved. */
export interface AtStake {
  /** The number of requests. */
  readonly count: number
  /** The sums by currency: "108.00 USD, 20.00 EUR"; empty if no amount is known. */
  readonly amounts: string
  /** True if it may be more: an amount is not known, or was sent twice. */
  readonly isLeast: boolean
}

/** Adds up the money that outcomes may have moved. */
export function atStake(outcomes: readonly OpenOutcome[], profiles: readonly ProfileView[]): AtStake {
  const known = outcomes.flatMap(({ row }) => {
    const { profileId, merchantKey, reviewed } = row
    const minorAmount = reviewed?.minorAmount ?? row.minorAmount
    const currency = reviewed?.currency ?? row.currency
    return minorAmount === null ? [] : [{ minorAmount, profileId, merchantKey, currency }]
  })
  const amounts = [...byCurrency(known, ({ minorAmount }) => minorAmount, (sum) => readingOf(profiles, sum))]
    .map(([currency, amount]) => `${groupedAmount(amount, currency)} ${currency}`).join(', ')
  const isLeast = known.length < outcomes.length || outcomes.some(({ row }) => outcomeGroupOf(row) === 'sent-twice')
  return { count: outcomes.length, amounts, isLeast }
}

/** The lines of the payments: uncertain money, then the lines `due`, then payments that wait for cardholders. */
export function paymentNeeds(
  { uncertain, waiting, elsewhere }: PaymentNeeds, due: readonly Need[], profiles: readonly ProfileView[], now: number,
  t: Translate,
): readonly Need[] {
  const lines = (outcomes: readonly OpenOutcome[], others: 'moreUncertain' | 'moreWaiting'): readonly Need[] => [
    ...outcomes.slice(0, mostLines).map((outcome) => needOf(outcome, profiles, now, t)),
    ...outcomes.length <= mostLines ? [] : [toOpenOutcomes(others, outcomes.length - mostLines, others, t)],
  ]
  return [
    ...lines(uncertain, 'moreUncertain'),
    ...due,
    ...lines(waiting, 'moreWaiting'),
    ...elsewhere === 0 ? [] : [toOpenOutcomes('elsewhere', elsewhere, 'elsewhere', t)],
  ]
}

function toOpenOutcomes(
  id: string, count: number, text: 'moreUncertain' | 'moreWaiting' | 'elsewhere', t: Translate,
): Need {
  return {
    id, kind: 'wait', title: t(`today.payments.${text}`, { count }), detail: '', merchantOrderId: '', to: null,
    atStake: '', age: '', action: { kind: 'open', to: '/open-outcomes', label: t('today.payments.show', { count }) },
  }
}

function needOf(outcome: OpenOutcome, profiles: readonly ProfileView[], now: number, t: Translate): Need {
  const { row, cardholder } = outcome
  const group = cardholder === null ? outcomeGroupOf(row) : 'cardholder'
  const parts = [rowName(row, t), cardText(row), t(`today.payments.known.${group}`)]
  return {
    id: row.entryId,
    kind: group === 'sent-twice' ? 'warning' : stateKind(row.state),
    title: t(`today.payments.title.${group}`),
    detail: parts.filter((part) => part !== '').join(' · '),
    merchantOrderId: row.merchantOrderId ?? '',
    to: `/payment/${row.entryId}`,
    atStake: sentOrReviewedText(row, readingOf(profiles, row)),
    age: spanText(now - Date.parse(row.at), t),
    action: actionOf(outcome, profiles, t),
  }
}

function actionOf(
  { row, cardholder, mayBeClosed }: OpenOutcome, profiles: readonly ProfileView[], t: Translate,
): NeedAction {
  const link = cardholder?.link ?? null
  if (link !== null) {
    return { kind: 'copy', text: link, thing: t('openOutcomes.cardholderLink'), label: t('today.payments.copyLink') }
  }
  if (mayBeClosed || outcomeGroupOf(row) === 'sent-twice') {
    return { kind: 'open', to: { path: '/open-outcomes', query: { entry: row.entryId } }, label: t('today.payments.decide') }
  }
  return profileOfEntry(profiles, row)?.usableHere === true
    ? { kind: 'check', entryId: row.entryId }
    : { kind: 'open', to: `/payment/${row.entryId}`, label: t('openOutcomes.openEntry') }
}
