import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import { success, type Result } from '#shared/result.ts'
import { utcTime } from '../../common/processes/time.ts'
import type { CheckedCallbacks } from '../callbacks/index.ts'
import { orderPage } from '../orders/index.ts'
import type { Services } from '../services.ts'
import type { InvestigationFacts } from './facts.ts'

/** The facts about an order that this desk recorded; the gateway is not queried. */
export async function investigate(
  services: Services, checked: Pick<CheckedCallbacks, 'of'>, order: OrderKey,
): Promise<Result<InvestigationFacts, Failure>> {
  const page = await orderPage(services, order)
  if (!page.ok) return page
  const vault = await services.vault.describe()
  if (!vault.ok) return vault
  const profile = services.profiles.get(order.profileId)
  return success({
    kind: 'investigation', page: page.value,
    login: profile?.login ?? null, reading: (profile?.switches ?? defaultSwitches).minorUnitDigits,
    callbacks: checked.of({ ...page.value, profileId: order.profileId }),
    writtenAt: utcTime(services.system.now()),
    isSigned: vault.value.keeping === 'keychain',
  })
}
