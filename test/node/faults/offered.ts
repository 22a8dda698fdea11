/** What the page says and offers after an answer, by the page's own functions. */
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

/** Every sentence that a person reads of an answer, in the order in which they stand. */
export function wordsOf(answer: Answer): string[] {
  const advice = adviceFor(answer).flatMap(({ title, text }) => [title === null ? '' : t(title), text === null ? '' : t(text)])
  const hints = answer.hints.map((hint) => t(`answer.hint.${hint}`))
  return [headlineOf(answer, t).text, moneyText(answer, t), whyText(answer, t), ...advice, ...hints]
    .filter((text) => text !== '')
}

/** What stands there to be done next. */
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

/** An offer in the words of the page. */
export function offerText(offer: Offer): string {
  return offers[offer].map((key) => t(key)).join(': ')
}
