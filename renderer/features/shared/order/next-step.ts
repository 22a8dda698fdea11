/** The step that the page advises for a payment, with its reason. */
import { adviceAfter } from '#shared/gateway/replies/decline-advice.ts'
import { isCapture, type OrderAction } from '#shared/gateway/orders/order-actions.ts'
import type { OrderState } from '#shared/gateway/orders/order-state.ts'
import type { EntryState, HistoryRow } from '#shared/model/history/history.ts'
import type { Follow } from '#shared/model/answers/answer.ts'
import type { TextKey } from '../../../i18n/index.ts'
import type { Kind } from '../../../ui/messages/kinds.ts'
import { stateKind } from '../entry/entry-state.ts'
import { failedAdvice, type FailedAction } from './failed-action.ts'

/** Steps apart from refund, void and capture. */
type OtherStep =
  | 'check' | 'follow' | 'stop' | 'adopt' | 'again' | 'other-card' | 'correct' | 'try-again' | 'charge-card'
  | 'charged-twice' | 'register-card' | 'open-outcomes' | 'inspect' | 'documents' | 'order-status'
export type StepId = OrderAction | OtherStep

export interface NextStep {
  readonly kind: Kind
  readonly title: TextKey
  readonly text: TextKey | null
  /** Null while the desk checks automatically, and if nothing has to be done. */
  readonly primary: StepId | null
}

export interface PaymentSituation {
  readonly state: OrderState
  /** Whether the gateway waits for the cardholder; `known` once the page shows the 3-D Secure steps. */
  readonly waitsForCardholder: 'no' | 'known' | 'not-asked'
  /** The request with an uncertain outcome: this payment, or a refund, void or capture of it. */
  readonly uncertain: Pick<HistoryRow, 'state'> | null
  /** The gateway reports values otherwise than they were sent. */
  readonly isOtherwise: boolean
  /** The newest refund, void or capture, if it failed. */
  readonly failed: FailedAction | null
  /** A request about the payment is being sent or processed. */
  readonly isUnderWay: boolean
  readonly follow: Follow | null
  /** Its outcome is open at another desk, which checks it. */
  readonly openElsewhere: boolean
  /** Another desk has an open refund, void or capture of the order. */
  readonly busyElsewhere: boolean
  /** This desk has a profile to check the order with. */
  readonly canAsk: boolean
  /** The payment is from or to a card, or this is not known; a payout to an account is not. */
  readonly byCard: boolean
  /** The payment was sent since the start, and its form can be filled in again. */
  readonly formKept: boolean
  /** The actions that are offered now. */
  readonly possible: readonly OrderAction[]
}

const step = (kind: Kind, title: TextKey, text: TextKey | null, primary: StepId | null = null): NextStep =>
  ({ kind, title, text, primary })

/** Returns the one step to advise. With an unknown outcome it is only the status check. */
export function nextStep(situation: PaymentSituation): NextStep {
  const { state, uncertain, canAsk, openElsewhere } = situation
  if (openElsewhere) return step('warning', 'order.step.elsewhere', canAsk ? 'order.step.elsewhereText' : 'teamLists.entry.noProfile', canAsk ? 'adopt' : null)
  if (!canAsk) return step('info', 'order.step.noProfile', 'history.entry.profileMissing')
  if (uncertain !== null) return ofUncertain(uncertain.state)
  if (situation.waitsForCardholder === 'known') return step('wait', 'order.step.cardholder', 'order.step.cardholderText')
  if (situation.waitsForCardholder === 'not-asked') return step('wait', 'order.step.cardholder', 'order.step.cardholderAsk', 'check')
  if (situation.isUnderWay) return underWay(situation.follow)
  if (situation.busyElsewhere) return step('wait', 'order.step.elsewhere', 'order.step.elsewhereBusy')
  switch (state.kind) {
    case 'not-known': return step('info', 'order.step.notKnown', 'order.step.notKnownText', 'check')
    case 'contradictory': return step('warning', 'order.step.contradictory', 'order.step.contradictoryText')
    case 'as-made': return afterMade(state.status, situation)
    case 'held':
      return otherwise(situation) ?? afterFailed(situation) ?? step('info', 'order.step.held', 'order.step.heldText', captureOf(situation))
    case 'done':
    case 'captured':
      return otherwise(situation) ?? afterFailed(situation) ?? step('good', 'order.step.nothing', 'order.step.final')
    case 'partly-refunded':
      return otherwise(situation) ?? afterFailed(situation) ?? step('good', 'order.step.nothing', 'order.step.finalWithRefund')
    case 'reversed-elsewhere': return step('warning', 'order.step.reversedElsewhere', 'order.step.reversedElsewhereText')
    case 'returned-too-much': return step('warning', 'order.step.returnedTooMuch', 'order.step.returnedTooMuchText')
    case 'released':
    case 'voided':
    case 'refunded':
      return step('good', 'order.step.nothing', 'order.step.nothingLeft')
  }
}

function otherwise({ isOtherwise }: PaymentSituation): NextStep | null {
  return isOtherwise ? step('warning', 'order.step.otherwise', 'order.step.otherwiseText') : null
}

/** A failed action comes before the state of the order. */
function afterFailed(situation: PaymentSituation): NextStep | null {
  const { failed, possible } = situation
  if (failed === null) return null
  return step(stateKind(failed.state), 'order.step.action', failedAdvice(failed, possible), captureOf(situation))
}

/** The capture of a hold; null if none is possible. */
function captureOf({ possible }: PaymentSituation): StepId | null {
  return possible.find(isCapture) ?? null
}

function ofUncertain(state: EntryState): NextStep {
  switch (state) {
    case 'error': return step('warning', 'order.step.error', 'order.uncertain.error', 'check')
    case 'not-found': return step('info', 'order.step.closed', 'order.uncertain.not-found')
    case 'closed-error': return step('info', 'order.step.closed', 'order.uncertain.closed-error')
    case 'closed-unknown': return step('unknown', 'order.step.closed', 'order.uncertain.closed-unknown')
    default: return step('unknown', 'order.step.doubt', 'order.uncertain.unknown', 'check')
  }
}

function underWay(follow: Follow | null): NextStep {
  const ended = follow?.ended ?? null
  if (ended === 'stopped-by-person' || ended === 'plan-ended' || ended === 'cannot-ask') {
    return step('warning', 'order.step.notFollowed', 'order.step.notFollowedText', 'follow')
  }
  return step('wait', 'order.step.live', 'order.step.liveText')
}

function afterMade(status: string, { byCard, formKept }: PaymentSituation): NextStep {
  switch (adviceAfter(status)) {
    case 'another-card': return byCard
      ? step('info', 'order.step.declined', 'order.step.declinedText', 'other-card')
      : step('info', 'order.step.declinedWithoutCard', 'order.step.declinedText')
    case 'ask-support': return step('info', 'order.step.filtered', 'payment.result.filtered')
    case null: break
  }
  switch (status) {
    case 'not-sent': return step('info', 'order.step.notSent', 'order.step.notSentText', formKept ? 'try-again' : 'again')
    case 'refused':
    case 'access-denied':
      return step('info', 'order.step.refused', 'order.step.refusedText', formKept ? 'correct' : 'again')
    default: return step('wait', 'order.step.notFollowed', 'order.step.notFollowedText', 'follow')
  }
}
