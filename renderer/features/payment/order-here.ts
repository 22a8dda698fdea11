/** An order that another desk acted on, as it is reached from this one. */
import type { ProfileView } from '#shared/model/application/app.ts'
import { entryPointKey, type NamedOrder } from '../shared/form/targets.ts'

/**
 * The order at the entry point that was used there, where the profile has it too, else at the profile's first one; null
 * where it has none.
 */
export function orderHere(
  { profile: { id: profileId, entryPoints } }: ProfileView,
  { orderId, merchantOrderId, entryPoint: usedThere }: Omit<NamedOrder, 'profileId'>,
): NamedOrder | null {
  const same = entryPoints.find((one) => entryPointKey(one) === entryPointKey(usedThere))
  const entryPoint = same ?? entryPoints[0]
  return entryPoint === undefined ? null : { profileId, entryPoint, orderId, merchantOrderId }
}
