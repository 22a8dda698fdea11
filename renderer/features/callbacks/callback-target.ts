import type { CallbackCheck } from '#shared/model/answers/callback.ts'
import { entryPointKey, type ChosenTarget } from '../shared/form/targets.ts'

/** The profile and entry points of an order according to the history, newest first. */
function knownTargets(check: Pick<CallbackCheck, 'known'>): ChosenTarget[] {
  const found = new Map<string, ChosenTarget>()
  for (const { profileId, entryPoint } of check.known) {
    const key = `${profileId} ${entryPointKey(entryPoint)}`
    if (!found.has(key)) found.set(key, { profileId, entryPoint })
  }
  return [...found.values()]
}

/** The target to query about a callback's order: the history's, else the one chosen on the screen. */
export function targetOfOrder(check: Pick<CallbackCheck, 'known'>, chosen: ChosenTarget | null): ChosenTarget | null {
  return knownTargets(check)[0] ?? chosen
}

/** True if the callback names an order. */
export function namesOrder({ order }: Pick<CallbackCheck, 'order'>): boolean {
  return order.orderId !== null || order.merchantOrderId !== null
}
