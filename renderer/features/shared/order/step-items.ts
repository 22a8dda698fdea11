/** The steps that a payment offers: label, icon and note of each menu entry. */
import {
  Ban, CirclePause, CopyCheck, CreditCard, FileText, HandCoins, ListTodo, RefreshCw, Repeat, ScanText, SearchCheck,
  Undo2,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { Verb } from '#shared/gateway/catalogue/verbs.ts'
import { isCapture, isRefund, type OrderAction } from '#shared/gateway/orders/order-actions.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { TextKey, Translate } from '../../../i18n/index.ts'
import { minorAmountText } from '../entry/amounts.ts'
import type { StepId } from './next-step.ts'
import { operationKey, type OfferObstacle, type OrderOffer } from './order-offers.ts'

export interface StepItem {
  readonly id: StepId
  readonly label: string
  readonly icon: Component
  readonly note?: string
  readonly disabled?: boolean
}

type OtherStep = Exclude<StepId, OrderAction>

const icons: Readonly<Record<OtherStep, Component>> = {
  'check': RefreshCw, 'follow': SearchCheck, 'stop': CirclePause, 'adopt': SearchCheck, 'again': Repeat, 'other-card': CreditCard,
  'correct': Undo2, 'try-again': Undo2, 'charge-card': Repeat, 'register-card': CreditCard, 'open-outcomes': ListTodo,
  'charged-twice': CopyCheck, 'inspect': ScanText, 'documents': FileText, 'order-status': SearchCheck,
}

const names: Readonly<Record<Exclude<OtherStep, 'again'>, TextKey>> = {
  'check': 'answer.checkStatus', 'follow': 'answer.follow.start', 'stop': 'answer.follow.stop', 'adopt': 'teamLists.outcomes.ask',
  'other-card': 'order.step.otherCard', 'correct': 'payment.result.correct', 'try-again': 'payment.result.tryAgain',
  'charge-card': 'order.step.chargeCard', 'charged-twice': 'compare.chargedTwice', 'register-card': 'answer.registerCard', 'open-outcomes': 'order.step.openOutcomes',
  'inspect': 'answer.openInspector', 'documents': 'order.documents', 'order-status': 'shell.navigation.orderStatus',
}

/** The menu entry of a step other than refund, void and capture. `verb` names what the payment did. */
export function otherItem(id: OtherStep, verb: Verb['id'], t: Translate): StepItem {
  return { id, icon: icons[id], label: t(id === 'again' ? `verb.${verb}.again` : names[id]) }
}

/** The menu entry of an action, with its maximum amount or the reason why it is not possible. */
export function actionItem(
  offer: OrderOffer, currency: string | null, reading: Switches['minorUnitDigits'], t: Translate,
): StepItem {
  const { action, obstacle } = offer
  const icon = isCapture(action) ? HandCoins : isRefund(action) ? Undo2 : Ban
  const label = t('order.action.open', { operation: t(`${operationKey(offer)}.name`) })
  const note = noteOf(offer, currency, reading, t)
  return { id: action, icon, label, disabled: obstacle !== null, ...(note !== '' && { note }) }
}

function noteOf({ action, obstacle, most, part }: OrderOffer, currency: string | null, reading: Switches['minorUnitDigits'], t: Translate): string {
  if (obstacle !== null) return t(reasonKey(obstacle))
  if (most === null) return ''
  const amount = minorAmountText(most, currency, reading)
  return t(isRefund(action) && part === null ? 'order.action.upTo' : 'order.action.whole', { amount })
}

function reasonKey(obstacle: OfferObstacle): TextKey {
  switch (obstacle) {
    case 'order-busy': return 'order.action.busy'
    case 'ids-not-known': return 'order.action.idsNotKnown'
    case 'already-voided': return 'order.action.alreadyVoided'
    case 'already-released': return 'order.action.alreadyReleased'
    case 'not-usable-here': return 'failure.what.environment-not-usable-here'
    default: return `payment.obstacle.${obstacle}`
  }
}

/** Obstacles that the page shows already: the menu then omits the action. */
const obvious: readonly OfferObstacle[] = [
  'not-final', 'not-successful', 'not-collected', 'not-a-preauth', 'already-captured', 'already-voided', 'already-released', 'nothing-left',
]

/** Actions with these obstacles never apply to the order: the menu omits them whatever the other obstacles are. */
const neverOfIt: readonly (OrderOffer['whole'])[] = ['not-successful', 'not-a-preauth', 'already-captured']

/** True for an action that is possible now, or whose reason the page shows nowhere else. */
export function isShown({ obstacle, whole }: OrderOffer): boolean {
  return obstacle === null || (!obvious.includes(obstacle) && !neverOfIt.includes(whole))
}
