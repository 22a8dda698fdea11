/** The facts of one or two payments as table rows; each row states whether they differ. */
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { shownTotals } from '#shared/model/history/history-totals.ts'
import { amountWithCurrency } from '#shared/shown-amount.ts'
import { merchantText } from '../../app/merchant-text.ts'
import type { Translate } from '../../i18n/index.ts'
import { localTime } from '../../ui/values/time.ts'
import { minorAmountText, sentOrReviewedText } from '../shared/entry/amounts.ts'
import { sumsOf } from '../shared/cards/payment-sums.ts'
import { cardText, rowName } from '../shared/entry/row-texts.ts'
import type { Compared } from './use-compared.ts'

export interface ComparedRow {
  readonly label: string
  /** The value of each payment, the earlier one first; empty if it is not known. */
  readonly values: readonly string[]
  readonly differs: boolean
  /** True for an id or code. */
  readonly mono: boolean
}

/** Fields about an order and its customer that a merchant sends. */
const sentFields = [
  'orderDescription', 'firstName', 'lastName', 'email', 'phone', 'customerIpAddress', 'comment', 'purpose',
] as const satisfies readonly FieldKey[]

interface Fact {
  readonly label: string
  readonly value: string
  readonly mono: boolean
}

/** The rows that have a value for at least one payment. `thisDesk`: this desk's name in its team, else null. */
export function comparedRows(all: readonly Compared[], thisDesk: string | null, t: Translate): ComparedRow[] {
  const [first = [], ...others] = all.map((one) => factsOf(one, thisDesk, t))
  return first.map(({ label, value, mono }, index): ComparedRow => {
    const values = [value, ...others.map((facts) => facts[index]?.value ?? '')]
    return { label, mono, values, differs: new Set(values).size > 1 }
  }).filter(({ values }) => values.some((value) => value !== ''))
}

/** The facts of a payment, always with the same labels in the same order. */
function factsOf(compared: Compared, thisDesk: string | null, t: Translate): Fact[] {
  const { page: { value: page }, judged, payment } = compared
  const { orderId, merchantOrderId } = payment.key.value
  const row = judged.createdBy.value
  const sent = [...page.entries, ...page.others ?? []].find((entry) => entry.row.entryId === row?.entryId)?.fields ?? []
  const of = (read: (request: HistoryRow) => string | null): string => (row === null ? '' : read(row) ?? '')
  const text = (label: string, value: string): Fact => ({ label, value, mono: false })
  const code = (label: string, value: string | null): Fact => ({ label, value: value ?? '', mono: true })
  return [
    text(t('history.column.amount'), amountOf(compared)),
    text(t('compare.refunded'), refundedOf(compared)),
    text(t('history.totals.net'), netOf(compared, t)),
    text(t('history.column.time'), judged.createdAt.value === null ? '' : localTime(judged.createdAt.value)),
    text(t('history.column.who'), of(({ who }) => who)),
    text(t('teamLists.history.desk'), of(({ sentByLabel }) => sentByLabel ?? thisDesk)),
    text(t('history.column.merchant'), merchantText(page.profileName, page.environment, t)),
    text(t('history.column.card'), of(cardText)),
    code(t('history.entry.cardReference'), of(({ cardReference }) => cardReference)),
    text(t('history.column.holder'), of(({ cardholder }) => cardholder)),
    text(t('history.column.type'), of((request) => rowName(request, t))),
    ...sentFields.map((key) =>
      text(fields[key].label, sent.find(({ name }) => name === fields[key].wire)?.value ?? '')),
    code(t('history.entry.merchantOrderId'), merchantOrderId),
    code(t('history.entry.orderId'), orderId),
    code(t('history.entry.serialNumber'), of(({ serialNumber }) => serialNumber)),
    code(t('history.entry.approvalCode'), of(({ approvalCode }) => approvalCode)),
    code(t('history.entry.bankReference'), of(({ bankReference }) => bankReference)),
    text(t('history.entry.reason'), of(({ reason }) => reason)),
  ]
}

function amountOf({ judged }: Compared): string {
  const { initialAmount, currency } = judged.order.value
  const reading = judged.switches.value.minorUnitDigits
  if (initialAmount !== null) return minorAmountText(initialAmount, currency, reading)
  const row = judged.createdBy.value
  return row === null ? '' : sentOrReviewedText(row, reading)
}

/** The refunded amount; empty if there was no refund. */
function refundedOf({ judged }: Compared): string {
  const known = judged.refunds.value
  const { currency } = judged.order.value
  return known === null || known.count === 0 ? '' : minorAmountText(known.refunded, currency, judged.switches.value.minorUnitDigits)
}

/** The net amount after refunds, voids and captures, computed like the totals of a card. */
function netOf({ page: { value: page }, judged, candidate }: Compared, t: Translate): string {
  const row = judged.createdBy.value
  if (row === null) return ''
  if (candidate.value.isOpen) return t('compare.notKnown')
  const actions = [...page.entries, ...page.others ?? []].map((entry) => entry.row)
    .filter(({ operation, effect }) => !createsOrder(operations[operation]) && (effect === 'moves-money' || effect === 'holds-money'))
  const { currencies, isPartial } = shownTotals(sumsOf([{ row, actions }]), () => judged.switches.value.minorUnitDigits)
  if (isPartial) return t('compare.notKnown')
  const [total] = currencies
  return total === undefined ? '' : amountWithCurrency(total.amounts.net ?? '0', total.currency)
}
