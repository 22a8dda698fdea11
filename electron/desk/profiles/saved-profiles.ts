import type { ProfileId } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { ProfileList, ProfileView } from '#shared/model/application/app.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { builtInProfileId } from '#shared/model/profiles/profile-rules.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { audited } from '../maintenance/index.ts'
import { presentProfile } from '../newest/index.ts'
import { blockOf, type BuiltInGateway, isUsableHere } from '../requests/index.ts'
import { authoritiesProblemOf } from './certificates.ts'
import { profileFacts, profileLine } from './changes.ts'
import { keepConfirmed, profileToKeep } from './confirmed-profiles.ts'
import { secretStep } from './control-secrets.ts'
import { keyNames } from './key-names.ts'
import { switchSteps } from './key-steps.ts'
import { withEncodedLogo } from './logo.ts'
import { refusalOfKey } from './key-use.ts'
import { allowSaving } from './open-outcomes.ts'
import type { Services } from '../services.ts'
import { noMerchant, sameMerchants, type SharedHistory } from './same-merchant.ts'

/** Every profile for the window. Of secrets it shows only whether they exist. */
export async function listProfiles(context: DeskContext): Promise<ProfileList> {
  const { services } = context
  // In parallel: all of them wait for the keychain, and the first screen waits for all of them.
  const [views, same, missing] = await Promise.all([
    viewsOf(context), sameMerchants(services), services.newest.missing(),
  ])
  return {
    profiles: views.map((view) => ({ ...view, ...same.get(view.profile.id) ?? noMerchant })),
    activeId: services.profiles.active().id,
    warnings: [...services.profiles.warnings(), ...services.settings.warnings()],
    // SECURITY: a removed profile sends nothing, but its loss would go unnoticed.
    missing: missing.map(({ name }) => name),
  }
}

type OwnView = Omit<ProfileView, keyof SharedHistory>

async function viewsOf({ services, builtIn }: DeskContext): Promise<readonly OwnView[]> {
  const keys = await services.vault.listKeys()
  return await Promise.all(services.profiles.list()
    .map((profile) => viewOf(services, builtIn, keys.ok ? keys.value : [], profile)))
}

async function viewOf(
  services: Services, builtIn: BuiltInGateway, keys: readonly KeyDescription[], profile: Profile,
): Promise<OwnView> {
  const isBuiltIn = profile.gateway.kind === 'built-in'
  const keyId = builtIn.keyOf(profile)
  const key = keys.find(({ id }) => id === keyId) ?? null
  const keyFor = key === null ? null : await services.vault.keyMerchants({ keyId: key.id })
  const block = await blockOf(services, profile)
  return {
    profile,
    merchant: merchantKeyOf(profile),
    baseUrl: profile.gateway.kind === 'address' ? profile.gateway.baseUrl : builtIn.description()?.baseUrl ?? null,
    ...await secretOf(services, profile),
    key,
    keyFor: keyFor?.ok === true ? keyFor.value : [],
    // If the vault fails now, it is queried again before anything is sent.
    blocked: block.ok ? block.value : null,
    usableHere: isUsableHere(services, profile),
    examples: isBuiltIn ? examplesOf(services, builtIn) : null,
  }
}

async function secretOf({ vault }: Services, profile: Profile): Promise<Pick<ProfileView, 'secret' | 'secretFor'>> {
  const binding = await vault.secretBinding({ secretId: profile.id })
  if (!binding.ok) return { secret: 'not-known', secretFor: null }
  if (binding.value === null) return { secret: 'missing', secretFor: null }
  const { merchant } = binding.value
  return { secret: merchant === merchantKeyOf(profile) ? 'stored' : 'other-address', secretFor: merchant }
}

function examplesOf(services: Services, builtIn: BuiltInGateway): ProfileView['examples'] {
  const description = builtIn.description()
  if (description === null) return null
  const { orderId, clientOrderId, serialNumber } = description.examples
  return {
    orderId, merchantOrderId: clientOrderId, serialNumber, cards: services.sandbox.cards(),
    faultCards: services.sandbox.faultCards(), testCards: services.sandbox.testCards(),
  }
}

/**
 * Saves a profile if open outcomes permit it. Its key must belong to its environment (§5.2), and its certificate
 * authorities must be usable.
 */
export async function saveProfile(
  { services, builtIn }: DeskContext, { id, draft: typed, openOutcomes }: ParsedInput<'profiles.save'>,
): Promise<CallAnswer<'profiles.save'>> {
  const encoded = withEncodedLogo(typed)
  if (!encoded.ok) return failed({ code: 'profile-invalid', problems: [encoded.failure] })
  const input = { id, draft: encoded.value }
  const objection = await keyObjection(services, input)
  if (objection !== null) return failed(objection)
  const problem = authoritiesProblemOf(services, input.draft)
  if (problem !== null) return failed({ code: 'profile-invalid', problems: [problem] })
  // SECURITY: the declaration that two merchants are the same is permanent, so a refused draft must not make it.
  const allowed = (await profileToKeep(services, input)).ok
    ? await allowSaving(services, id, input.draft, openOutcomes ?? null) : success(null)
  if (!allowed.ok) return allowed
  const before = input.id === null ? null : services.profiles.get(input.id)
  const line = profileLine(before, input.draft, await keyNames(services))
  const save = () => keepConfirmed(services, input)
  const lifeSteps = await switchSteps(services, before, input.draft)
  const saved = line === null ? await save() : await audited(services, { ...line, lifeSteps }, save)
  if (!saved.ok) return saved
  if (saved.value.gateway.kind === 'built-in') builtIn.forget()
  return success({ id: saved.value.id })
}

async function keyObjection(services: Services, { id, draft }: Pick<ParsedInput<'profiles.save'>, 'id' | 'draft'>): Promise<Failure | null> {
  if (draft.keyId === null) return null
  const keys = await services.vault.listKeys()
  if (!keys.ok) return keys.failure
  const key = keys.value.find((candidate) => candidate.id === draft.keyId)
  if (key === undefined) return { code: 'no-such-key' }
  // §5.2: different keys are used for production and testing.
  if (key.environment !== draft.environment) {
    return { code: 'profile-invalid', problems: [{ field: 'keyId', code: 'key-of-other-environment' }] }
  }
  if (id !== null && services.profiles.get(id)?.keyId === draft.keyId) return null
  const refusal = await refusalOfKey(services, key)
  return refusal.ok ? null : refusal.failure
}

/** Removes a profile after its control secret, so that no secret is left without a profile. */
export async function removeProfile(services: Services, id: ProfileId): Promise<Result<null, Failure>> {
  const profile = services.profiles.get(id)
  if (profile === null) return failed({ code: 'no-such-profile' })
  // The built-in profile and its secret stay; the profiles module refuses its removal.
  if (id === builtInProfileId) return services.profiles.remove(id)
  const line = {
    action: 'profile-removed', subject: profile.name, detail: `${profileFacts(profile)}; with its control secret`,
    lifeSteps: [...await switchSteps(services, profile, { ...profile, keyId: null }), secretStep(id, 'removed')],
  } as const
  return await audited(services, line, () => services.newest.alone(async () => {
    // If the files cannot be written now, the secret must not be removed, as it cannot be restored.
    const writable = services.profiles.choose(services.profiles.active().id)
    if (!writable.ok) return writable
    const noted = await services.newest.removing(presentProfile(services, profile))
    if (!noted.ok) return noted
    const removed = await services.vault.removeSecret({ secretId: id })
    return removed.ok || removed.failure.code === 'no-such-secret' ? services.profiles.remove(id) : removed
  }))
}
