/** One payment, tried once with a profile of the application. */
import type { IntentId } from '#shared/brands.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'
import { merchant } from '../../../electron/sandbox/requests/merchant.ts'
import type { Attempt, ProfileNumber } from './attempts.ts'
import type { FromApplication, Payment } from './messages.ts'
import { paymentName } from './payment-name.ts'
import type { Application } from './services.ts'

/** The application for an attempt, and the function that reports it. */
export interface Trying {
  readonly application: Application
  readonly report: (message: FromApplication) => void
}

/** An attempt that a person would confirm now. */
interface ReviewedAttempt {
  readonly attempt: Attempt
  readonly intentId: IntentId
}

const entryPoint: EntryPoint = { kind: 'endpoint', id: merchant.endpointId, currency: merchant.currency }

/** The name of a payment for all sides. */
export function nameOf({ operation, values }: Payment): string {
  return paymentName(operations[operation], values)
}

/** Reviews and confirms; null if nothing was sent. `isRepeated`: it was tried with the other profile. */
export async function tryPayment(
  trying: Trying, payment: Payment, profile: ProfileNumber, isRepeated: boolean,
): Promise<Answer | null> {
  return await submit(trying, await review(trying, payment, profile, isRepeated))
}

/** Reviews; null if the desk refused, which is reported. */
export async function review(
  { application: { calls, profileIds }, report }: Trying, payment: Payment, profile: ProfileNumber, isRepeated: boolean,
): Promise<ReviewedAttempt | null> {
  const kind = createsOrder(operations[payment.operation]) ? 'charge' : 'refund'
  const attempt: Attempt = { name: nameOf(payment), profile, repeats: isRepeated ? kind : null }
  const profileId = profileIds[profile]
  const reviewed = await calls['payments.review']({ profileId, entryPoint, ...payment, confidential: {} })
  if (reviewed.ok) return { attempt, intentId: reviewed.value.intentId }
  report({ kind: 'reported', attempt, refusal: reviewed.failure.code, orderId: null })
  return null
}

/** Confirms, and reports the result that a person sees. */
export async function submit(
  { application: { calls }, report }: Trying, reviewed: ReviewedAttempt | null,
): Promise<Answer | null> {
  if (reviewed === null) return null
  const { attempt, intentId } = reviewed
  report({ kind: 'submits', attempt })
  const done = await calls['payments.submit']({ intentId, reason: 'kill test', acceptUnverifiedCard: true })
  const answer = done.ok ? done.value : null
  report({ kind: 'reported', attempt, refusal: done.ok ? null : done.failure.code, orderId: answer?.orderId ?? null })
  return answer
}
