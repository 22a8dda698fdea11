/** Where an action belongs: a profile and one of its entry points; carried from screen to screen in the address. */
import type { LocationQuery, LocationQueryRaw, RouteLocationRaw } from 'vue-router'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'
import type { MerchantOrderId, OrderId, ProfileId } from '#shared/brands.ts'

/** What an entry of the journal and an answer have in common. */
export interface ChosenTarget {
  readonly profileId: ProfileId
  readonly entryPoint: EntryPoint
}

/** An entry point as one word: `endpoint:22903`, `group:117`. */
export function entryPointKey(entryPoint: EntryPoint): string {
  return `${entryPoint.kind}:${entryPoint.id}`
}

/** One text of the address; an empty text where it is not given. */
export function queryText(query: LocationQuery, name: string): string {
  const value = query[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** The way to a form that is to use the same profile and endpoint, with values filled in. */
export function linkTo(
  path: string, chosenTarget: ChosenTarget, values: Readonly<Record<string, string | null>> = {},
): RouteLocationRaw {
  const { profileId, entryPoint } = chosenTarget
  const query: LocationQueryRaw = { profile: profileId, entryPoint: entryPointKey(entryPoint) }
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== '') query[name] = value
  return { path, query }
}

/** An order as an answer or an entry names it. */
export interface NamedOrder extends ChosenTarget {
  readonly orderId: OrderId | null
  readonly merchantOrderId: MerchantOrderId | null
}

/** The page of the payment that an order belongs to; null where neither id is known. */
export function orderLink({ orderId, merchantOrderId, ...chosenTarget }: NamedOrder): RouteLocationRaw | null {
  return orderId === null && merchantOrderId === null ? null : linkTo('/payment', chosenTarget, { orderId, merchantOrderId })
}

/** The entry point that a word of the address names; null when the profile has none like it. */
export function readEntryPointKey(key: string, entryPoints: readonly EntryPoint[]): EntryPoint | null {
  return entryPoints.find((one) => entryPointKey(one) === key) ?? null
}
