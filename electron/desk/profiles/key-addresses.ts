/** The merchants that a key signs for; a person confirmed each of them. */
import type { ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { audited } from '../maintenance/index.ts'
import { signingMerchant } from '../requests/index.ts'
import type { Services } from '../services.ts'

/**
 * Confirms a key without a merchant for the merchant of the profile that is saved with it, as the person chose the key
 * in the form with that address. Further merchants are confirmed separately.
 */
export async function confirmFirstMerchant(services: Services, profile: Profile): Promise<Result<null, Failure>> {
  const merchant = merchantKeyOf(profile)
  if (profile.keyId === null || merchant === null) return success(null)
  const known = await services.vault.keyMerchants({ keyId: profile.keyId })
  if (!known.ok) return known
  return known.value.length > 0 ? success(null) : await services.vault.confirmKey({ keyId: profile.keyId, merchant })
}

/** Confirms a profile's key for the merchant that the person saw; `confirmation-outdated` if it has changed. */
export async function confirmKeyAddress(
  services: Services, { profileId, merchant }: ParsedInput<'keys.confirmAddress'>,
): Promise<Result<null, Failure>> {
  const profile = services.profiles.get(profileId)
  if (profile === null) return failed({ code: 'no-such-profile' })
  const { keyId } = profile
  if (keyId === null) return failed({ code: 'profile-without-key' })
  const present = await signingMerchant(services, profile)
  if (!present.ok) return present
  if (present.value !== merchant) return failed({ code: 'confirmation-outdated' })
  const key = await services.vault.exportPublicKey({ keyId })
  if (!key.ok) return key
  const known = await services.vault.keyMerchants({ keyId })
  if (!known.ok) return known
  const before = known.value.length === 0 ? '' : `; before: ${known.value.join(', ')}`
  const line = {
    action: 'key-confirmed', subject: key.value.description.name, detail: `profile ${profile.name}: ${merchant}${before}`,
  } as const
  return await audited(services, line, () => services.vault.confirmKey({ keyId, merchant }))
}
