/** One payment, tried with one or both of the merchant's profiles. */
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Random } from '../../seed.ts'
import type { ProfileNumber } from '../attempts.ts'
import type { Payment } from '../messages.ts'
import { review, submit, tryPayment, type Trying } from '../payments.ts'

/**
 * Tries a payment with either profile; usually with the other one too, afterwards or at the same moment. `compose`
 * creates the payment again for each attempt. Returns the result of the first attempt, or else of the other; null
 * if nothing was sent.
 */
export async function carryOut(
  trying: Trying & { readonly random: Random }, compose: () => Payment,
): Promise<Answer | null> {
  const { random } = trying
  const profile: ProfileNumber = random.next() < 0.5 ? 0 : 1
  const other = otherThan(profile)
  const way = random.next()
  if (way < 0.5) return await atOnce(trying, [compose(), compose()], profile)
  const answer = await tryPayment(trying, compose(), profile, false)
  if (way >= 0.75) return answer
  const repeated = await tryPayment(trying, compose(), other, true)
  return answer ?? repeated
}

/** The merchant's other profile. */
export function otherThan(profile: ProfileNumber): ProfileNumber {
  return profile === 0 ? 1 : 0
}

/**
 * Both are reviewed before either is confirmed, so that the review does not prevent it and only the journal
 * decides.
 */
async function atOnce(
  trying: Trying, [payment, again]: readonly [Payment, Payment], profile: ProfileNumber,
): Promise<Answer | null> {
  const first = await review(trying, payment, profile, false)
  const second = await review(trying, again, otherThan(profile), true)
  const [answer, repeated] = await Promise.all([first, second].map((reviewed) => submit(trying, reviewed)))
  return answer ?? repeated ?? null
}
