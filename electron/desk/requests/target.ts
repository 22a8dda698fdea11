import type { MerchantKey, ProfileId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import { builtInProfileId } from '#shared/model/profile-rules.ts'
import type { EntryPoint, Profile } from '#shared/model/profile.ts'
import type { RequestContext } from '#shared/gateway/request.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { BuiltInGateway } from './built-in-gateway.ts'
import { signingMerchant } from './profile-block.ts'
import type { Services } from '../services.ts'

/** Where a request enters: a profile, one of its entry points, and what the request takes from both. */
export interface Target {
  readonly profile: Profile
  readonly entryPoint: EntryPoint
  /** Whom the profile's secret and key sign for. */
  readonly merchant: MerchantKey
  readonly context: RequestContext
}

/** What an earlier version kept is taken over before a profile may sign. */
export interface Adoption {
  /** Resolves when all is adopted, or when it cannot be now: a locked vault is asked again the next time. */
  ready(): Promise<void>
}

export type FindTarget = (profileId: ProfileId, entryPoint: EntryPoint) => Promise<Result<Target, Failure>>

/**
 * Makes the finder of targets. It refuses profiles whose environment may not be used in this host, that break a rule or
 * are not as a person confirmed them, and entry points that the profile does not have; the built-in gateway is started
 * when its profile is asked for.
 */
export function targetFinder(services: Services, builtIn: BuiltInGateway, adoption: Adoption): FindTarget {
  return async (profileId, wanted) => {
    const profile = services.profiles.get(profileId)
    if (profile === null) return failed({ code: 'no-such-profile' })
    if (!isUsableHere(services, profile)) return failed({ code: 'environment-not-usable-here' })
    // The ready profile does not wait for a keychain that waits for somebody.
    if (profile.id !== builtInProfileId) await adoption.ready()
    // SECURITY: with a wrong path or address even a question could move money, so nothing at all is sent.
    const merchant = await signingMerchant(services, profile)
    if (!merchant.ok) return merchant
    const entryPoint = profile.entryPoints.find((candidate) => sameEntryPoint(candidate, wanted))
    if (entryPoint === undefined) return failed({ code: 'no-such-entry-point' })
    const address = await addressOf(profile, builtIn)
    if (!address.ok) return address
    const { login, productWord, switches } = profile
    const context = { baseUrl: address.value, productWord, login, entryPoint, switches }
    return success({ profile, entryPoint, merchant: merchant.value, context })
  }
}

/**
 * True when the secret of a profile may be used on this host. SECURITY: outside Electron nothing guards the page as its
 * sandbox does, so no real secret is typed, compared or signed with there.
 */
export function isUsableHere({ system }: Pick<Services, 'system'>, { environment }: Pick<Profile, 'environment'>): boolean {
  return system.description.usableEnvironments.includes(environment)
}

/** True when two values name the same endpoint or group. */
export function sameEntryPoint(one: EntryPoint, other: EntryPoint): boolean {
  return one.kind === other.kind && one.id === other.id
}

async function addressOf(profile: Profile, builtIn: BuiltInGateway): Promise<Result<string, Failure>> {
  if (profile.gateway.kind === 'address') return success(profile.gateway.baseUrl)
  const ready = await builtIn.ready(profile)
  return ready.ok ? success(ready.value.baseUrl) : ready
}
