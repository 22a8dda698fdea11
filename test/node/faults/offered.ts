/** The sentences and offers of the page for an answer, from the page's own functions. */
import type { Answer } from '#shared/model/answer.ts'
import { operations, touchesMoney } from '#shared/gateway/operations.ts'
import { createTexts, type TextKey, type Translate } from '../../../renderer/i18n/index.ts'
import { adviceFor } from '../../../renderer/features/shared/advice.ts'
import { moneyText, whyText } from '../../../renderer/features/shared/answer-text.ts'
import { nextStep } from '../../../renderer/features/shared/payment/next-step.ts'
import { headlineOf } from '../../../renderer/features/shared/headline.ts'
import type { Offer } from './matrix.ts'

const { t: translate } = createTexts().global
const t: Translate = (key, values = {}) => translate(key, values)

/** Every sentence about an answer, in the order on screen. */
export function sentencesOf(answer: Answer): string[] {
  const advice = adviceFor(answer).flatMap(({ title, text }) => [title === null ? '' : t(title), text === null ? '' : t(text)])
  const hints = answer.hints.map((hint) => t(`answer.hint.${hint}`))
  return [headlineOf(answer, t).text, moneyText(answer, t), whyText(answer, t), ...advice, ...hints]
    .filter((text) => text !== '')
}

/** The next action that is offered. */
export function offerOf(answer: Answer): Offer {
  if (touchesMoney(operations[answer.operation])) {
    const { canCheck, back } = nextStep(answer, answer)
    if (canCheck) return 'check-status'
    if (back === 'same') return 'form-as-it-was'
    return back === 'correct' ? 'form-to-correct' : 'followed'
  }
  return answer.outcome.kind === 'answered' ? 'nothing-to-repeat' : 'ask-again'
}

const offers: { readonly [Kind in Offer]: readonly TextKey[] } = {
  'check-status': ['answer.checkStatus'],
  'form-as-it-was': ['payment.result.tryAgain', 'payment.result.tryAgainHint'],
  'form-to-correct': ['payment.result.correct', 'payment.result.correctHint'],
  'followed': ['payment.result.open'],
  'ask-again': ['operation.status.button'],
  'nothing-to-repeat': [],
}

/** The text of an offer on the page. */
export function offerText(offer: Offer): string {
  return offers[offer].map((key) => t(key)).join(': ')
}
