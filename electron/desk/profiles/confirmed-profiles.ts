/** Profiles with the signature that says that a person saved or confirmed them as they are. */
import type { ProfileId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Confirmation } from '#shared/model/confirmation.ts'
import type { Failure } from '#shared/model/failure.ts'
import { contentOf, profileIn } from '#shared/model/profile-content.ts'
import { differencesBetween } from '#shared/model/profile-differences.ts'
import { builtInProfileId } from '#shared/model/profile-rules.ts'
import type { Profile, ProfileDraft } from '#shared/model/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { audited } from '../maintenance/index.ts'
import { profileFacts, profileLine } from './changes.ts'
import { confirmFirstMerchant } from './key-addresses.ts'
import { keyNames } from './key-names.ts'
import { switchSteps } from './key-steps.ts'
import { blockOf } from '../requests/index.ts'
import type { Services } from '../services.ts'

/** Saves a profile together with its signature. One that was changed from outside has to be confirmed first. */
export async function keepConfirmed(
  services: Services, request: { readonly id: ProfileId | null; readonly draft: ProfileDraft },
): Promise<Result<Profile, Failure>> {
  const before = request.id === null ? null : services.profiles.get(request.id)
  const block = before === null ? success(null) : await blockOf(services, before)
  if (!block.ok) return block
  // SECURITY: saving one part must not sign the parts that somebody else changed.
  if (block.value?.kind === 'not-confirmed') return failed({ code: 'profile-not-confirmed' })
  const prepared = services.profiles.prepare(request)
  if (!prepared.ok) return prepared
  const confirmedKey = await confirmFirstMerchant(services, prepared.value)
  if (!confirmedKey.ok) return confirmedKey
  const confirmation = await sign(services, prepared.value)
  return confirmation.ok ? services.profiles.keep(prepared.value, confirmation.value) : confirmation
}

/** A person has looked at the differences and takes the profile as it stands. */
export async function confirmProfile(services: Services, id: ProfileId): Promise<Result<null, Failure>> {
  const profile = services.profiles.get(id)
  if (profile === null) return failed({ code: 'no-such-profile' })
  const before = await confirmedVersion(services, profile)
  if (!before.ok) return before
  const changes = before.value === null ? profileFacts(profile) : profileLine(before.value, profile, await keyNames(services))?.detail ?? ''
  const lifeSteps = await switchSteps(services, before.value, profile)
  const line = { action: 'profile-confirmed', subject: profile.name, detail: changes, lifeSteps } as const
  return await audited(services, line, async () => {
    const confirmation = await sign(services, profile)
    if (!confirmation.ok) return confirmation
    const kept = services.profiles.keep(profile, confirmation.value)
    return kept.ok ? success(null) : kept
  })
}

/** How a profile differs from what was confirmed last. */
export async function profileDifferences(services: Services, id: ProfileId): Promise<CallAnswer<'profiles.differences'>> {
  const profile = services.profiles.get(id)
  if (profile === null) return failed({ code: 'no-such-profile' })
  const before = await confirmedVersion(services, profile)
  return before.ok ? success(differencesBetween(before.value, profile)) : before
}

/** SECURITY: only a version whose signature is right is shown as the confirmed one. */
async function confirmedVersion(services: Services, { id }: Profile): Promise<Result<Profile | null, Failure>> {
  const confirmation = services.profiles.confirmationOf(id)
  const checked = await services.vault.checkConfirmation({ confirmation })
  if (!checked.ok) return checked
  const version = checked.value === 'valid' && confirmation !== null ? profileIn(confirmation.content) : null
  return success(version?.id === id ? version : null)
}

async function sign(services: Services, profile: Profile): Promise<Result<Confirmation | null, Failure>> {
  // The ready profile works without a keychain and needs no signature.
  if (profile.id === builtInProfileId) return success(null)
  return await services.vault.signProfile({ content: contentOf(profile) })
}
