import { computed, type Ref } from 'vue'
import type { MinorUnits } from '#shared/brands.ts'
import { effectOf, isByCard, operations } from '#shared/gateway/operations/operations.ts'
import { nothingMoved, type OrderState } from '#shared/gateway/orders/order-state.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { isOpen } from '#shared/model/history/history.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import { timeZoneOf } from '#shared/model/profiles/time-zone.ts'
import { amountWithCurrency } from '#shared/shown-amount.ts'
import { useText } from '../../../i18n/index.ts'
import { amountText, minorAmountText } from '../entry/amounts.ts'
import { cardOf } from '../cards/card-on-file.ts'
import { replyValue } from '../answer/reply-values.ts'
import { headlineOf } from '../answer/headline.ts'
import { cardText } from '../entry/row-texts.ts'
import { customerFacts } from './customer-facts.ts'
import { judgeOrder } from './order-facts.ts'
import { orderOffers, ownFacts } from './order-offers.ts'
import { busyWith, knownRefunds } from './order-refunds.ts'
import { copiedFromOthers, sentByOthers } from './other-desks.ts'
import { creatingTransaction, paymentSentence, type Sentence } from './sentence.ts'
import { orderStateText } from './state-text.ts'
import type { usePaymentPage } from './use-payment-page.ts'
import type { TeamOrderState } from './use-team-order.ts'

/** States of an order without a capture. */
const stillHeld: readonly OrderState['kind'][] = ['as-made', 'held', 'released']

/** Judges a payment: its state as a sentence, the refunded amount, and the actions that it offers. */
export function useJudgedPayment(
  page: Readonly<Ref<OrderPage>>, view: Readonly<Ref<ProfileView | null>>,
  { key, reported, fresh, creating, sent }: ReturnType<typeof usePaymentPage>, teamOrder: Readonly<Ref<TeamOrderState>>,
) {
  const t = useText()
  const switches = computed(() => view.value?.profile.switches ?? defaultSwitches)
  const reading = computed(() => switches.value.minorUnitDigits)
  /** Requests of other desks: from the team, and from the copies of their logs those that the team does not name. */
  const others = computed(() => {
    const byTeam = teamOrder.value.kind === 'known' ? sentByOthers(teamOrder.value.order.rows, page.value.entries) : []
    const named = new Set(byTeam.map(({ entryId }) => entryId))
    return [...byTeam, ...copiedFromOthers(page.value.others ?? []).filter(({ entryId }) => !named.has(entryId))]
  })
  const order = computed(() => judgeOrder(
    page.value.entries, creating.value?.row ?? null, { reported: reported.value, fresh: fresh.value }, switches.value,
    others.value))
  const state = computed(() => orderStateText(order.value, reading.value, t))
  const creation = computed(() => creatingTransaction(order.value))
  /** The entry that created the order, of this desk or copied from another one. */
  const createdBy = computed(() => creation.value?.entry?.row
    ?? page.value.others?.find(({ row }) => row.entryId === creation.value?.sentBy?.entryId)?.row ?? null)

  const amount = computed(() => {
    const { initialAmount, currency, isOneOfTried, facts, state: { kind } } = order.value
    // Of a partly captured hold, the captured part is what was paid.
    const whole = stillHeld.includes(kind) ? initialAmount : facts.initialAmount ?? initialAmount
    if (whole !== null) return minorAmountText(whole, currency, reading.value)
    // The payment is approved, but which of the tried amounts was charged is not known.
    const isUnclear = isOneOfTried && kind !== 'as-made'
    return createdBy.value === null || isUnclear ? '' : amountText(createdBy.value, reading.value)
  })
  const card = computed(() => {
    const named = reported.value === null ? null : cardOf(reported.value, 0)
    if (named !== null && named.lastFour !== '') return `${named.network} •••• ${named.lastFour}`.trim()
    return createdBy.value === null ? '' : cardText(createdBy.value)
  })
  const sentence = computed<Sentence>(() => {
    // The history could not save the answer: only the page's memory has it.
    const answer = sent.value?.answer ?? null
    const row = creating.value?.row ?? null
    if (answer?.notKept === undefined || answer.entryId !== row?.entryId || row.state !== 'sending') {
      return paymentSentence({ order: order.value, state: state.value, amount: amount.value, card: card.value }, t)
    }
    return { text: headlineOf(answer, t).text, pill: null, detail: amount.value }
  })

  const rows = computed(() => page.value.entries.map(({ row }) => row))
  const refunds = computed(() => knownRefunds(page.value, teamOrder.value, order.value.facts.initialAmount))
  const refunded = computed(() => refunds.value?.refunded ?? '0' as MinorUnits)
  const busy = computed(() => busyWith(page.value, teamOrder.value))
  const own = computed(() => ownFacts(
    order.value.facts, creating.value?.row ?? null, rows.value, others.value, order.value.transactions))
  const operation = computed(() => creation.value?.entry?.row.operation ?? creation.value?.sentBy?.operation ?? null)
  /** True also if the operation is not known: the order may have been paid by card. */
  const byCard = computed(() => operation.value === null || isByCard(operations[operation.value]))
  const offers = computed(() => orderOffers({
    createdBy: operation.value,
    state: order.value.state,
    facts: order.value.facts,
    own: own.value,
    refundedKnownHere: refunded.value,
    openEntryId: busy.value,
    idsKnown: key.value.orderId !== null && key.value.merchantOrderId !== null,
    usableHere: view.value?.usableHere === true,
  }))
  /** A request with an open outcome at another desk; this desk may adopt it. */
  const openElsewhere = computed(() => page.value.others?.findLast(({ row }) =>
    row.isCopy === true && isOpen(row.state) && effectOf(operations[row.operation]) !== 'reads')?.row ?? null)
  const who = computed(() => {
    const sentBy = creation.value?.sentBy ?? null
    if (sentBy !== null) return t('teamLists.person', { who: sentBy.who, desk: sentBy.deskLabel })
    return creation.value?.entry?.row.who ?? ''
  })
  const ofDesk = computed(() => {
    const row = createdBy.value
    if (row?.sentByLabel === undefined) return ''
    return t(row.isCopy === true ? 'teamLists.entry.sentBy' : 'teamLists.entry.takenOver', { desk: row.sentByLabel })
  })
  const createdAt = computed(() =>
    (creation.value?.entry === null && creation.value.sentBy === null ? null : creation.value?.at ?? null))
  /** The facts for texts to the customer. */
  const customer = computed(() => customerFacts(order.value, createdBy.value, {
    environment: page.value.environment,
    reading: reading.value,
    paidAt: createdAt.value,
    timeZone: view.value === null ? null : timeZoneOf(view.value.profile),
  }))
  /** False if certainly no money moved: the amount is then not shown as money. */
  const hasMoney = computed(() =>
    order.value.state.kind !== 'as-made' || !nothingMoved.includes(order.value.state.status))

  /** Sentences about values that the gateway reports otherwise; none for a payment that moved no money. */
  const otherwise = computed<string[]>(() => {
    const row = creating.value?.row ?? null
    const { otherwise: fields, currency } = order.value
    const report = reported.value
    if (!hasMoney.value || row === null || report === null) return []
    const value = replyValue(report, 'initial-amount') || replyValue(report, 'amount')
    const amounts = { sent: amountText(row, reading.value), reported: amountWithCurrency(value, currency ?? '') }
    return [
      ...(fields.includes('amount') || fields.includes('currency') ? [t('order.otherwise.amount', amounts)] : []),
      ...(fields.includes('status') ? [t('order.otherwise.status', { status: replyValue(report, 'status') })] : []),
      ...(fields.includes('type') ? [t('order.otherwise.type', { type: replyValue(report, 'transaction-type') })] : []),
    ]
  })

  return {
    otherwise, switches, order, creation, createdBy, byCard, sentence, refunds, refunded, busy, own, offers,
    openElsewhere, who, ofDesk, createdAt, customer, hasMoney,
  }
}
