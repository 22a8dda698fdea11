import type { CallbackCheck } from '#shared/model/callback.ts'
import { entryPointKey, type Placed } from '../shared/places.ts'

/** The profile and entry points at which an order was entered, as the history knows them; the newest first. */
export function knownPlaces(check: Pick<CallbackCheck, 'known'>): Placed[] {
  const found = new Map<string, Placed>()
  for (const { profileId, entryPoint } of check.known) {
    const key = `${profileId} ${entryPointKey(entryPoint)}`
    if (!found.has(key)) found.set(key, { profileId, entryPoint })
  }
  return [...found.values()]
}

/** Where an order of a callback is asked about: where the history knows it, else the place chosen on the screen. */
export function placeOfOrder(check: Pick<CallbackCheck, 'known'>, chosen: Placed | null): Placed | null {
  return knownPlaces(check)[0] ?? chosen
}

/** True when the callback names an order at all. */
export function namesOrder({ order }: Pick<CallbackCheck, 'order'>): boolean {
  return order.orderId !== null || order.merchantOrderId !== null
}
