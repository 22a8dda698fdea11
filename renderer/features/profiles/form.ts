import type { Certificate, KeyId } from '#shared/brands.ts'
import { operationIds, operations, type OperationId, type SignatureMethod } from '#shared/gateway/operations.ts'
import { defaultSwitches } from '#shared/gateway/switches.ts'
import type { Environment } from '#shared/model/environment.ts'
import type { EntryPoint, NetworkRoute, Profile, ProfileDraft } from '#shared/model/profile.ts'
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

/** A profile while somebody types: everything may be empty or wrong. */
export interface ProfileForm {
  name: string
  environment: Environment
  gatewayKind: 'built-in' | 'address'
  baseUrl: string
  productWord: string
  login: string
  entryPoints: EntryPointRow[]
  /** Empty for none. */
  keyId: string
  choices: Choices
  signatureMethods: Partial<Record<OperationId, SignatureMethod>>
  paths: PathRow[]
  /** Whether card numbers may be typed: as the environment has it, or said for this profile. */
  cardEntry: CardEntry
  route: NetworkRoute['kind']
  /** Of the profile's own proxy; counts only where the route is one. */
  proxyUrl: string
  /** Empty for none. */
  authorities: Certificate[]
  /** Empty for none, which only a sandbox profile may have. */
  timeZone: string
  limits: LimitRow[]
  /** Whether production asks for a second proof of the passphrase, and in a message box of the system. */
  stepUp: boolean
  outsideConfirmation: boolean
}

export type CardEntry = 'by-environment' | 'allowed' | 'refused'

export interface OperationWithChoice {
  readonly id: OperationId
  readonly methods: readonly SignatureMethod[]
}

/** Operations that may be signed in more than one way (addendum 5). */
export const operationsWithChoice: readonly OperationWithChoice[] = operationIds.flatMap((id) => {
  const { authentication } = operations[id]
  if (authentication.kind !== 'oauth' || authentication.methods.length < 2) return []
  return [{ id, methods: authentication.methods }]
})

/** A new profile, with what is most usual filled in. */
export function emptyForm(): ProfileForm {
  return {
    name: '', environment: 'staging', gatewayKind: 'address', baseUrl: '', productWord: 'gw', login: '',
    entryPoints: [{ kind: 'endpoint', id: '', currency: '' }], keyId: '',
    choices: choicesOf(defaultSwitches), signatureMethods: {}, paths: [],
    cardEntry: 'by-environment', route: 'system', proxyUrl: '', authorities: [],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, limits: [], stepUp: true, outsideConfirmation: true,
  }
}

/** A profile as its form shows it. */
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
    stepUp: profile.stepUp !== 'off',
    outsideConfirmation: profile.outsideConfirmation !== 'off',
  }
}

/** The draft that the form stands for; whether it is right is `draftProblems`' and main's to say. */
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
    switches: {
      ...switchesFrom(form.choices),
      signatureMethods: form.signatureMethods,
      paths: Object.fromEntries(form.paths.flatMap(({ operation, path }) => (operation === '' ? [] : [[operation, path.trim()]]))),
    },
  }
}

/** What differs from a profile that asks for everything and has no limits; the questions are production's alone. */
function protectionFrom(form: ProfileForm): Pick<ProfileDraft, 'limits' | 'stepUp' | 'outsideConfirmation'> {
  const asks = form.environment === 'production'
  return {
    ...(form.limits.length > 0 && { limits: limitsFrom(form.limits, switchesFrom(form.choices).minorUnitDigits) }),
    ...(asks && !form.stepUp && { stepUp: 'off' }),
    ...(asks && !form.outsideConfirmation && { outsideConfirmation: 'off' }),
  }
}

/** What differs from the system's way; the built-in gateway is reached without a network. */
function networkFrom(form: ProfileForm): Pick<ProfileDraft, 'route' | 'authorities'> {
  if (form.gatewayKind === 'built-in') return {}
  return {
    ...(form.route === 'direct' && { route: { kind: 'direct' } }),
    ...(form.route === 'proxy' && { route: { kind: 'proxy', url: form.proxyUrl.trim() } }),
    ...(form.authorities.length > 0 && { authorities: form.authorities }),
  }
}
