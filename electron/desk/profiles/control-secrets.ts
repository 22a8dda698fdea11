/** The control secrets of profiles, each bound to the environment and merchant of its profile. */
import type { ProfileId } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { LifeStep } from '#shared/model/keys/life-steps.ts'
import { readTypedSecret } from '#shared/model/profiles/typed-secret.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Keep, SigningFor, VaultAnswer } from '../../vault/port.ts'
import { audited } from '../maintenance/index.ts'
import { isUsableHere, signingMerchant } from '../requests/index.ts'
import type { Services } from '../services.ts'

/**
 * Stores a profile's control secret in the keychain, bound to the profile's environment and merchant. Returns the
 * removed text around the secret: spaces, line ends, quotes, its name.
 */
export async function storeSecret(
  services: Services, { id, secret: typed }: ParsedInput<'profiles.storeSecret'>,
): Promise<CallAnswer<'profiles.storeSecret'>> {
  const { secret, leftOut } = readTypedSecret(typed)
  const kept = await storing(services, id, (bound) => services.vault.storeSecret({ ...bound, secret }))
  return kept.ok ? success({ leftOut }) : kept
}

/** Passes the secret of a pasted mail to the vault, which holds it until its profile is saved. */
export async function holdSecret(
  { system, vault }: Services, { secret: typed }: ParsedInput<'profiles.holdSecret'>,
): Promise<CallAnswer<'profiles.holdSecret'>> {
  const held = system.randomHex(16)
  const taken = await vault.holdSecret({ held, secret: readTypedSecret(typed).secret })
  return taken.ok ? success({ held }) : taken
}

/** Like `storeSecret`, with the secret that the vault holds. */
export async function storeHeldSecret(
  services: Services, { id, held }: ParsedInput<'profiles.storeHeldSecret'>,
): Promise<Result<null, Failure>> {
  return await storing(services, id, (bound) => services.vault.storeHeldSecret({ ...bound, held }))
}

async function storing(
  services: Services, id: ProfileId,
  store: (bound: SigningFor & { readonly secretId: string; readonly keep: Keep }) => VaultAnswer<null>,
): Promise<Result<null, Failure>> {
  const profile = services.profiles.get(id)
  if (profile === null) return failed({ code: 'no-such-profile' })
  if (!isUsableHere(services, profile)) return failed({ code: 'environment-not-usable-here' })
  // SECURITY: otherwise a secret would be bound to an address that no person confirmed.
  const merchant = await signingMerchant(services, profile)
  if (!merchant.ok) return merchant
  const stored = await services.vault.hasSecret({ secretId: id })
  const replaced = stored.ok && stored.value ? ', replaced' : ''
  const { environment } = profile
  const line = {
    action: 'secret-stored', subject: profile.name, detail: environment + replaced, lifeSteps: [secretStep(id, 'stored')],
  } as const
  return await audited(services, line, () => store({ secretId: id, environment, merchant: merchant.value, keep: 'keychain' }))
}

/** Removes a profile's control secret from the keychain. */
export async function removeSecret(services: Services, id: ProfileId): Promise<Result<null, Failure>> {
  const profile = services.profiles.get(id)
  if (profile === null) return failed({ code: 'no-such-profile' })
  const line = {
    action: 'secret-removed', subject: profile.name, detail: profile.environment, lifeSteps: [secretStep(id, 'removed')],
  } as const
  return await audited(services, line, () => services.vault.removeSecret({ secretId: id }))
}

/** A step in the lifecycle of a profile's control secret. */
export function secretStep(id: ProfileId, step: 'stored' | 'removed'): LifeStep {
  return { of: 'secret', id, step }
}
