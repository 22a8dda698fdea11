import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { merchant } from '../../sandbox/requests/merchant.ts'

/** The profile of the built-in gateway that the first start creates. */
export const builtInProfile: ProfileDraft = {
  name: 'Sandbox',
  environment: 'sandbox',
  gateway: { kind: 'built-in' },
  productWord: 'gw',
  login: merchant.login,
  entryPoints: [
    { kind: 'endpoint', id: merchant.endpointId, currency: merchant.currency },
    { kind: 'group', id: merchant.endpointGroupId },
  ],
  keyId: null,
  timeZone: 'UTC',
  switches: defaultSwitches,
}
