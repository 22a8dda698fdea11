import { isDeepStrictEqual } from 'node:util'
import type { MerchantKey, ProfileId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { EntryPoint, Profile, ProfileDraft } from '#shared/model/profile.ts'
import type { RequestContext } from '#shared/gateway/request.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { ConnectionSettings } from '../../gateway/port.ts'
import type { MerchantAt } from '../../journal/port.ts'
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

export type FindTarget = (profileId: ProfileId, entryPoint: EntryPoint) => Promise<Result<Target, Failure>>

/**
 * Makes the finder of targets. It refuses profiles whose environment may not be used in this host, that break a rule or
 * are not as a person confirmed them, and entry points that the profile does not have; the built-in gateway is started
 * when its profile is asked for.
 */
export function targetFinder(services: Services, builtIn: BuiltInGateway): FindTarget {
  return async (profileId, wanted) => {
    const profile = services.profiles.get(profileId)
    if (profile === null) return failed({ code: 'no-such-profile' })
    if (!isUsableHere(services, profile)) return failed({ code: 'environment-not-usable-here' })
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

/** Whom a target's requests are for: what charges once, whatever profile is used. */
export function merchantOfTarget({ profile, merchant }: Target): MerchantAt & { readonly merchantKey: MerchantKey } {
  return { profileId: profile.id, merchantKey: merchant }
}

/** How a profile wants its requests to leave: its own route and authorities, else as the system has it. */
export function connectionSettingsOf({ gateway, route, authorities = [] }: ProfileDraft): ConnectionSettings {
  // SECURITY: the built-in gateway is in this process's own computer, whatever the profile says.
  if (gateway.kind === 'built-in') return { route: { kind: 'system' }, authorities: [] }
  return { route: route ?? { kind: 'system' }, authorities }
}

/**
 * True when whatever is composed for one target is the same request at the other: to the same address, signed with the
 * same secret or key, over the same way. A profile that was edited in one of these, or a gateway that moved, makes it
 * false; a new name or another endpoint of the profile does not.
 */
export function sendAlike(one: Target, other: Target): boolean {
  return isDeepStrictEqual(wayOf(one), wayOf(other))
}

/** Who signs, with what, what is composed of it, and how it leaves. */
function wayOf({ profile, entryPoint, context }: Target) {
  const { id, environment, gateway, keyId } = profile
  return { id, environment, gateway, keyId, entryPoint, context, connectionSettings: connectionSettingsOf(profile) }
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
