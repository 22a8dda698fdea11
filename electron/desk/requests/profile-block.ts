/** Whether a stored profile may send: it keeps the rules and is unchanged since a person confirmed it. */
import type { MerchantKey } from '#shared/brands.ts'
import type { ProfileBlock } from '#shared/model/application/app.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { isContentOf } from '#shared/model/profiles/profile-content.ts'
import { builtInProfileId } from '#shared/model/profiles/profile-rules.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { presentProfile } from '../newest/index.ts'
import type { Services } from '../services.ts'

/** Why nothing is sent with a profile; null if it may send. Fails if the vault fails. */
export async function blockOf(services: Services, profile: Profile): Promise<Result<ProfileBlock | null, Failure>> {
  const confirmed = await confirmationBlock(services, profile)
  if (!confirmed.ok || confirmed.value !== null) return confirmed
  const problems = services.profiles.problemsOf(profile.id)
  return success(problems.length === 0 ? null : { kind: 'breaks-rule', problems })
}

/**
 * The merchant that a profile's requests are signed for. SECURITY: an edited profile file could redirect requests to
 * another gateway or operation, so a profile that no person confirmed unchanged has none.
 */
export async function signingMerchant(services: Services, profile: Profile): Promise<Result<MerchantKey, Failure>> {
  const block = await blockOf(services, profile)
  if (!block.ok) return block
  if (block.value?.kind === 'not-confirmed') return failed({ code: 'profile-not-confirmed' })
  const merchant = merchantKeyOf(profile)
  if (block.value === null && merchant !== null) return success(merchant)
  return failed({ code: 'profile-breaks-rule', problems: block.value?.problems ?? [] })
}

async function confirmationBlock(services: Services, profile: Profile): Promise<Result<ProfileBlock | null, Failure>> {
  // The built-in profile always uses the built-in gateway, whose secret and key are new in each run.
  if (profile.id === builtInProfileId) return success(null)
  const confirmation = services.profiles.confirmationOf(profile.id)
  const checked = await services.vault.checkConfirmation({ confirmation })
  if (!checked.ok) return checked
  const blocked = (reason: Extract<ProfileBlock, { kind: 'not-confirmed' }>['reason']) =>
    success({ kind: 'not-confirmed', reason } as const)
  switch (checked.value) {
    // Without a keychain every secret was typed in this run, for the address on the screen.
    case 'nothing-kept': return success(null)
    case 'unsigned':
    case 'unknown-key':
      return blocked(checked.value)
    case 'invalid': return blocked('changed')
    case 'valid':
      if (confirmation === null || !isContentOf(confirmation.content, profile)) return blocked('changed')
      return await olderBlock(services, profile)
  }
}

/** SECURITY: somebody may have put back a profile with an earlier signature, with its old limits or address. */
async function olderBlock(services: Services, profile: Profile): Promise<Result<ProfileBlock | null, Failure>> {
  const freshness = await services.newest.check(presentProfile(services, profile))
  if (!freshness.ok) return freshness
  return success(freshness.value === 'newest' ? null : { kind: 'not-confirmed', reason: 'older' })
}
