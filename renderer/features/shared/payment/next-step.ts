/** What may be done after a payment was confirmed. Never a repeat in one click. */
import type { Answer, ShownOutcome } from '#shared/model/answer.ts'
import { isFinalStatus, waitsForCardholder, type FinalStatus } from '#shared/gateway/order-status.ts'
import type { TextKey } from '../../../i18n/index.ts'
import { replyValue } from '../reply-values.ts'
import { actsOnOrder, paymentWord } from './payment-text.ts'

/** `new`: another payment, or back to the order; `correct`: the form after a refusal; `same`: the form as it was. */
export type WayBack = 'new' | 'correct' | 'same'

export interface NextStep {
  readonly text: TextKey | null
  /** Asking is the only thing offered while nobody knows. */
  readonly canCheck: boolean
  readonly back: WayBack | null
  readonly button: TextKey
  readonly hint: TextKey
}

/** `sent` is how the send itself ended, `now` the newest that is known of its order. */
export function nextStep(sent: Answer, now: Answer): NextStep {
  const word = paymentWord(sent.operation)
  const onOrder = actsOnOrder(sent.operation)
  const again = {
    button: `verb.${word}.again`,
    hint: onOrder ? 'payment.result.againOnOrderHint' : 'payment.result.againHint',
  } as const
  const status = statusOf(now)
  if (status !== null && isFinalStatus(status)) return { ...afterFinal(status, word), ...again }
  switch (sent.outcome.kind) {
    case 'not-sent':
      return {
        text: null, canCheck: false, back: 'same', button: 'payment.result.tryAgain', hint: 'payment.result.tryAgainHint',
      }
    case 'refused':
    case 'access-denied':
      return {
        text: null, canCheck: false, back: 'correct', button: 'payment.result.correct',
        hint: onOrder ? 'payment.result.correctOnOrderHint' : 'payment.result.correctHint',
      }
    case 'accepted':
      // While the cardholder has to act, the notice about that says what goes on.
      return { text: waits(now) ? null : 'payment.result.open', canCheck: false, back: null, ...again }
    case 'unknown':
    case 'answered':
    case 'failed':
      return { text: null, canCheck: status === null, back: null, ...again }
  }
}

function afterFinal(status: FinalStatus, word: string): Pick<NextStep, 'text' | 'canCheck' | 'back'> {
  switch (status) {
    // The notice about an unclear result already says what to do, and doing it again is not it.
    case 'error': return { text: null, canCheck: false, back: null }
    case 'filtered': return { text: 'payment.result.filtered', canCheck: false, back: 'new' }
    case 'approved':
    case 'declined':
      return { text: `verb.${word}.${status}`, canCheck: false, back: 'new' }
  }
}

function waits(now: Answer): boolean {
  return waitsForCardholder(statusOf(now) ?? '', replyValue(now, 'order-stage'))
}

/** The order status that an answer tells; null where it tells none. */
export function statusOf(answer: Answer): string | null {
  const { outcome }: { outcome: ShownOutcome } = answer
  if (outcome.kind === 'accepted') return outcome.status
  if (outcome.kind !== 'answered') return null
  const status = replyValue(answer, 'status')
  return status === '' ? null : status
}
