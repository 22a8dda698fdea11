/** The target for an order that another desk created. */
import type { ProfileView } from '#shared/model/application/app.ts'
import { entryPointKey, type NamedOrder } from '../shared/form/targets.ts'

/**
 * The order at the entry point that the other desk used, if the profile has it, else at the profile's first one; null
 * without any.
 */
export function orderHere(
  { profile: { id: profileId, entryPoints } }: ProfileView,
  { orderId, merchantOrderId, entryPoint: usedThere }: Omit<NamedOrder, 'profileId'>,
): NamedOrder | null {
  const same = entryPoints.find((one) => entryPointKey(one) === entryPointKey(usedThere))
  const entryPoint = same ?? entryPoints[0]
  return entryPoint === undefined ? null : { profileId, entryPoint, orderId, merchantOrderId }
}
