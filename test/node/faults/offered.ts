/** The sentences and offers of the page for an answer, from the page's own functions. */
import type { Answer } from '#shared/model/answers/answer.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { createTexts } from '../../support/texts.ts'
import type { TextKey, Translate } from '../../../renderer/i18n/index.ts'
import { nextStep, type NextStep } from '../../../renderer/features/shared/order/next-step.ts'
import type { ListedTransaction } from '../../../renderer/features/shared/order/other-desks.ts'
import { paymentSentence } from '../../../renderer/features/shared/order/sentence.ts'
import { adviceFor } from '../../../renderer/features/shared/answer/advice.ts'
import { moneyText, whyText } from '../../../renderer/features/shared/answer/answer-text.ts'
import { headlineOf } from '../../../renderer/features/shared/answer/headline.ts'
import type { Offer } from './matrix.ts'

const { t: translate } = createTexts().global
const t: Translate = (key, values = {}) => translate(key, values)

/** Every sentence that a person reads of an answer, in the order of the page. */
export function sentencesOf(answer: Answer): string[] {
  const hints = answer.hints.map((hint) => t(`answer.hint.${hint}`))
  if (touchesMoney(operations[answer.operation])) {
    const { title, text } = stepOf(answer)
    const { text: sentence, detail } = paymentSentence({ order: orderOf(answer), state: null, amount: '10.15 USD', card: '' }, t)
    return [sentence, detail, t(title), text === null ? '' : t(text), ...hints].filter((one) => one !== '')
  }
  const advice = adviceFor(answer).flatMap(({ title, text }) => [title === null ? '' : t(title), text === null ? '' : t(text)])
  return [headlineOf(answer, t).text, moneyText(answer, t), whyText(answer, t), ...advice, ...hints]
    .filter((text) => text !== '')
}

/** The next action that is offered. */
export function offerOf(answer: Answer): Offer {
  if (!touchesMoney(operations[answer.operation])) return answer.outcome.kind === 'answered' ? 'nothing-to-repeat' : 'ask-again'
  switch (stepOf(answer).primary) {
    case 'check': return 'check-status'
    case 'try-again': return 'form-as-it-was'
    case 'correct': return 'form-to-correct'
    default: return 'followed'
  }
}

function stateOf({ outcome }: Answer): EntryState {
  return outcome.kind === 'accepted' ? 'processing' : outcome.kind
}

/** The payment as its page has it right after the answer. */
function orderOf(answer: Answer): Parameters<typeof paymentSentence>[0]['order'] {
  const { outcome } = answer
  const fault = 'fault' in outcome ? outcome.fault : null
  const entry = { row: { operation: answer.operation }, events: [{ kind: 'outcome', outcome: outcome.kind, fault }] }
  const made = { entry, sentBy: null, type: null, checks: [], errorCode: null, errorText: null } as unknown
  return { state: { kind: 'as-made', status: stateOf(answer) }, transactions: [made as ListedTransaction] }
}

function stepOf(answer: Answer): NextStep {
  const state = stateOf(answer)
  return nextStep({
    state: { kind: 'as-made', status: state }, waitsForCardholder: 'no', uncertain: state === 'unknown' ? { state } : null,
    isOtherwise: false, failed: null, isUnderWay: state === 'processing', follow: null, openElsewhere: false, busyElsewhere: false,
    canAsk: true, byCard: true, formKept: true, possible: [],
  })
}

const offers: { readonly [Kind in Offer]: readonly TextKey[] } = {
  'check-status': ['answer.checkStatus'],
  'form-as-it-was': ['payment.result.tryAgain'],
  'form-to-correct': ['payment.result.correct'],
  'followed': ['order.step.liveText'],
  'ask-again': ['operation.status.button'],
  'nothing-to-repeat': [],
}

/** The text of an offer on the page. */
export function offerText(offer: Offer): string {
  return offers[offer].map((key) => t(key)).join(': ')
}
