/** One payment, tried through one or both of the merchant's profiles. */
import type { IntentId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields.ts'
import { createsOrder, operations } from '#shared/gateway/operations.ts'
import type { Answer } from '#shared/model/answer.ts'
import type { EntryPoint } from '#shared/model/profile.ts'
import { merchant } from '../../../electron/sandbox/merchant.ts'
import type { Attempt, ProfileNumber } from './attempts.ts'
import { paymentName } from './payment-name.ts'
import type { FromApplication } from './messages.ts'
import type { Random } from './random.ts'
import type { Application } from './services.ts'

export interface Payment {
  readonly operation: 'recurrent-payment' | 'return'
  readonly values: FieldValues
}

/** Who tries it where, and hears of each attempt. */
export interface Trying {
  readonly application: Application
  readonly random: Random
  readonly say: (message: FromApplication) => void
}

/**
 * Tries a payment through either profile; most of the time through the other one too, afterwards or at the same moment.
 * `compose` makes the payment again for each attempt. Answers what the first attempt, or else the other, came to; null
 * when nothing was sent.
 */
export async function carryOut(trying: Trying, compose: () => Payment): Promise<Answer | null> {
  const { random } = trying
  const profile: ProfileNumber = random.next() < 0.5 ? 0 : 1
  const other: ProfileNumber = profile === 0 ? 1 : 0
  const way = random.next()
  if (way < 0.5) return await atOnce(trying, [compose(), compose()], profile, other)
  const answer = await attempt(trying, compose(), profile, false)
  if (way >= 0.75) return answer
  const repeated = await repeat(trying, compose(), other)
  return answer ?? repeated
}

/** Tries through a profile what was tried through the other one; null when nothing was sent. */
export async function repeat(trying: Trying, payment: Payment, profile: ProfileNumber): Promise<Answer | null> {
  return await attempt(trying, payment, profile, true)
}

/** Both are reviewed before either is confirmed, so that no review stands in the way and the journal alone decides. */
async function atOnce(
  trying: Trying, [payment, again]: readonly [Payment, Payment], profile: ProfileNumber, other: ProfileNumber,
): Promise<Answer | null> {
  const first = await review(trying, payment, profile, false)
  const second = await review(trying, again, other, true)
  const [answer, repeated] = await Promise.all([first, second].map((reviewed) => submit(trying, reviewed)))
  return answer ?? repeated ?? null
}

async function attempt(
  trying: Trying, payment: Payment, profile: ProfileNumber, isRepeated: boolean,
): Promise<Answer | null> {
  return await submit(trying, await review(trying, payment, profile, isRepeated))
}

interface ReviewedAttempt {
  readonly attempt: Attempt
  readonly intentId: IntentId
}

async function review(
  { application: { calls, profileIds }, say }: Trying, { operation, values }: Payment, profile: ProfileNumber,
  isRepeated: boolean,
): Promise<ReviewedAttempt | null> {
  const kind = createsOrder(operations[operation]) ? 'charge' : 'refund'
  const made: Attempt = { name: paymentName(operations[operation], values), profile, repeats: isRepeated ? kind : null }
  const profileId = profileIds[profile]
  const reviewed = await calls['payments.review']({ profileId, entryPoint, operation, values, confidential: {} })
  if (reviewed.ok) return { attempt: made, intentId: reviewed.value.intentId }
  say({ kind: 'reported', attempt: made, refusal: reviewed.failure.code })
  return null
}

/** Confirms, and tells what a person sees of it. */
async function submit(
  { application: { calls }, say }: Trying, reviewed: ReviewedAttempt | null,
): Promise<Answer | null> {
  if (reviewed === null) return null
  const { attempt: made, intentId } = reviewed
  say({ kind: 'submits', attempt: made })
  const done = await calls['payments.submit']({ intentId, reason: 'kill test', acceptUnverifiedCard: true })
  say({ kind: 'reported', attempt: made, refusal: done.ok ? null : done.failure.code })
  return done.ok ? done.value : null
}

const entryPoint: EntryPoint = { kind: 'endpoint', id: merchant.endpointId, currency: merchant.currency }
