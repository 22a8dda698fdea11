/** An answer in one line: what happened, in plain words. */
import { assertNever } from '#shared/assert-never.ts'
import { operations, replyKindOf, touchesMoney } from '#shared/gateway/operations.ts'
import { isFinalStatus, openStatuses, readStage, waitsForCardholder } from '#shared/gateway/order-status.ts'
import { readTransactionType } from '#shared/gateway/transaction-types.ts'
import type { Answer } from '#shared/model/answer.ts'
import type { TextKey, Translate } from '../../i18n/index.ts'
import type { Kind } from '../../ui/kinds.ts'
import { replyValue } from './reply-values.ts'

export interface Headline {
  readonly kind: Kind
  readonly text: string
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The transaction in plain words: its own type, else the family of its stage, else just "Payment". */
export function transactionName(type: string, stage: string, t: Translate): string {
  const known = readTransactionType(type === '' ? readStage(stage).family : type)
  if (known !== null) return t(`answer.transaction.${known}`)
  return type === '' ? t('answer.transaction.unnamed') : capitalised(type)
}

/** What a status means at a glance. */
export function kindOfStatus(status: string): Kind {
  if (!isFinalStatus(status)) return status === 'unknown' ? 'unknown' : 'wait'
  switch (status) {
    case 'approved': return 'good'
    case 'declined':
    case 'filtered':
      return 'bad'
    case 'error': return 'warning'
  }
}

/** Transaction type and status in plain words: "Refund approved" (§2.9, addendum 7). */
export function orderHeadline(order: { type: string; status: string; stage: string }, t: Translate): Headline {
  const type = transactionName(order.type, order.stage, t)
  if (waitsForCardholder(order.status, order.stage)) return { kind: 'wait', text: t('answer.status.waiting', { type }) }
  const known = isFinalStatus(order.status) || (openStatuses as readonly string[]).includes(order.status)
  const key = known ? `answer.status.${order.status}` as TextKey : 'answer.status.other'
  return { kind: kindOfStatus(order.status), text: t(key, { type, status: order.status }) }
}

/** The headline of any answer. */
export function headlineOf(answer: Answer, t: Translate): Headline {
  const operation = operations[answer.operation]
  const { outcome } = answer
  const named = { operation: t(`operation.${answer.operation}.name`) }
  const order = { type: replyValue(answer, 'transaction-type'), stage: replyValue(answer, 'order-stage') }
  switch (outcome.kind) {
    case 'accepted':
      return outcome.final
        ? orderHeadline({ ...order, status: outcome.status }, t)
        : { kind: 'wait', text: t('answer.headline.accepted', named) }
    case 'answered':
      if (replyKindOf(operation) === 'order-status') return orderHeadline({ ...order, status: replyValue(answer, 'status') }, t)
      if (replyKindOf(operation) === 'card-details') return { kind: 'good', text: t('answer.headline.cardFound') }
      if (replyKindOf(operation) === 'card-registration') return { kind: 'good', text: t('answer.headline.cardRegistered') }
      return { kind: 'good', text: t('answer.headline.answered', named) }
    case 'failed': return { kind: 'bad', text: t('answer.headline.registrationFailed', { status: outcome.status }) }
    case 'refused': return { kind: 'bad', text: t('answer.headline.refused', named) }
    case 'access-denied': return { kind: 'bad', text: t('answer.headline.accessDenied') }
    case 'not-sent': return { kind: 'info', text: t('answer.headline.notSent') }
    case 'unknown': {
      const key = touchesMoney(operation) ? 'answer.headline.unknownMoney' : 'answer.headline.unknownRead'
      return { kind: touchesMoney(operation) ? 'unknown' : 'warning', text: t(key) }
    }
    default: return assertNever(outcome)
  }
}
