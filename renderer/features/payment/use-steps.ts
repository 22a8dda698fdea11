import { computed, onScopeDispose, type Ref } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { isCapture, isRefund } from '#shared/gateway/orders/order-actions.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import { isTakenBack } from '#shared/gateway/orders/order-state.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { isCharge } from '#shared/model/payments/equal-charges.ts'
import { isOpen, type EntryState, type HistoryRow } from '#shared/model/history/history.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import { useOpenOutcomes } from '../../app/stores/open-outcomes.ts'
import { useSession } from '../../app/stores/session.ts'
import { useText } from '../../i18n/index.ts'
import { useFormDrafts, type FormDraft } from '../shared/form/form-drafts.ts'
import { localTime } from '../../ui/values/time.ts'
import { amountText } from '../shared/entry/amounts.ts'
import { stateText } from '../shared/entry/entry-state.ts'
import { formPath } from '../shared/form/form-path.ts'
import { replyValue } from '../shared/answer/reply-values.ts'
import { chargedTwiceLink } from '../shared/equal-charges/equal-charges.ts'
import { rowName } from '../shared/entry/row-texts.ts'
import { linkTo } from '../shared/form/targets.ts'
import { failedAction } from '../shared/order/failed-action.ts'
import { nextStep, type StepId } from '../shared/order/next-step.ts'
import { verbOf } from '../shared/order/sentence.ts'
import { actionItem, isShown, otherItem, type StepItem } from '../shared/order/step-items.ts'
import type { useJudgedPayment } from '../shared/order/use-judged-payment.ts'
import type { usePaymentPage } from '../shared/order/use-payment-page.ts'
import { requestText } from './transactions/transaction-text.ts'

/** The advised step, the steps in the menu, and the link or function of each. */
export function useSteps(
  { page, view }: { readonly page: Readonly<Ref<OrderPage>>; readonly view: Readonly<Ref<ProfileView | null>> },
  payment: ReturnType<typeof usePaymentPage>, judged: ReturnType<typeof useJudgedPayment>,
  inThreeDSecure: Readonly<Ref<boolean>>,
) {
  const t = useText()
  const session = useSession()
  const drafts = useFormDrafts()
  const { key, reported, creating, uncertain, underWay, following, sent } = payment
  const { order, offers, busy, openElsewhere, byCard, createdBy, creation, switches } = judged

  const follow = computed(() => following.follow.value)
  /** True if the form of the payment can be opened again: for the active profile. */
  const formKept = computed(() => (sent.value?.form ?? null) !== null && session.activeId === page.value.profileId)
  const failed = computed(() => failedAction(order.value))
  const step = computed(() => nextStep({
    state: order.value.state,
    waitsForCardholder: !inThreeDSecure.value ? 'no' : payment.fresh.value === null ? 'not-asked' : 'known',
    uncertain: uncertain.value,
    isOtherwise: order.value.otherwise.length > 0,
    failed: failed.value,
    isUnderWay: underWay.value !== null || (follow.value !== null && follow.value.ended === null),
    follow: follow.value,
    openElsewhere: openElsewhere.value !== null,
    busyElsewhere: busy.value !== null && !page.value.entries.some(({ row }) => row.entryId === busy.value),
    canAsk: view.value !== null,
    byCard: byCard.value,
    formKept: formKept.value,
    possible: offers.value.filter(({ obstacle }) => obstacle === null).map(({ action }) => action),
  }))
  const isLive = computed(() => step.value.title === 'order.step.live')
  const outcomes = useOpenOutcomes()
  onScopeDispose(outcomes.show())
  /** Time of the next status check of the uncertain request; empty if not known. */
  const nextAsk = computed(() => {
    const at = outcomes.entries.find(({ row }) => row.entryId === uncertain.value?.entryId)?.nextAskAt ?? null
    return at === null ? '' : t('answer.follow.next', { time: localTime(at, 'clock') })
  })
  const verb = computed(() => verbOf(creation.value))

  const withState = (what: string, state: EntryState): string => t('order.step.action', { what, state: stateText(state, t).toLowerCase() })
  /** "Refund of 4.00 USD: unknown." for a refund, void or capture; empty for the payment itself. */
  function actionOf(row: HistoryRow | null): string {
    if (row === null || createsOrder(operations[row.operation])) return ''
    const operation = rowName(row, t)
    const amount = amountText(row, switches.value.minorUnitDigits)
    return withState(amount === '' ? operation : t('order.happened.request', { operation, amount }), row.state)
  }
  /** Names the request that is uncertain, being processed or failed: it may be a refund of the payment. */
  const title = computed(() => {
    const { ended = null, timesAsked = 0 } = follow.value ?? {}
    if (step.value.title === 'order.step.notFollowed' && ended !== null && ended !== 'final') {
      return [actionOf(underWay.value), t(`answer.follow.ended.${ended}`, { count: timesAsked })].join(' ').trim()
    }
    if (step.value.title === 'order.step.action' && failed.value !== null) {
      const { transaction, state } = failed.value
      return withState(requestText(transaction, order.value, switches.value.minorUnitDigits, t), state)
    }
    if (isLive.value) return actionOf(underWay.value)
    return actionOf(uncertain.value) || t(step.value.title)
  })

  function itemOf(id: StepId): StepItem {
    const offer = offers.value.find(({ action }) => action === id)
    return offer === undefined
      ? otherItem(id as Parameters<typeof otherItem>[0], verb.value, t)
      : actionItem(offer, order.value.currency, switches.value.minorUnitDigits, t)
  }

  const primary = computed(() => (step.value.primary === null ? null : itemOf(step.value.primary)))
  const cardReference = computed(() => createdBy.value?.cardReference ?? null)
  const others = computed<StepId[]>(() => {
    const asks = view.value !== null
    const isOwn = creating.value !== null
    const approved = reported.value !== null && replyValue(reported.value, 'status') === 'approved'
    const { orderId, merchantOrderId } = key.value
    /** While money may move or may have moved, no step leads to another charge. */
    const isCertain = (uncertain.value === null || !isOpen(uncertain.value.state)) && underWay.value === null
      && openElsewhere.value === null && order.value.state.kind !== 'contradictory'
    const all: (StepId | false)[] = [
      asks && isCertain && isOwn && formKept.value && order.value.state.kind === 'as-made' && 'correct',
      asks && isCertain && cardReference.value !== null && 'charge-card',
      asks && isCertain && isOwn && 'again',
      asks && approved && byCard.value && orderId !== null && merchantOrderId !== null
        && !isTakenBack(order.value.state) && 'register-card',
      asks && underWay.value?.state === 'processing' && follow.value?.ended == null && follow.value !== null && 'stop',
      asks && underWay.value?.state === 'processing' && follow.value === null && 'follow',
      asks && (uncertain.value !== null || underWay.value !== null) && 'open-outcomes',
      asks && orderId !== null && merchantOrderId === null && 'order-status',
      createdBy.value !== null && isCharge(createdBy.value.operation) && createdBy.value.reviewed !== null && 'charged-twice',
      isOwn && creating.value?.row.contentRemovedAt === undefined && 'inspect',
      asks && 'documents',
    ]
    return all.filter((one) => one !== false && one !== step.value.primary) as StepId[]
  })
  const shownOffers = computed(() => (view.value === null || isLive.value
    ? []
    : offers.value.filter((offer) => isShown(offer) && offer.action !== step.value.primary)))
  const items = computed<StepItem[]>(() => [
    ...shownOffers.value.map((offer) => actionItem(offer, order.value.currency, switches.value.minorUnitDigits, t)),
    ...others.value.map(itemOf),
  ])
  /** The action that the money panel offers. */
  const moneyAction = computed(() => {
    const offer = offers.value.find(({ action, obstacle }) =>
      obstacle === null && (isCapture(action) || isRefund(action)))
    return view.value === null || offer === undefined || offer.action === step.value.primary
      ? null
      : actionItem(offer, order.value.currency, switches.value.minorUnitDigits, t)
  })

  const ownForm = computed(() =>
    (creating.value === null ? '/recurrent-payment' : formPath(operations[creating.value.row.operation])))

  /** The link of a step; null for one that this page performs. The values in it are never confidential. */
  function follows(chosen: StepId): RouteLocationRaw | null {
    const form = sent.value?.form ?? null
    const at = key.value
    switch (chosen) {
      case 'try-again': return form === null ? null : backTo(form.path, form.draft)
      case 'correct': return form === null ? null : backTo(form.path, reduced(form.draft, (name) => name !== 'merchantOrderId'))
      case 'charge-card': return linkTo('/recurrent-payment', at, sameCard())
      case 'other-card': return linkTo(ownForm.value, at, amountOfPayment())
      case 'again': return form === null || !formKept.value ? linkTo(ownForm.value, at, sameCard()) : backTo(form.path, ofSameCard(form.draft))
      case 'register-card': return linkTo('/register-card', at, { orderId: at.orderId, merchantOrderId: at.merchantOrderId })
      case 'order-status': return linkTo('/order-status', at, { orderId: at.orderId })
      case 'charged-twice': return createdBy.value === null ? null : chargedTwiceLink(createdBy.value.entryId)
      case 'open-outcomes': return {
        path: '/open-outcomes', query: { entry: (uncertain.value ?? underWay.value)?.entryId ?? '' },
      }
      case 'inspect': return creating.value === null ? null : { path: '/inspector', query: { entry: creating.value.row.entryId } }
      default: return null
    }
  }

  function backTo(path: string, draft: FormDraft): string {
    drafts.keep(`${session.activeId ?? ''} ${path}`, draft)
    return path
  }

  /** Values for a charge of another card: the same amount. */
  function amountOfPayment(): Record<string, string | null> {
    return { amount: sentValue('amount'), currency: sentValue('currency') }
  }

  /** Values for another charge of the same card: its reference and the customer's address. */
  function sameCard(): Record<string, string | null> {
    return { cardReference: cardReference.value, customerIpAddress: sentValue('customerIpAddress') }
  }

  /** A field of the request that created the order, from the history. */
  function sentValue(key: FieldKey): string | null {
    return creating.value?.fields.find(({ name }) => name === fields[key].wire)?.value ?? null
  }

  return { step, title, nextAsk, primary, items, moneyAction, isLive, follow: follows }
}

/** The draft with only the values for which `isKept` returns true. */
function reduced(draft: FormDraft, isKept: (key: string) => boolean): FormDraft {
  return { ...draft, values: Object.fromEntries(Object.entries(draft.values).filter(([key]) => isKept(key))) }
}

/** The draft for another charge of the same card, without amount and merchant order id. */
function ofSameCard(draft: FormDraft): FormDraft {
  return { ...reduced(draft, (key) => key === 'cardReference' || key === 'customerIpAddress'), amountRows: [] }
}
