/** Profiles with a signature which proves that a person saved or confirmed them unchanged. */
import type { ProfileId } from '#shared/brands.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { contentOf, profileIn } from '#shared/model/profiles/profile-content.ts'
import { differencesBetween } from '#shared/model/profiles/profile-differences.ts'
import { builtInProfileId } from '#shared/model/profiles/profile-rules.ts'
import type { Profile, ProfileDraft } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { certificateFingerprint, subjectAndEnd } from '../../common/signatures/certificates.ts'
import { audited } from '../maintenance/index.ts'
import { presentProfile } from '../newest/index.ts'
import { profileFacts, profileLine } from './changes.ts'
import { confirmFirstMerchant } from './key-addresses.ts'
import { keyNames } from './key-names.ts'
import { switchSteps } from './key-steps.ts'
import { limitsInWords, logoInWords } from './profile-changes.ts'
import { blockOf } from '../requests/index.ts'
import type { Services } from '../services.ts'

interface Request {
  readonly id: ProfileId | null
  readonly draft: ProfileDraft
}

/** Saves a profile with its signature. A profile that was changed outside the application must be confirmed first. */
export function keepConfirmed(services: Services, request: Request): Promise<Result<Profile, Failure>> {
  return services.newest.alone(() => keepNow(services, request))
}

/** The profile as it would be saved now. Fails if it must not be saved. */
export async function profileToKeep(services: Services, request: Request): Promise<Result<Profile, Failure>> {
  const before = request.id === null ? null : services.profiles.get(request.id)
  const block = before === null ? success(null) : await blockOf(services, before)
  if (!block.ok) return block
  // SECURITY: saving one part must not sign other parts that somebody changed.
  if (block.value?.kind === 'not-confirmed') return failed({ code: 'profile-not-confirmed' })
  return services.profiles.prepare(request)
}

async function keepNow(services: Services, request: Request): Promise<Result<Profile, Failure>> {
  const prepared = await profileToKeep(services, request)
  if (!prepared.ok) return prepared
  const confirmedKey = await confirmFirstMerchant(services, prepared.value)
  if (!confirmedKey.ok) return confirmedKey
  return await signAndKeep(services, prepared.value)
}

/** Confirms a profile unchanged, after a person has seen the differences. */
export async function confirmProfile(services: Services, id: ProfileId): Promise<Result<null, Failure>> {
  const profile = services.profiles.get(id)
  if (profile === null) return failed({ code: 'no-such-profile' })
  const before = await confirmedVersion(services, profile)
  if (!before.ok) return before
  const changes = before.value === null ? profileFacts(profile) : profileLine(before.value, profile, await keyNames(services))?.detail ?? ''
  const block = await blockOf(services, profile)
  const isOlder = block.ok && block.value?.kind === 'not-confirmed' && block.value.reason === 'older'
  const lifeSteps = await switchSteps(services, before.value, profile)
  const line = { action: 'profile-confirmed', subject: profile.name, detail: `${isOlder ? 'older than the one saved last; ' : ''}${changes}`, lifeSteps } as const
  return await audited(services, line, () => services.newest.alone(async () => {
    // Saved or removed meanwhile, so it is not the profile of the audit line.
    if (services.profiles.get(id) !== profile) return failed({ code: 'confirmation-outdated' })
    const kept = await signAndKeep(services, profile)
    return kept.ok ? success(null) : kept
  }))
}

/** The differences between a profile and its last confirmed version. */
export async function profileDifferences(services: Services, id: ProfileId): Promise<CallAnswer<'profiles.differences'>> {
  const profile = services.profiles.get(id)
  if (profile === null) return failed({ code: 'no-such-profile' })
  const before = await confirmedVersion(services, profile)
  if (!before.ok) return before
  return success(differencesBetween(before.value === null ? null : readable(before.value), readable(profile)))
}

/**
 * A profile in a form that a person can compare: authorities by fingerprint with subject and end, limits as money, the
 * logo by its digest.
 */
function readable({ authorities = [], letterhead, limits, ...rest }: Profile): object {
  const byFingerprint = authorities.map((one) => [certificateFingerprint(one), subjectAndEnd(one)] as const)
  const logo = letterhead?.logo ?? null
  const shown = letterhead && { ...letterhead, logo: logo === null ? null : logoInWords(logo) }
  const inWords = limits && limitsInWords({ limits, switches: rest.switches })
  return { ...rest, limits: inWords, letterhead: shown, authorities: Object.fromEntries(byFingerprint) }
}

/** SECURITY: only a version with a valid signature is shown as the confirmed one. */
async function confirmedVersion(services: Services, { id }: Profile): Promise<Result<Profile | null, Failure>> {
  const confirmation = services.profiles.confirmationOf(id)
  const checked = await services.vault.checkConfirmation({ confirmation })
  if (!checked.ok) return checked
  const version = checked.value === 'valid' && confirmation !== null ? profileIn(confirmation.content) : null
  if (version?.id !== id) return success(null)
  // The newest version of an older profile is no longer known here, so all of the profile must be compared.
  const freshness = await services.newest.check(presentProfile(services, version))
  if (!freshness.ok) return freshness
  return success(freshness.value === 'newest' ? version : null)
}

async function signAndKeep(services: Services, profile: Profile): Promise<Result<Profile, Failure>> {
  // The built-in profile works without a keychain and needs no signature.
  if (profile.id === builtInProfileId) return services.profiles.keep(profile, null)
  const present = presentProfile(services, profile)
  const number = await services.newest.numberFor(present)
  if (!number.ok) return number
  const confirmation = await services.vault.signProfile({ content: contentOf(profile), number: number.value })
  if (!confirmation.ok) return confirmation
  const kept = services.profiles.keep(profile, confirmation.value)
  if (kept.ok) await services.newest.kept({ ...present, number: number.value })
  return kept
}
