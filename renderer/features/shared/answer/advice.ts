/** Advice after an answer. */
import { effectOf, operations, replyKindOf, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { waitsForCardholder } from '#shared/gateway/replies/order-status.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { TextKey } from '../../../i18n/index.ts'
import type { Kind } from '../../../ui/messages/kinds.ts'
import { replyValue } from './reply-values.ts'

export interface Advice {
  readonly kind: Kind
  /** Null if the reason takes the place of the title. */
  readonly title: TextKey | null
  /** Null if the title is sufficient. */
  readonly text: TextKey | null
  /** Link for the cardholder, to be copied; null without one. */
  readonly redirectTo: string | null
}

const advice = (kind: Kind, title: TextKey | null, text: TextKey | null, redirectTo: string | null = null): Advice =>
  ({ kind, title, text, redirectTo })

/** The advice for an answer, most urgent first; empty if the headline is sufficient. */
export function adviceFor(answer: Answer): Advice[] {
  const operation = operations[answer.operation]
  const { outcome } = answer
  switch (outcome.kind) {
    case 'accepted': return orderAdvice(answer, outcome.status)
    case 'answered': return replyKindOf(operation) === 'order-status' ? orderAdvice(answer, replyValue(answer, 'status')) : []
    case 'failed': return [advice('bad', null, 'answer.advice.registrationFailed')]
    case 'refused':
      return replyKindOf(operation) === 'order-status'
        ? [advice('warning', 'answer.advice.notFoundTitle', 'answer.advice.notFound')]
        : []
    case 'access-denied':
      return replyKindOf(operation) === 'order-status' ? [statusLost] : []
    case 'not-sent':
      return replyKindOf(operation) === 'order-status'
        ? [statusLost]
        : [advice('info', 'answer.advice.notSentTitle', 'answer.advice.notSent')]
    case 'unknown':
      if (touchesMoney(operation)) return [advice('unknown', null, 'answer.advice.unknown')]
      if (effectOf(operation) === 'registers') return [advice('warning', null, 'answer.advice.unknownRegistration')]
      if (replyKindOf(operation) === 'order-status') return [statusLost]
      // The form of an upload shows its own advice.
      return effectOf(operation) === 'reads' ? [advice('warning', null, 'answer.advice.unknownRead')] : []
  }
}

const statusLost = advice('warning', 'answer.advice.statusLostTitle', 'answer.advice.statusLost')

function orderAdvice(answer: Answer, status: string): Advice[] {
  if (status === 'error') return [advice('warning', 'answer.advice.error', null)]
  if (!waitsForCardholder(status, replyValue(answer, 'order-stage'))) return []
  const address = replyValue(answer, 'redirect-to')
  return address === ''
    ? [advice('wait', 'answer.advice.waitingTitle', 'answer.advice.waitingNoAddress')]
    : [advice('wait', 'answer.advice.waitingTitle', 'answer.advice.waiting', address)]
}
