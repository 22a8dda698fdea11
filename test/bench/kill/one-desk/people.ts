/** The people at the desk: each charges and refunds, one payment after the other, all at the same time. */
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import { merchant } from '../../../../electron/sandbox/requests/merchant.ts'
import type { Random } from '../../seed.ts'
import type { ProfileNumber } from '../attempts.ts'
import { chargedCards } from '../charged-cards.ts'
import type { Payment } from '../messages.ts'
import { tryPayment, type Trying } from '../payments.ts'
import { carryOut, otherThan } from './two-profiles.ts'

const people = 3
const turns = 4

/** The most requests of one run: once with each profile, and at its start those that another run left. */
export const mostPaymentsOfARun = people * (2 * turns + 1)

/** An order that can be refunded. */
export interface Sold {
  readonly orderId: OrderId
  readonly merchantOrderId: MerchantOrderId
}

/** An open attempt of an earlier run with one profile: a charge, or the refund of an order. */
export interface Left {
  readonly merchantOrderId: MerchantOrderId
  readonly refundOf: OrderId | null
  readonly profile: ProfileNumber
}

export interface Work extends Trying {
  readonly random: Random
  readonly round: number
  /** Orders of the run before, of which nothing was refunded yet. */
  readonly sold: readonly Sold[]
  readonly left: readonly Left[]
}

/** Each person carries out their payments; resolves when all are done, unless the run is ended before. */
export async function workTogether(work: Work): Promise<void> {
  await Promise.all(Array.from({ length: people }, (_, person) => takeTurns(work, person)))
}

async function takeTurns(work: Work, person: number): Promise<void> {
  const left = work.left[person]
  if (left !== undefined && work.random.next() < 0.4) await tryLeftAgain(work, left, `kill-${work.round}-${person}-left`)
  let last: Sold | null = work.sold[person] ?? null
  for (let turn = 0; turn < turns; turn += 1) {
    const tag = `kill-${work.round}-${person}-${turn}`
    if (last === null) last = await charge(work, tag)
    else {
      await refund(work, last, tag)
      // Some are impatient and refund the same order once more, whatever the result of the first.
      if (work.random.next() < 0.7) last = null
    }
  }
}

async function charge(work: Work, tag: string): Promise<Sold | null> {
  const merchantOrderId = tag as MerchantOrderId
  const answer = await carryOut(work, () => aCharge(work, merchantOrderId))
  const orderId = answer?.outcome.kind === 'accepted' ? answer.orderId : null
  return orderId === null ? null : { orderId, merchantOrderId }
}

async function refund(work: Work, sold: Sold, tag: string): Promise<void> {
  let made = 0
  // Each attempt has its own comment, so that the ledger shows which of them was carried out.
  await carryOut(work, () => aRefund(work, sold, `${tag}-${made += 1}`))
}

async function tryLeftAgain(work: Work, { merchantOrderId, refundOf, profile }: Left, tag: string): Promise<void> {
  const payment = refundOf === null
    ? aCharge(work, merchantOrderId)
    : aRefund(work, { orderId: refundOf, merchantOrderId }, tag)
  await tryPayment(work, payment, otherThan(profile), true)
}

function aCharge({ random }: Work, merchantOrderId: MerchantOrderId): Payment {
  return {
    operation: 'recurrent-payment',
    values: {
      merchantOrderId, cardReference: random.pick(chargedCards), orderDescription: 'Subscription',
      amount: `${random.whole(20, 90)}.${random.whole(10, 99)}`, currency: merchant.currency,
      customerIpAddress: '203.0.113.9',
    },
  }
}

function aRefund({ random }: Work, sold: Sold, comment: string): Payment {
  const part = { amount: `${random.whole(1, 5)}.${random.whole(10, 99)}`, currency: merchant.currency }
  const isWhole = random.next() < 0.5
  return { operation: 'return', values: { ...sold, ...(isWhole ? {} : part), comment } }
}
