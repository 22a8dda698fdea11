import type { CallbackCheck } from '#shared/model/callback.ts'
import { entryPointKey, type ChosenTarget } from '../shared/targets.ts'

/** The profile and entry points at which an order was entered, as the history knows them; the newest first. */
function knownTargets(check: Pick<CallbackCheck, 'known'>): ChosenTarget[] {
  const found = new Map<string, ChosenTarget>()
  for (const { profileId, entryPoint } of check.known) {
    const key = `${profileId} ${entryPointKey(entryPoint)}`
    if (!found.has(key)) found.set(key, { profileId, entryPoint })
  }
  return [...found.values()]
}

/** Where an order of a callback is asked about: where the history knows it, else the place chosen on the screen. */
export function targetOfOrder(check: Pick<CallbackCheck, 'known'>, chosen: ChosenTarget | null): ChosenTarget | null {
  return knownTargets(check)[0] ?? chosen
}

/** True when the callback names an order at all. */
export function namesOrder({ order }: Pick<CallbackCheck, 'order'>): boolean {
  return order.orderId !== null || order.merchantOrderId !== null
}
