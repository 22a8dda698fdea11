import type { Certificate, KeyId } from '#shared/brands.ts'
import { operationIds, operations, type OperationId, type SignatureMethod } from '#shared/gateway/operations/operations.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { Letterhead } from '#shared/model/profiles/letterhead.ts'
import {
  batchPace, type BatchPace, type EntryPoint, type NetworkRoute, type Profile, type ProfileDraft,
} from '#shared/model/profiles/profile.ts'
import { limitRowsOf, limitsFrom, type LimitRow } from './limits.ts'
import { choicesOf, switchesFrom, type Choices } from './readings.ts'

export interface EntryPointRow {
  kind: EntryPoint['kind']
  id: string
  currency: string
}

export interface PathRow {
  operation: OperationId | ''
  path: string
}

/** A profile while a person types: every field may be empty or invalid. */
export interface ProfileForm {
  name: string
  environment: Environment
  gatewayKind: 'built-in' | 'address'
  baseUrl: string
  productWord: string
  login: string
  entryPoints: EntryPointRow[]
  /** Empty: no key. */
  keyId: string
  choices: Choices
  signatureMethods: Partial<Record<OperationId, SignatureMethod>>
  paths: PathRow[]
  /** Whether card numbers may be typed: the environment's default, or set for this profile. */
  cardEntry: CardEntry
  route: NetworkRoute['kind']
  /** The address of the profile's own proxy; used only if the route is a proxy. */
  proxyUrl: string
  /** Empty: none. */
  authorities: Certificate[]
  /** Empty: none, which only a sandbox profile may have. */
  timeZone: string
  limits: LimitRow[]
  /** As typed; an empty `perSecond` is unlimited. */
  batches: Record<keyof BatchPace, string>
  /** Whether production requires the passphrase again, and a confirmation in a message box of the system. */
  stepUp: boolean
  outsideConfirmation: boolean
  /** Empty texts and no logo: none. */
  letterhead: Letterhead
}

const noLetterhead: Letterhead = { name: '', address: '', contact: '', logo: null }

export type CardEntry = 'by-environment' | 'allowed' | 'refused'

export interface OperationWithChoice {
  readonly id: OperationId
  readonly methods: readonly SignatureMethod[]
}

/** Operations with several signature methods (addendum 5). */
export const operationsWithChoice: readonly OperationWithChoice[] = operationIds.flatMap((id) => {
  const { authentication } = operations[id]
  if (authentication.kind !== 'oauth' || authentication.methods.length < 2) return []
  return [{ id, methods: authentication.methods }]
})

/** The form of a new profile, with default values. */
export function emptyForm(): ProfileForm {
  return {
    name: '', environment: 'staging', gatewayKind: 'address', baseUrl: '', productWord: 'gw', login: '',
    entryPoints: [{ kind: 'endpoint', id: '', currency: '' }], keyId: '',
    choices: choicesOf(defaultSwitches), signatureMethods: {}, paths: [],
    cardEntry: 'by-environment', route: 'system', proxyUrl: '', authorities: [],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, limits: [], batches: typedPace(batchPace({})),
    stepUp: true, outsideConfirmation: true, letterhead: noLetterhead,
  }
}

/** The form of a profile. */
export function formOf(profile: Profile): ProfileForm {
  const { gateway, switches, route = { kind: 'system' } } = profile
  return {
    name: profile.name,
    environment: profile.environment,
    gatewayKind: gateway.kind,
    baseUrl: gateway.kind === 'address' ? gateway.baseUrl : '',
    productWord: profile.productWord,
    login: profile.login,
    entryPoints: profile.entryPoints.map((entryPoint) => ({
      kind: entryPoint.kind, id: entryPoint.id, currency: entryPoint.kind === 'endpoint' ? entryPoint.currency : '',
    })),
    keyId: profile.keyId ?? '',
    choices: choicesOf(switches),
    signatureMethods: { ...switches.signatureMethods },
    paths: Object.entries(switches.paths).map(([operation, path]) => ({ operation: operation as OperationId, path: path ?? '' })),
    cardEntry: profile.cardEntry ?? 'by-environment',
    route: route.kind,
    proxyUrl: route.kind === 'proxy' ? route.url : '',
    authorities: [...profile.authorities ?? []],
    timeZone: profile.timeZone ?? '',
    limits: limitRowsOf(profile),
    batches: typedPace(batchPace(profile)),
    stepUp: profile.stepUp !== 'off',
    outsideConfirmation: profile.outsideConfirmation !== 'off',
    letterhead: profile.letterhead ?? noLetterhead,
  }
}

/** The draft of a form. `draftProblems` and main validate it. */
export function draftFrom(form: ProfileForm): ProfileDraft {
  return {
    name: form.name.trim(),
    environment: form.environment,
    gateway: form.gatewayKind === 'built-in' ? { kind: 'built-in' } : { kind: 'address', baseUrl: form.baseUrl.trim() },
    productWord: form.productWord.trim(),
    login: form.login.trim(),
    entryPoints: form.entryPoints.map(({ kind, id, currency }) => (kind === 'group'
      ? { kind, id: id.trim() }
      : { kind, id: id.trim(), currency: currency.trim().toUpperCase() })),
    keyId: form.keyId === '' ? null : form.keyId as KeyId,
    ...(form.cardEntry !== 'by-environment' && { cardEntry: form.cardEntry }),
    ...networkFrom(form),
    ...(form.timeZone.trim() !== '' && { timeZone: form.timeZone.trim() }),
    ...protectionFrom(form),
    ...batchesFrom(form),
    ...letterheadFrom(form),
    switches: {
      ...switchesFrom(form.choices),
      signatureMethods: form.signatureMethods,
      paths: Object.fromEntries(form.paths.flatMap(({ operation, path }) => (operation === '' ? [] : [[operation, path.trim()]]))),
    },
  }
}

/** The deviations from full confirmation and no limits. Only production has confirmations. */
function protectionFrom(form: ProfileForm): Pick<ProfileDraft, 'limits' | 'stepUp' | 'outsideConfirmation'> {
  const asks = form.environment === 'production'
  return {
    ...(form.limits.length > 0 && { limits: limitsFrom(form.limits, switchesFrom(form.choices).minorUnitDigits) }),
    ...(asks && !form.stepUp && { stepUp: 'off' }),
    ...(asks && !form.outsideConfirmation && { outsideConfirmation: 'off' }),
  }
}

/** The deviation from the default pace. A text that is no whole number becomes `NaN`, which the schema refuses. */
function batchesFrom({ batches }: ProfileForm): Pick<ProfileDraft, 'batches'> {
  const defaults = typedPace(batchPace({}))
  const [perSecond, atOnce] = [batches.perSecond.trim(), batches.atOnce.trim()]
  if (perSecond === defaults.perSecond && atOnce === defaults.atOnce) return {}
  return { batches: { perSecond: perSecond === '' ? null : wholeNumber(perSecond), atOnce: wholeNumber(atOnce) } }
}

function typedPace({ perSecond, atOnce }: BatchPace): ProfileForm['batches'] {
  return { perSecond: perSecond === null ? '' : String(perSecond), atOnce: String(atOnce) }
}

const wholeNumber = (typed: string): number => (/^\d{1,3}$/.test(typed) ? Number(typed) : NaN)

function letterheadFrom({ letterhead: { logo, ...texts } }: ProfileForm): Pick<ProfileDraft, 'letterhead'> {
  const [name, address, contact] = [texts.name.trim(), texts.address.trim(), texts.contact.trim()]
  return logo === null && `${name}${address}${contact}` === '' ? {} : { letterhead: { name, address, contact, logo } }
}

/** The deviations from the system's network settings. The built-in gateway needs no network. */
function networkFrom(form: ProfileForm): Pick<ProfileDraft, 'route' | 'authorities'> {
  if (form.gatewayKind === 'built-in') return {}
  return {
    ...(form.route === 'direct' && { route: { kind: 'direct' } }),
    ...(form.route === 'proxy' && { route: { kind: 'proxy', url: form.proxyUrl.trim() } }),
    ...(form.authorities.length > 0 && { authorities: form.authorities }),
  }
}
