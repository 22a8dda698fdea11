import type { MerchantOrderId } from '#shared/brands.ts'
import { operations } from '#shared/gateway/operations.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed } from '#shared/result.ts'
import type { Ages } from './ages.ts'
import { refusesCardEntry } from './card-entry.ts'
import type { Exchange } from './exchange.ts'
import type { Intents } from './intents.ts'
import type { FindPlace } from './place.ts'
import { reviewNewOrder } from './review-new-order.ts'
import { reviewOrderAction } from './review-order-action.ts'
import type { Rooms } from './rooms.ts'

/** A merchant order id nobody has used: 80 random bits behind a short prefix. */
export function proposeMerchantOrderId(rooms: Rooms): MerchantOrderId {
  return `gc-${rooms.computer.randomHex(10)}` as MerchantOrderId
}

/**
 * Validates what touches money, asks what should be known before it is confirmed, and keeps it as an intent that may be
 * confirmed once. Nothing that moves or holds money is sent (§2.6, §2.10, §2.12, addendum 8).
 */
export async function reviewDeed(
  rooms: Rooms, ages: Ages, exchange: Exchange, findPlace: FindPlace, waiting: Intents, input: ParsedInput<'deeds.review'>,
): Promise<CallAnswer<'deeds.review'>> {
  const operation = operations[input.operation]
  const typed = { ...input.values, ...input.confidential }
  const profile = rooms.profiles.get(input.profileId)
  if (profile === null) return failed({ code: 'no-such-profile' })
  // SECURITY: before anything else looks at it.
  if (refusesCardEntry(profile, operation, typed)) return failed({ code: 'card-entry-refused' })
  const place = await findPlace(input.profileId, input.entryPoint)
  if (!place.ok) return place
  const asked = { operation, place: place.value, typed }
  return operation.createsOrder
    ? await reviewNewOrder(rooms, ages, exchange, waiting, asked)
    : await reviewOrderAction(rooms, ages, exchange, waiting, asked)
}
