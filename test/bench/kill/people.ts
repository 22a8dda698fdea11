/** The people at the desk: each charges and refunds, one deed after the other, all of them at once. */
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields.ts'
import { operations } from '#shared/gateway/operations.ts'
import type { Answer } from '#shared/model/answer.ts'
import type { EntryPoint } from '#shared/model/profile.ts'
import { faultCards, refundFaultCards, sandboxCards, type SeededCard } from '../../../electron/sandbox/cards.ts'
import { merchant } from '../../../electron/sandbox/merchant.ts'
import { deedName } from './deed-name.ts'
import type { FromApplication } from './messages.ts'
import type { Random } from './random.ts'
import type { Application } from './rooms.ts'

export const people = 3
const turns = 4

/** What one life can send at most. */
export const mostDeedsOfALife = people * turns

/** An order that can be refunded. */
export interface Sold {
  readonly orderId: OrderId
  readonly merchantOrderId: MerchantOrderId
}

export interface Work {
  readonly application: Application
  readonly random: Random
  readonly round: number
  /** Orders of the life before, of which nothing was refunded yet. */
  readonly sold: readonly Sold[]
  readonly say: (message: FromApplication) => void
}

/** Everybody takes their turns; resolves when all are done, if nobody ends it before. */
export async function workTogether(work: Work): Promise<void> {
  await Promise.all(Array.from({ length: people }, (_, person) => takeTurns(work, person)))
}

async function takeTurns(work: Work, person: number): Promise<void> {
  let last: Sold | null = work.sold[person] ?? null
  for (let turn = 0; turn < turns; turn += 1) {
    const tag = `kill-${work.round}-${person}-${turn}`
    if (last === null) last = await charge(work, tag)
    else {
      await refund(work, last, tag)
      // Some are impatient and refund the same order once more, whatever came of the first.
      if (work.random.next() < 0.7) last = null
    }
  }
}

async function charge(work: Work, tag: string): Promise<Sold | null> {
  const merchantOrderId = tag as MerchantOrderId
  const answer = await carryOut(work, 'recurrent-payment', {
    merchantOrderId, cardReference: work.random.pick(cards), orderDescription: 'Subscription',
    amount: `${work.random.whole(20, 90)}.${work.random.whole(10, 99)}`, currency: merchant.currency,
    customerIpAddress: '203.0.113.9',
  })
  const orderId = answer?.outcome.kind === 'accepted' ? answer.orderId : null
  return orderId === null ? null : { orderId, merchantOrderId }
}

async function refund(work: Work, sold: Sold, tag: string): Promise<void> {
  const part = { amount: `${work.random.whole(1, 5)}.${work.random.whole(10, 99)}`, currency: merchant.currency }
  const isWhole = work.random.next() < 0.5
  await carryOut(work, 'return', { ...sold, ...(isWhole ? {} : part), comment: tag })
}

/** Reviews and confirms a deed, and tells what a person sees of it; null when nothing was sent. */
async function carryOut(
  { application: { calls, profileId }, say }: Work, operation: 'recurrent-payment' | 'return', values: FieldValues,
): Promise<Answer | null> {
  const name = deedName(operations[operation], values)
  const reviewed = await calls['deeds.review']({ profileId, entryPoint, operation, values, confidential: {} })
  if (!reviewed.ok) {
    say({ kind: 'told', name, refusal: reviewed.failure.code })
    return null
  }
  say({ kind: 'submits', name })
  const { intentId } = reviewed.value
  const done = await calls['deeds.submit']({ intentId, reason: 'kill test', acceptUnverifiedCard: true })
  say({ kind: 'told', name, refusal: done.ok ? null : done.failure.code })
  return done.ok ? done.value : null
}

const entryPoint: EntryPoint = { kind: 'endpoint', id: merchant.endpointId, currency: merchant.currency }

/** Faults that keep a connection open for long would only keep a person waiting for the end of the round. */
const isQuick = ({ fault, refundFault }: SeededCard) =>
  ![fault, refundFault].some((kind) => kind === 'slow' || kind === 'no-answer')

const withOutcome = (wanted: string) =>
  sandboxCards.filter(({ outcome }) => outcome === wanted).map(({ cardReference }) => cardReference)

/** Mostly cards that are approved; some that are not, and some whose charges or refunds the network spoils. */
const cards = [
  ...withOutcome('approved'), ...Array.from({ length: 30 }, () => withOutcome('approved')).flat(),
  ...['declined', 'filtered', 'error', 'refund-declined'].flatMap(withOutcome),
  ...[...faultCards, ...refundFaultCards].filter(isQuick).map(({ cardReference }) => cardReference),
] as [string, ...string[]]
