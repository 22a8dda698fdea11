/** What a person should do about a payment now: one step with its reason. */
import { adviceAfter } from '#shared/gateway/replies/decline-advice.ts'
import { isCapture, type OrderAction } from '#shared/gateway/orders/order-actions.ts'
import type { OrderState } from '#shared/gateway/orders/order-state.ts'
import type { EntryState, HistoryRow } from '#shared/model/history/history.ts'
import type { Follow } from '#shared/model/answers/answer.ts'
import type { TextKey } from '../../../i18n/index.ts'
import type { Kind } from '../../../ui/messages/kinds.ts'
import { stateKind } from '../entry/entry-state.ts'
import { failedAdvice, type FailedAction } from './failed-action.ts'

/** What a person can do about a payment, beside refund, void and capture. */
type OtherStep =
  | 'check' | 'follow' | 'stop' | 'adopt' | 'again' | 'other-card' | 'correct' | 'try-again' | 'charge-card'
  | 'charged-twice' | 'register-card' | 'open-outcomes' | 'inspect' | 'documents' | 'order-status'
export type StepId = OrderAction | OtherStep

export interface NextStep {
  readonly kind: Kind
  readonly title: TextKey
  readonly text: TextKey | null
  /** Null while the desk works by itself, and where nothing is to be done. */
  readonly primary: StepId | null
}

export interface Standing {
  readonly state: OrderState
  /** The gateway waits for the cardholder; `known` once its steps are on the page. */
  readonly waitsForCardholder: 'no' | 'known' | 'not-asked'
  /** The request whose outcome is in doubt: of this payment, or a refund, void or capture of it. */
  readonly doubt: Pick<HistoryRow, 'state'> | null
  /** The gateway reports the payment otherwise than it was sent. */
  readonly isOtherwise: boolean
  /** The newest refund, void or capture, where it failed. */
  readonly failed: FailedAction | null
  /** Something about it is being sent or is under way. */
  readonly isUnderWay: boolean
  readonly follow: Follow | null
  /** It is open at another desk, which asks about it. */
  readonly openElsewhere: boolean
  /** Another desk has a refund, void or capture of it in hand. */
  readonly busyElsewhere: boolean
  /** This desk has a profile by which the gateway can be asked. */
  readonly canAsk: boolean
  /** It takes its money from a card, as far as is known: a payout to an account does not. */
  readonly byCard: boolean
  /** It was sent in this run, and its form can be filled in again. */
  readonly formKept: boolean
  /** The actions that can be reviewed now. */
  readonly possible: readonly OrderAction[]
}

const step = (kind: Kind, title: TextKey, text: TextKey | null, primary: StepId | null = null): NextStep =>
  ({ kind, title, text, primary })

/** The one step to advise. While the desk works by itself nothing is advised; an unknown outcome only lets ask. */
export function nextStep(standing: Standing): NextStep {
  const { state, doubt, canAsk, openElsewhere } = standing
  if (openElsewhere) return step('warning', 'order.step.elsewhere', canAsk ? 'order.step.elsewhereText' : 'teamLists.entry.noProfile', canAsk ? 'adopt' : null)
  if (!canAsk) return step('info', 'order.step.noProfile', 'history.entry.profileMissing')
  if (doubt !== null) return inDoubt(doubt.state)
  if (standing.waitsForCardholder === 'known') return step('wait', 'order.step.cardholder', 'order.step.cardholderText')
  if (standing.waitsForCardholder === 'not-asked') return step('wait', 'order.step.cardholder', 'order.step.cardholderAsk', 'check')
  if (standing.isUnderWay) return underWay(standing.follow)
  if (standing.busyElsewhere) return step('wait', 'order.step.elsewhere', 'order.step.elsewhereBusy')
  switch (state.kind) {
    case 'not-known': return step('info', 'order.step.notKnown', 'order.step.notKnownText', 'check')
    case 'contradictory': return step('warning', 'order.step.contradictory', 'order.step.contradictoryText')
    case 'as-made': return afterMade(state.status, standing)
    case 'held':
      return otherwise(standing) ?? afterFailed(standing) ?? step('info', 'order.step.held', 'order.step.heldText', captureOf(standing))
    case 'done':
    case 'captured':
      return otherwise(standing) ?? afterFailed(standing) ?? step('good', 'order.step.nothing', 'order.step.final')
    case 'partly-refunded':
      return otherwise(standing) ?? afterFailed(standing) ?? step('good', 'order.step.nothing', 'order.step.finalWithRefund')
    case 'reversed-elsewhere': return step('warning', 'order.step.reversedElsewhere', 'order.step.reversedElsewhereText')
    case 'returned-too-much': return step('warning', 'order.step.returnedTooMuch', 'order.step.returnedTooMuchText')
    case 'released':
    case 'voided':
    case 'refunded':
      return step('good', 'order.step.nothing', 'order.step.nothingLeft')
  }
}

function otherwise({ isOtherwise }: Standing): NextStep | null {
  return isOtherwise ? step('warning', 'order.step.otherwise', 'order.step.otherwiseText') : null
}

/** What failed last is said before how the order stands. */
function afterFailed(standing: Standing): NextStep | null {
  const { failed, possible } = standing
  if (failed === null) return null
  return step(stateKind(failed.state), 'order.step.action', failedAdvice(failed, possible), captureOf(standing))
}

/** A hold is captured next; where there is none, this is null. */
function captureOf({ possible }: Standing): StepId | null {
  return possible.find(isCapture) ?? null
}

function inDoubt(state: EntryState): NextStep {
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

function afterMade(status: string, { byCard, formKept }: Standing): NextStep {
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
