/** What may be done after a charge was confirmed. Never a repeat in one click. */
import type { Answer, ShownOutcome } from '#shared/model/answer.ts'
import { isFinalStatus, waitsForCardholder } from '#shared/gateway/order-status.ts'
import type { TextKey } from '../../i18n/index.ts'
import { replyValue } from '../shared/reply-values.ts'

export interface NextStep {
  readonly text: TextKey | null
  /** Asking is the only thing offered while nobody knows. */
  readonly canCheck: boolean
  readonly back: 'new' | 'correct' | 'same' | null
  readonly button: TextKey
  readonly hint: TextKey
}

const newCharge = { button: 'recurrentPayment.result.newCharge', hint: 'recurrentPayment.result.newChargeHint' } as const

/** `sent` is how the send itself ended, `now` the newest that is known of its order. */
export function nextStep(sent: Answer, now: Answer): NextStep {
  const status = statusOf(now)
  if (status !== null && isFinalStatus(status)) return afterFinal(status)
  switch (sent.outcome.kind) {
    case 'not-sent':
      return {
        text: null, canCheck: false, back: 'same',
        button: 'recurrentPayment.result.tryAgain', hint: 'recurrentPayment.result.tryAgainHint',
      }
    case 'refused':
    case 'access-denied':
      return {
        text: null, canCheck: false, back: 'correct',
        button: 'recurrentPayment.result.correct', hint: 'recurrentPayment.result.correctHint',
      }
    case 'accepted':
      return {
        // While the cardholder has to act, the notice about that says what goes on.
        text: waits(now) ? null : 'recurrentPayment.result.next.open', canCheck: false, back: null, ...newCharge,
      }
    case 'unknown':
    case 'answered':
    case 'failed':
      return { text: null, canCheck: status === null, back: null, ...newCharge }
  }
}

function afterFinal(status: 'approved' | 'declined' | 'filtered' | 'error'): NextStep {
  const rest = { canCheck: false, back: 'new' as const, ...newCharge }
  // The notice about an unclear result already says what to do, and another charge is not it.
  if (status === 'error') return { ...rest, text: null, back: null }
  return { ...rest, text: `recurrentPayment.result.next.${status}` }
}

function waits(now: Answer): boolean {
  return waitsForCardholder(statusOf(now) ?? '', replyValue(now, 'order-stage'))
}

function statusOf(answer: Answer): string | null {
  const { outcome }: { outcome: ShownOutcome } = answer
  if (outcome.kind === 'accepted') return outcome.status
  if (outcome.kind !== 'answered') return null
  const status = replyValue(answer, 'status')
  return status === '' ? null : status
}
