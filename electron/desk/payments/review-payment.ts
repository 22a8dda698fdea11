import type { MerchantOrderId } from '#shared/brands.ts'
import { operations } from '#shared/gateway/operations.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { refusesCardEntry } from '../requests/index.ts'
import type { Intents } from './intents.ts'
import { reviewNewOrder } from './review-new-order.ts'
import { reviewOrderAction } from './review-order-action.ts'
import type { Services } from '../services.ts'

/** A merchant order id nobody has used: 80 random bits behind a short prefix. */
export function proposeMerchantOrderId(services: Services): MerchantOrderId {
  return `gc-${services.system.randomHex(10)}` as MerchantOrderId
}

/**
 * Validates what touches money, asks what should be known before it is confirmed, and keeps it as an intent that may be
 * confirmed once. Nothing that moves or holds money is sent (§2.6, §2.10, §2.12, addendum 8).
 */
export async function reviewPayment(
  desk: DeskContext, waiting: Intents, input: ParsedInput<'payments.review'>,
): Promise<CallAnswer<'payments.review'>> {
  const { services, findTarget } = desk
  const operation = operations[input.operation]
  const typed = { ...input.values, ...input.confidential }
  const profile = services.profiles.get(input.profileId)
  if (profile === null) return failed({ code: 'no-such-profile' })
  // SECURITY: before anything else looks at it.
  if (refusesCardEntry(profile, operation, typed)) return failed({ code: 'card-entry-refused' })
  const target = await findTarget(input.profileId, input.entryPoint)
  if (!target.ok) return target
  const asked = { operation, target: target.value, typed }
  return operation.createsOrder
    ? await reviewNewOrder(desk, waiting, asked)
    : await reviewOrderAction(desk, waiting, asked)
}
