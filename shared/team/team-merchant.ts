import type { MerchantKey } from '../brands.ts'
import { merchantKeyOf } from '../model/profiles/merchant.ts'
import type { Profile } from '../model/profiles/profile.ts'
import { isOfATeam } from './claim-of.ts'

/** The merchant of a profile; null where a team, a rehearsal or not, does not record it (`isOfATeam`). */
export function teamMerchantOf(profile: Profile, rehearsal: boolean): MerchantKey | null {
  const { environment, gateway } = profile
  const merchantKey = merchantKeyOf(profile)
  if (merchantKey === null || gateway.kind === 'built-in') return null
  return isOfATeam({ environment, url: gateway.baseUrl, merchantKey }, rehearsal) ? merchantKey : null
}
