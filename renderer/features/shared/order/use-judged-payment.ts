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
import { makerOf, paymentSentence, type Sentence } from './sentence.ts'
import { orderStateText } from './state-text.ts'
import type { usePaymentPage } from './use-payment-page.ts'
import type { ToldByTeam } from './use-team-order.ts'

/** States of an order that nothing was captured of. */
const stillHeld: readonly OrderState['kind'][] = ['as-made', 'held', 'released']

/** What a payment amounts to: its state in words, what was refunded, and which actions it offers. */
export function useJudgedPayment(
  page: Readonly<Ref<OrderPage>>, view: Readonly<Ref<ProfileView | null>>,
  { key, reported, fresh, creating, sent }: ReturnType<typeof usePaymentPage>, told: Readonly<Ref<ToldByTeam>>,
) {
  const t = useText()
  const switches = computed(() => view.value?.profile.switches ?? defaultSwitches)
  const reading = computed(() => switches.value.minorUnitDigits)
  /** By the team, and by the copies where the team does not name them. */
  const others = computed(() => {
    const byTeam = told.value.kind === 'known' ? sentByOthers(told.value.order.rows, page.value.entries) : []
    const named = new Set(byTeam.map(({ entryId }) => entryId))
    return [...byTeam, ...copiedFromOthers(page.value.others ?? []).filter(({ entryId }) => !named.has(entryId))]
  })
  const order = computed(() => judgeOrder(
    page.value.entries, creating.value?.row ?? null, { reported: reported.value, fresh: fresh.value }, switches.value,
    others.value))
  const state = computed(() => orderStateText(order.value, reading.value, t))
  const made = computed(() => makerOf(order.value))
  /** The entry that created the order, of this desk or copied from another one. */
  const madeBy = computed(() => made.value?.entry?.row
    ?? page.value.others?.find(({ row }) => row.entryId === made.value?.sentBy?.entryId)?.row ?? null)

  const amount = computed(() => {
    const { initialAmount, currency, isOneOfTried, facts, state: { kind } } = order.value
    // Of a hold that was captured in part, that part is paid and goes back.
    const whole = stillHeld.includes(kind) ? initialAmount : facts.initialAmount ?? initialAmount
    if (whole !== null) return minorAmountText(whole, currency, reading.value)
    // Which of several was paid is not known, although the payment is approved.
    const isUnclear = isOneOfTried && kind !== 'as-made'
    return madeBy.value === null || isUnclear ? '' : amountText(madeBy.value, reading.value)
  })
  const card = computed(() => {
    const named = reported.value === null ? null : cardOf(reported.value, 0)
    if (named !== null && named.lastFour !== '') return `${named.network} •••• ${named.lastFour}`.trim()
    return madeBy.value === null ? '' : cardText(madeBy.value)
  })
  const sentence = computed<Sentence>(() => {
    // The history has no result of it: what the gateway answered is known in this run alone.
    const answer = sent.value?.answer ?? null
    const row = creating.value?.row ?? null
    if (answer?.notKept === undefined || answer.entryId !== row?.entryId || row.state !== 'sending') {
      return paymentSentence({ order: order.value, state: state.value, amount: amount.value, card: card.value }, t)
    }
    return { text: headlineOf(answer, t).text, pill: null, detail: amount.value }
  })

  const rows = computed(() => page.value.entries.map(({ row }) => row))
  const refunds = computed(() => knownRefunds(page.value, told.value, order.value.facts.initialAmount))
  const refunded = computed(() => refunds.value?.refunded ?? '0' as MinorUnits)
  const busy = computed(() => busyWith(page.value, told.value))
  const own = computed(() => ownFacts(
    order.value.facts, creating.value?.row ?? null, rows.value, others.value, order.value.transactions))
  const operation = computed(() => made.value?.entry?.row.operation ?? made.value?.sentBy?.operation ?? null)
  /** An order that was not sent from here may be of a card. */
  const byCard = computed(() => operation.value === null || isByCard(operations[operation.value]))
  const offers = computed(() => orderOffers({
    madeBy: operation.value,
    state: order.value.state,
    facts: order.value.facts,
    own: own.value,
    refundedKnownHere: refunded.value,
    openEntryId: busy.value,
    idsKnown: key.value.orderId !== null && key.value.merchantOrderId !== null,
    usableHere: view.value?.usableHere === true,
  }))
  /** The request that is open at another desk: this one may adopt it. */
  const openElsewhere = computed(() => page.value.others?.findLast(({ row }) =>
    row.isCopy === true && isOpen(row.state) && effectOf(operations[row.operation]) !== 'reads')?.row ?? null)
  const who = computed(() => {
    const sentBy = made.value?.sentBy ?? null
    if (sentBy !== null) return t('teamLists.person', { who: sentBy.who, desk: sentBy.deskLabel })
    return made.value?.entry?.row.who ?? ''
  })
  const ofDesk = computed(() => {
    const row = madeBy.value
    if (row?.sentByLabel === undefined) return ''
    return t(row.isCopy === true ? 'teamLists.entry.sentBy' : 'teamLists.entry.takenOver', { desk: row.sentByLabel })
  })
  const madeAt = computed(() =>
    (made.value?.entry === null && made.value.sentBy === null ? null : made.value?.at ?? null))
  /** What a text for the customer may name. */
  const customer = computed(() => customerFacts(order.value, madeBy.value, {
    environment: page.value.environment,
    reading: reading.value,
    paidAt: madeAt.value,
    timeZone: view.value === null ? null : timeZoneOf(view.value.profile),
  }))
  /** The amount of a payment that certainly moved nothing is not shown as money. */
  const hasMoney = computed(() =>
    order.value.state.kind !== 'as-made' || !nothingMoved.includes(order.value.state.status))

  /** What the gateway reports otherwise than it was sent, in words; nothing of a payment that moved nothing. */
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
    otherwise, switches, order, made, madeBy, byCard, sentence, refunds, refunded, busy, own, offers, openElsewhere,
    who, ofDesk, madeAt, customer, hasMoney,
  }
}
