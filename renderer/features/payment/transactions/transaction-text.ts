/** Texts of a transaction: amount, reason, person and time. */
import type { MinorUnits } from '#shared/brands.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import { countChecks } from '#shared/model/payments/order-transactions.ts'
import type { StatusCheck } from '#shared/model/payments/order-checks.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { Translate } from '../../../i18n/index.ts'
import { timeBeside } from '../../../ui/values/time.ts'
import { amountText } from '../../shared/entry/amounts.ts'
import { filled } from '../timeline/event-line.ts'
import { faultText } from '../../shared/timeline/fault-text.ts'
import { durationText } from '../timeline/duration.ts'
import type { JudgedOrder } from '../../shared/order/order-facts.ts'
import type { ListedTransaction } from '../../shared/order/other-desks.ts'
import { transactionTitle } from '../../shared/order/state-text.ts'

/**
 * The amount of a transaction: "−20.00 USD" for money that goes back, the order's amount if it was about the whole
 * order. Empty if not known: for a partial refund a reply contains the initial amount, too (§2.9).
 */
export function transactionAmount(
  { entry, sentBy, type }: ListedTransaction, { initialAmount, facts, currency }: Pick<JudgedOrder, 'initialAmount' | 'facts' | 'currency'>,
  reading: Switches['minorUnitDigits'], returnsMoney: boolean,
): string {
  const later = isLaterTransaction(type)
  const whole: MinorUnits | null = type === 'reversal' ? facts.initialAmount ?? initialAmount : initialAmount
  const text = entry === null
    ? amountOfOther(sentBy, later ? null : initialAmount, currency, reading)
    : amountText({
      enumeratedMinorAmounts: entry.row.enumeratedMinorAmounts, currency: entry.row.currency ?? currency,
      minorAmount: entry.row.minorAmount ?? entry.row.reviewed?.minorAmount ?? whole,
    }, reading)
  return text !== '' && returnsMoney ? `−${text}` : text
}

/** The amount that another desk recorded, else `otherwise`; empty if neither is known. */
function amountOfOther(
  sentBy: ListedTransaction['sentBy'], otherwise: MinorUnits | null, currency: string | null,
  reading: Switches['minorUnitDigits'],
): string {
  const minorAmount = sentBy?.minorAmount ?? otherwise
  return amountText({ minorAmount, enumeratedMinorAmounts: [], currency: sentBy?.currency ?? currency }, reading)
}

/** "Refund of 20.00 USD"; without the amount if it is not known. */
export function requestText(
  transaction: ListedTransaction, order: JudgedOrder, reading: Switches['minorUnitDigits'], t: Translate,
): string {
  const operation = transactionTitle(transaction, isOfHold(transaction, order), t)
  const amount = transactionAmount(transaction, order, reading, false)
  return amount === '' ? operation : t('order.happened.request', { operation, amount })
}

/** True if a refund or void of the order releases a hold: nothing of it was captured. */
export function isOfHold(
  { entry, sentBy }: ListedTransaction, { state }: Pick<JudgedOrder, 'state'>,
): boolean {
  return state.kind === 'held' || state.kind === 'released' || (entry?.row ?? sentBy)?.releasesHold === true
}

/** Comment, reason, message, person and duration, as far as known. */
export function transactionFacts(transaction: ListedTransaction, t: Translate): string[] {
  const { entry, sentBy, mayBeOthers, errorText, errorCode, finalAt } = transaction
  const comment = entry === null ? null : entry.row.comment ?? entry.fields.find(({ name }) => name === 'comment')?.value ?? null
  const intent = entry?.events.find((event) => event.kind === 'intent')
  const reason = entry?.row.reason ?? intent?.reason ?? null
  const took = entry === null || finalAt === null ? null : Date.parse(finalAt) - Date.parse(entry.row.at)
  const outcome = entry?.events.find((event) => event.kind === 'outcome')
  return filled(
    outcome === undefined ? '' : faultText(outcome.outcome, outcome.fault, t),
    comment === null || comment === '' ? '' : t('order.transaction.comment', { comment }),
    reason === null || reason === '' ? '' : t('order.transaction.reason', { reason }),
    errorText,
    errorCode === null ? '' : t('order.transaction.code', { code: errorCode }),
    entry?.row.who ?? '',
    sentBy === null ? '' : t('teamLists.person', { who: sentBy.who, desk: sentBy.deskLabel }),
    mayBeOthers ? t('teamLists.order.mayBeOthers') : '',
    took === null || took < 0 ? '' : t('order.took', { duration: durationText(took, t) }),
  )
}

/** "3 status checks, last 14:02:31"; empty without any. `of`: time of the transaction. */
export function checksText(checks: readonly StatusCheck[], of: string, t: Translate): string {
  const { count, lastAt } = countChecks(checks)
  return lastAt === null ? '' : t('order.transaction.checks', { count, time: timeBeside(lastAt, of) })
}
