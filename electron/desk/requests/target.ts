import { isDeepStrictEqual } from 'node:util'
import type { MerchantKey, ProfileId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { EntryPoint, Profile, ProfileDraft } from '#shared/model/profiles/profile.ts'
import type { RequestContext } from '#shared/gateway/requests/request.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { ConnectionSettings } from '../../gateway/port.ts'
import type { MerchantAt } from '../../journal/port.ts'
import type { BuiltInGateway } from './built-in-gateway.ts'
import { signingMerchant } from './profile-block.ts'
import type { Services } from '../services.ts'

/** The target of a request: a profile, one of its entry points, and the values that the request takes from both. */
export interface Target {
  readonly profile: Profile
  readonly entryPoint: EntryPoint
  /** The merchant that the profile's secret and key sign for. */
  readonly merchant: MerchantKey
  readonly context: RequestContext
}

export type FindTarget = (profileId: ProfileId, entryPoint: EntryPoint) => Promise<Result<Target, Failure>>

/**
 * Creates the finder of targets. It refuses profiles whose environment may not be used in this host, that break a rule,
 * or that are not confirmed unchanged. It refuses entry points that the profile does not have. For the sandbox profile
 * it starts the built-in gateway.
 */
export function targetFinder(services: Services, builtIn: BuiltInGateway): FindTarget {
  return async (profileId, wanted) => {
    const profile = services.profiles.get(profileId)
    if (profile === null) return failed({ code: 'no-such-profile' })
    if (!isUsableHere(services, profile)) return failed({ code: 'environment-not-usable-here' })
    // SECURITY: with a wrong path or address even a query could move money, so nothing at all is sent.
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
 * True if the secret of a profile may be used in this host. SECURITY: outside Electron no sandbox guards the page, so
 * no real secret may be typed, compared or used for signing.
 */
export function isUsableHere({ system }: Pick<Services, 'system'>, { environment }: Pick<Profile, 'environment'>): boolean {
  return system.description.usableEnvironments.includes(environment)
}

/** The merchant of a target's requests. */
export function merchantOfTarget({ profile, merchant }: Target): MerchantAt & { readonly merchantKey: MerchantKey } {
  return { profileId: profile.id, merchantKey: merchant }
}

/** The profile's connection settings; the system's route and authorities where it has none. */
export function connectionSettingsOf({ gateway, route, authorities = [] }: ProfileDraft): ConnectionSettings {
  // SECURITY: the built-in gateway is on this computer, whatever the profile contains.
  if (gateway.kind === 'built-in') return { route: { kind: 'system' }, authorities: [] }
  return { route: route ?? { kind: 'system' }, authorities }
}

/**
 * True if a request composed for one target is identical at the other: same address, secret or key, and connection.
 * False after one of these was edited in the profile, or the gateway moved. The profile's name and its other endpoints
 * are ignored.
 */
export function sendsAlike(one: Target, other: Target): boolean {
  return isDeepStrictEqual(sendingValues(one), sendingValues(other))
}

/** The values that decide who signs, with which key, what is composed, and the connection. */
function sendingValues({ profile, entryPoint, context }: Target) {
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
