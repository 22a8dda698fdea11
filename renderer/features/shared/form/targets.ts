/** Targets: a profile and one of its entry points, passed between screens in the address. */
import type { LocationQuery, LocationQueryRaw, RouteLocationRaw } from 'vue-router'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'
import type { MerchantOrderId, OrderId, ProfileId } from '#shared/brands.ts'

/** The target as an entry of the journal and an answer name it. */
export interface ChosenTarget {
  readonly profileId: ProfileId
  readonly entryPoint: EntryPoint
}

/** An entry point as a word of the address: `endpoint:22903`, `group:117`. */
export function entryPointKey(entryPoint: EntryPoint): string {
  return `${entryPoint.kind}:${entryPoint.id}`
}

/** One parameter of the address; empty if it is missing. */
export function queryText(query: LocationQuery, name: string): string {
  const value = query[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** Link to a form with the same profile and entry point, and values filled in. */
export function linkTo(
  path: string, chosenTarget: ChosenTarget, values: Readonly<Record<string, string | null>> = {},
): RouteLocationRaw {
  const { profileId, entryPoint } = chosenTarget
  const query: LocationQueryRaw = { profile: profileId, entryPoint: entryPointKey(entryPoint) }
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== '') query[name] = value
  return { path, query }
}

/** An order as an answer or an entry identifies it. */
export interface NamedOrder extends ChosenTarget {
  readonly orderId: OrderId | null
  readonly merchantOrderId: MerchantOrderId | null
}

/** Link to the payment page of an order; null if neither id is known. */
export function orderLink({ orderId, merchantOrderId, ...chosenTarget }: NamedOrder): RouteLocationRaw | null {
  return orderId === null && merchantOrderId === null ? null : linkTo('/payment', chosenTarget, { orderId, merchantOrderId })
}

/** Reads `entryPointKey`; null if the profile has no such entry point. */
export function readEntryPointKey(key: string, entryPoints: readonly EntryPoint[]): EntryPoint | null {
  return entryPoints.find((one) => entryPointKey(one) === key) ?? null
}
