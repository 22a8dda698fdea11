/** Tests a key at the gateway of a profile, and switches profiles to a key. */
import type { KeyId, MerchantKey } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { isRetired } from '#shared/model/keys/key-life.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { audited } from '../maintenance/index.ts'
import { signingMerchant } from '../requests/index.ts'
import type { Services } from '../services.ts'
import { profileLine } from './changes.ts'
import { keepConfirmed } from './confirmed-profiles.ts'
import { keyNames } from './key-names.ts'
import { keyById, switchSteps } from './key-steps.ts'
import { queryWithKey } from './test-connection.ts'

/**
 * Tests whether the gateway of a profile knows a key, with a signed query of an order that cannot exist. The profile
 * keeps its own key.
 */
export async function testKey(
  { services, sender, findTarget }: DeskContext, { keyId, profileId, merchant }: ParsedInput<'keys.test'>,
): Promise<CallAnswer<'keys.test'>> {
  const allowed = await allow(services, keyId, profileId, merchant)
  if (!allowed.ok) return allowed
  const { profile, key } = allowed.value
  const [first] = profile.entryPoints
  if (first === undefined) return failed({ code: 'no-such-entry-point' })
  const target = await findTarget(profileId, first)
  if (!target.ok) return target
  const confirmed = await confirmFor(services, key, profile, merchant)
  if (!confirmed.ok) return confirmed
  const signedWith = { ...target.value, profile: { ...target.value.profile, keyId } }
  const tried = await queryWithKey(services, sender, signedWith)
  return tried.ok ? success({ isProven: tried.value.verdict === 'accepted', line: tried.value.line }) : tried
}

/** Switches the profiles to the key, one after the other. If one fails, the earlier ones stay switched. */
export async function useKey(
  { services, builtIn }: DeskContext, { keyId, profiles }: ParsedInput<'keys.use'>,
): Promise<Result<null, Failure>> {
  const wanted: { readonly key: KeyDescription; readonly profile: Profile; readonly merchant: MerchantKey }[] = []
  for (const { profileId, merchant } of profiles) {
    const allowed = await allow(services, keyId, profileId, merchant)
    if (!allowed.ok) return allowed
    wanted.push({ ...allowed.value, merchant })
  }
  for (const { key, profile, merchant } of wanted) {
    const { id, ...before } = profile
    const draft = { ...before, keyId }
    const line = profileLine(profile, draft, await keyNames(services))
    if (line === null) continue
    const lifeSteps = await switchSteps(services, profile, draft)
    const kept = await audited(services, { ...line, lifeSteps }, async () => {
      const confirmed = await confirmFor(services, key, profile, merchant)
      return confirmed.ok ? await keepConfirmed(services, { id, draft }) : confirmed
    })
    if (!kept.ok) return kept
    if (profile.gateway.kind === 'built-in') builtIn.forget()
  }
  return success(null)
}

/** Why a profile cannot select or test a key; null if it can. Profiles that use a retired key keep it. */
export async function refusalOfKey(services: Services, key: KeyDescription): Promise<Result<null, Failure>> {
  const lines = await services.journal.lifeLines()
  if (!lines.ok) return lines
  return isRetired(lines.value, key.fingerprint) ? failed({ code: 'key-retired' }) : success(null)
}

async function allow(
  services: Services, keyId: KeyId, profileId: Profile['id'], shown: MerchantKey,
): Promise<Result<{ readonly key: KeyDescription; readonly profile: Profile }, Failure>> {
  const profile = services.profiles.get(profileId)
  if (profile === null) return failed({ code: 'no-such-profile' })
  const key = await keyById(services, keyId)
  if (!key.ok) return key
  // SECURITY: a key of a production profile must not sign for a staging one or the reverse (§5.2).
  if (key.value.environment !== profile.environment) {
    return failed({ code: 'wrong-environment', belongsTo: key.value.environment })
  }
  const retired = await refusalOfKey(services, key.value)
  if (!retired.ok) return retired
  const merchant = await signingMerchant(services, profile)
  if (!merchant.ok) return merchant
  // SECURITY: the key is confirmed for the merchant that the person saw, not for the profile's current one.
  return merchant.value === shown ? success({ key: key.value, profile }) : failed({ code: 'confirmation-outdated' })
}

/** Confirms the key for the merchant that the person saw, with an audit line if that merchant is new. */
async function confirmFor(
  services: Services, { id: keyId, name, fingerprint }: KeyDescription, profile: Profile, merchant: MerchantKey,
): Promise<Result<null, Failure>> {
  const known = await services.vault.keyMerchants({ keyId })
  if (!known.ok || known.value.includes(merchant)) return known.ok ? success(null) : known
  const line = {
    action: 'key-confirmed', subject: name, detail: `profile ${profile.name}: ${merchant}; fingerprint ${fingerprint}`,
  } as const
  return await audited(services, line, () => services.vault.confirmKey({ keyId, merchant }))
}
