/** The headline of an answer. */
import { assertNever } from '#shared/assert-never.ts'
import { mayHaveCreated, transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import { operations, replyKindOf, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import { isFinalStatus, openStatuses, readStage, waitsForCardholder } from '#shared/gateway/replies/order-status.ts'
import { readTransactionType } from '#shared/gateway/catalogue/transaction-types.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { TextKey, Translate } from '../../../i18n/index.ts'
import type { Kind } from '../../../ui/messages/kinds.ts'
import { cardOf } from '../cards/card-on-file.ts'
import { replyValue, type Replied } from './reply-values.ts'
import { entryStates, stateKind, stateText } from '../entry/entry-state.ts'
import { cardText, rowName } from '../entry/row-texts.ts'

export interface Headline {
  readonly kind: Kind
  readonly text: string
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The name of a transaction: by its type, else by the family of its order stage, else "Payment". */
export function transactionName(type: string, stage: string, t: Translate): string {
  const known = readTransactionType(type === '' ? readStage(stage).family : type)
  if (known !== null) return t(`answer.transaction.${known}`)
  return type === '' ? t('answer.transaction.unnamed') : capitalised(type)
}

/** Whether a status is good, bad or open, for its colour and icon. */
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

/** A status without its transaction: "Approved". */
export function stateOfStatus(status: string, t: Translate): Headline {
  const known = entryStates.find((state) => state === status)
  return known === undefined
    ? { kind: kindOfStatus(status), text: t('order.transaction.otherStatus', { status }) }
    : { kind: stateKind(known), text: stateText(known, t) }
}

/** A request that may have created a transaction. */
export type CreatedBy = Pick<HistoryRow, 'operation' | 'releasesHold'>

/**
 * Transaction and status: "Refund approved" (§2.9, addendum 7). The transaction has the name of the first of `requests`
 * that may have created it, such as "Recurrent payment"; without one it is named by its type, which is "sale" for both.
 */
export function orderHeadline(
  order: { type: string; status: string; stage: string }, t: Translate, requests: readonly CreatedBy[] = [],
): Headline {
  const kindOf = order.type === '' ? readStage(order.stage).family : order.type
  const made = kindOf === '' ? undefined : requests.find(({ operation }) => isNamedBy(operation, kindOf))
  const type = made === undefined ? transactionName(order.type, order.stage, t) : rowName(made, t)
  if (waitsForCardholder(order.status, order.stage)) return { kind: 'wait', text: t('answer.status.waiting', { type }) }
  return statusHeadline(type, order.status, t)
}

/** False for an undocumented type, such as a chargeback's, if the request creates a documented one. */
function isNamedBy(operation: OperationId, word: string): boolean {
  return mayHaveCreated(operation, word)
    && (readTransactionType(word) !== null || transactionTypeOf(operation) === null)
}

/** "Refund approved", "Card eligibility check declined". */
function statusHeadline(type: string, status: string, t: Translate): Headline {
  const known = isFinalStatus(status) || (openStatuses as readonly string[]).includes(status)
  const key = known ? `answer.status.${status}` as TextKey : 'answer.status.other'
  return { kind: kindOfStatus(status), text: t(key, { type, status }) }
}

/** Headline of a card lookup or registration: "Card VISA •••• 0001 found"; null for any other reply. */
export function cardHeadline(operation: OperationId, reply: Replied, t: Translate): string | null {
  const kind = replyKindOf(operations[operation])
  if (kind !== 'card-details' && kind !== 'card-registration') return null
  const { network = '', lastFour = '' } = cardOf(reply, 0) ?? {}
  const known = cardText({ cardBrand: network === '' ? null : network, lastFour: lastFour === '' ? null : lastFour })
  const card = lastFour === '' ? replyValue(reply, 'card-ref-id') : known
  return card === '' ? null : t(kind === 'card-details' ? 'answer.headline.cardFound' : 'answer.headline.cardRegistered', { card })
}

/** The headline of any answer; `requests` as in `orderHeadline`. */
export function headlineOf(answer: Answer, t: Translate, requests: readonly CreatedBy[] = []): Headline {
  const operation = operations[answer.operation]
  const { outcome } = answer
  const named = { operation: t(`operation.${answer.operation}.name`) }
  const order = { type: replyValue(answer, 'transaction-type'), stage: replyValue(answer, 'order-stage') }
  switch (outcome.kind) {
    case 'accepted':
      return outcome.final
        ? orderHeadline({ ...order, status: outcome.status }, t, requests)
        : { kind: 'wait', text: t('answer.headline.accepted', named) }
    case 'answered': {
      const status = replyValue(answer, 'status')
      if (replyKindOf(operation) === 'order-status') return orderHeadline({ ...order, status }, t, requests)
      const card = cardHeadline(answer.operation, answer, t)
      if (card !== null) return { kind: 'good', text: card }
      return status === ''
        ? { kind: 'good', text: t('answer.headline.answered', named) }
        : statusHeadline(named.operation, status, t)
    }
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
