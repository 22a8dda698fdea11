import type { MerchantKey } from '../brands.ts'
import { merchantKeyOf } from '../model/profiles/merchant.ts'
import type { Profile } from '../model/profiles/profile.ts'
import { isRecordedByTeam } from './claim-of.ts'

/** The merchant of a profile; null if a team does not record its requests (`isRecordedByTeam`). */
export function teamMerchantOf(profile: Profile, rehearsal: boolean): MerchantKey | null {
  const { environment, gateway } = profile
  const merchantKey = merchantKeyOf(profile)
  if (merchantKey === null || gateway.kind === 'built-in') return null
  return isRecordedByTeam({ environment, url: gateway.baseUrl, merchantKey }, rehearsal) ? merchantKey : null
}
