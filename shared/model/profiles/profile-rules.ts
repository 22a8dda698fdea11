/** Rules of a profile that concern several fields or other profiles. One origin belongs to one environment. */
import type { ProfileId } from '../../brands.ts'
import { fields, type FieldKey } from '../../gateway/fields/fields.ts'
import { pathProblems, type PathProblem } from '../../gateway/operations/operation-paths.ts'
import type { Operation } from '../../gateway/operations/operations.ts'
import { isLoopback, normaliseBaseUrl } from '../values/base-url.ts'
import { originOf } from './merchant.ts'
import { networkProblems } from './network-rules.ts'
import type { ProfileProblem } from './profile-problem.ts'
import type { Profile, ProfileDraft } from './profile.ts'
import { timeZoneProblems } from './time-zone.ts'

export { isLoopback, normaliseBaseUrl }
export type { ProfileProblem } from './profile-problem.ts'

/** The id of the predefined profile of the built-in gateway, in every installation. */
export const builtInProfileId = 'sandbox' as ProfileId

/** True if whole card numbers may be typed; unless the profile states it, on sandbox and staging. */
export function allowsCardEntry(profile: Pick<ProfileDraft, 'environment' | 'cardEntry'>): boolean {
  return profile.cardEntry === undefined ? profile.environment !== 'production' : profile.cardEntry === 'allowed'
}

/** The card number fields of an operation that must not be typed with a profile; empty if they may be. */
export function withheldCardNumbers(
  operation: Operation<string>, profile: Pick<ProfileDraft, 'environment' | 'cardEntry'>,
): FieldKey[] {
  if (allowsCardEntry(profile)) return []
  return operation.fields.map(({ key }) => key).filter((key) => fields[key].content.kind === 'card-number')
}

export interface ProfileSurroundings {
  /** The id of the profile that is replaced; null for a new one. */
  readonly id: ProfileId | null
  /** The saved profiles, including the one that is replaced. */
  readonly others: readonly Profile[]
}

/**
 * The problems that prevent a draft of valid shape from being saved; empty if there are none. A stored profile that
 * breaks one of these rules is kept, but cannot send until it is corrected.
 */
export function profileProblems(draft: ProfileDraft, around: ProfileSurroundings): ProfileProblem[] {
  return [
    ...nameProblems(draft, around),
    ...changeProblems(draft, around),
    ...addressProblems(draft, around),
    ...entryPointProblems(draft),
    ...limitProblems(draft),
    ...batchProblems(draft),
    ...timeZoneProblems(draft),
    ...networkProblems(draft),
    ...pathOverrideProblems(draft),
  ]
}

/** The problems of the paths that differ from the documented ones (addendum 1). */
export function pathOverrideProblems({ switches }: Pick<ProfileDraft, 'switches'>): ProfileProblem[] {
  return pathProblems(switches).map(({ id, problem }) => ({ field: `switches.paths.${id}`, ...codeOf(problem) }))
}

function codeOf(problem: PathProblem): Pick<ProfileProblem, 'code' | 'details'> {
  if (problem.kind === 'dots') return { code: 'path-dots' }
  const { operation, path } = problem
  return { code: 'path-of-other-operation', details: { operation, path } }
}

function nameProblems(draft: ProfileDraft, around: ProfileSurroundings): ProfileProblem[] {
  const taken = others(around).some((profile) => profile.name.toLowerCase() === draft.name.toLowerCase())
  return taken ? [{ field: 'name', code: 'name-taken' }] : []
}

function changeProblems(draft: ProfileDraft, around: ProfileSurroundings): ProfileProblem[] {
  const saved = around.others.find((profile) => profile.id === around.id)
  // SECURITY: secret and key were entered for one environment; editing must not move them to another (§5.2).
  const moved = saved !== undefined && saved.environment !== draft.environment
  const left = around.id === builtInProfileId && draft.gateway.kind !== 'built-in'
  return [
    ...(moved ? [{ field: 'environment', code: 'environment-fixed' as const }] : []),
    ...(left ? [{ field: 'gateway.kind', code: 'built-in-stays' as const }] : []),
  ]
}

function addressProblems(draft: ProfileDraft, around: ProfileSurroundings): ProfileProblem[] {
  if (draft.gateway.kind === 'built-in') {
    return draft.environment === 'sandbox' ? [] : [{ field: 'environment', code: 'built-in-needs-sandbox' }]
  }
  const field = 'gateway.baseUrl'
  const baseUrl = normaliseBaseUrl(draft.gateway.baseUrl)
  if (baseUrl === null) return [{ field, code: 'base-url-format' }]
  if (draft.environment === 'sandbox' && !isLoopback(baseUrl)) return [{ field, code: 'base-url-not-loopback' }]
  // SECURITY: even on this computer another program could listen on the port and read unencrypted requests.
  if (draft.environment !== 'sandbox' && !baseUrl.startsWith('https:')) return [{ field, code: 'base-url-not-https' }]
  // SECURITY: with one origin in two environments, a production secret could sign for a profile shown as staging.
  const origin = originOf(baseUrl)
  const elsewhere = others(around).some(({ environment, gateway }) => environment !== draft.environment
    && gateway.kind === 'address' && originOf(gateway.baseUrl) === origin)
  return elsewhere ? [{ field, code: 'base-url-of-other-environment' }] : []
}

function entryPointProblems(draft: ProfileDraft): ProfileProblem[] {
  const seen = new Set<string>()
  return draft.entryPoints.flatMap((entryPoint, index) => {
    const name = `${entryPoint.kind} ${entryPoint.id}`
    if (seen.has(name)) return [{ field: `entryPoints.${index}.id`, code: 'entry-point-twice' as const }]
    seen.add(name)
    return []
  })
}

/** Each currency has one row of limits: with two it would be unclear which one counts. */
export function limitProblems({ limits = [] }: Pick<ProfileDraft, 'limits'>): ProfileProblem[] {
  return limits.flatMap(({ currency }, index) => (limits.findIndex((other) => other.currency === currency) === index
    ? []
    : [{ field: `limits.${index}.currency`, code: 'limits-twice' as const }]))
}

/** Only a sandbox, which is on this computer, may have an unlimited rate. */
export function batchProblems({ batches, environment }: Pick<ProfileDraft, 'batches' | 'environment'>): ProfileProblem[] {
  return batches?.perSecond === null && environment !== 'sandbox' ? [{ field: 'batches.perSecond', code: 'required' }] : []
}

function others(around: ProfileSurroundings): readonly Profile[] {
  return around.others.filter((profile) => profile.id !== around.id)
}
