/** Sentences of an answer: whether money moved, and why no usable answer arrived. */
import { createsOrder, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Translate } from '../../../i18n/index.ts'

/** Whether money moved, in one sentence; empty for a request that does not touch money. */
export function moneyText(answer: Answer, t: Translate): string {
  const operation = operations[answer.operation]
  const open = answer.money === 'under-way' || answer.money === 'may-have-moved' ? answer.money : null
  const onOrder = touchesMoney(operation) && !createsOrder(operation)
  return t(open !== null && onOrder ? `answer.moneyOfOrder.${open}` : `answer.money.${answer.money}`)
}

/** Why nothing was sent or the result is unknown, in one sentence; empty after a usable answer. */
export function whyText({ outcome }: Pick<Answer, 'outcome'>, t: Translate): string {
  if (outcome.kind === 'not-sent') return t(`answer.notSentFault.${outcome.fault}`)
  return outcome.kind === 'unknown' ? t(`answer.unknownFault.${outcome.fault}`) : ''
}
