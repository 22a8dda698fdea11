/** The changes of a profile, part by part with old and new values, in the words of the audit trail. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Certificate, KeyId } from '#shared/brands.ts'
import { operationIds } from '#shared/gateway/operations/operations.ts'
import { defaultSwitches, type Switches } from '#shared/gateway/operations/switches.ts'
import { normaliseBaseUrl } from '#shared/model/values/base-url.ts'
import { normaliseProxyUrl } from '#shared/model/profiles/network-rules.ts'
import { allowsCardEntry } from '#shared/model/profiles/profile-rules.ts'
import { batchPace, type CurrencyLimits, type EntryPoint, type NetworkRoute, type ProfileDraft } from '#shared/model/profiles/profile.ts'
import { minorUnitsShown } from '#shared/shown-amount.ts'
import { certificateInWords } from '../../common/signatures/certificates.ts'

/** The name of a key for a person: name and fingerprint; its id if it cannot be read. */
export type KeyName = (keyId: KeyId) => string

/** The changes from one draft to the other: "login: acme → acme-2"; empty without changes. */
export function profileChanges(before: ProfileDraft, after: ProfileDraft, keyName: KeyName): string[] {
  return [
    ...changesOf(plainParts(before, keyName), plainParts(after, keyName)),
    ...authorityChanges(before.authorities, after.authorities),
    ...entryPointChanges(before.entryPoints, after.entryPoints),
    ...changesOf(switchParts(before.switches), switchParts(after.switches)),
    ...changesOf(limitParts(before), limitParts(after)),
    ...changesOf(letterheadParts(before), letterheadParts(after)),
  ]
}

/** The facts of a new profile besides those that identify it, as changes from an empty profile. */
export function newProfileFacts(draft: ProfileDraft, keyName: KeyName): string[] {
  const {
    cardEntry: _cardEntry, route: _route, authorities: _authorities, timeZone: _zone, limits: _limits,
    batches: _batches, stepUp: _stepUp, outsideConfirmation: _box, letterhead: _letterhead, ...rest
  } = draft
  return profileChanges({ ...rest, entryPoints: [], keyId: null, switches: defaultSwitches }, draft, keyName)
}

/** The address of a profile's gateway, as in the profile. */
export function gatewayInWords({ gateway }: Pick<ProfileDraft, 'gateway'>): string {
  if (gateway.kind === 'built-in') return 'built-in sandbox'
  return normaliseBaseUrl(gateway.baseUrl) ?? withoutUser(gateway.baseUrl)
}

/** Parts by name, each with its value in words. */
type Parts = Readonly<Record<string, string>>

const none = '(none)'
const asDocumented = 'as documented'

const switchNames = {
  recurrentControlStartsWithEntryPoint: 'control of a recurrent payment starts with the entry point',
  recurrentPath: 'name of the recurrent path',
  oauthParametersInBody: 'OAuth parameters in the body',
  browserFieldNames: 'names of the browser fields',
  expireYearDigits: 'digits of the expiry year',
  minorUnitDigits: 'digits of minor units',
  statusAmountIs: 'amount of a status reply',
  statusOfVersion4Orders: 'status request of version 4 orders',
  sendSecondCardNumberField: 'second card number field sent',
} as const satisfies Record<Exclude<keyof Switches, 'paths' | 'signatureMethods'>, string>

function plainParts(draft: ProfileDraft, keyName: KeyName): Parts {
  const pace = batchPace(draft)
  return {
    'name': draft.name,
    'environment': draft.environment,
    'base URL': gatewayInWords(draft),
    'product word': draft.productWord,
    'login': draft.login,
    'signing key': draft.keyId === null ? none : keyName(draft.keyId),
    'card entry allowed': yesOrNo(allowsCardEntry(draft)) + (draft.cardEntry === undefined ? ' (by environment)' : ''),
    'route to the gateway': routeInWords(draft.route ?? { kind: 'system' }),
    'time zone': draft.timeZone ?? none,
    'requests per second in a batch': String(pace.perSecond ?? 'unlimited'),
    'requests at the same time in a batch': String(pace.atOnce),
    'passphrase again before payments': draft.stepUp ?? 'on',
    'message box of the system before payments': draft.outsideConfirmation ?? 'on',
  }
}

function switchParts(switches: Switches): Parts {
  const keys = Object.keys(switchNames) as (keyof typeof switchNames)[]
  return Object.fromEntries([
    ...keys.map((key) => [switchNames[key], inWords(switches[key])]),
    ...operationIds.map((id) => [`path of ${id}`, switches.paths[id] ?? asDocumented]),
    ...operationIds.map((id) => [`signature method of ${id}`, switches.signatureMethods[id] ?? asDocumented]),
  ]) as Parts
}

const limitNames = {
  charge: 'charge', refund: 'refund', payout: 'payout', batch: 'batch', chargesOfADay: 'charges of a day',
  refundsOfADay: 'refunds of a day', payoutsOfADay: 'payouts of a day',
} as const satisfies Record<Exclude<keyof CurrencyLimits, 'currency'>, string>

/** Limits by currency, as money in the minor units of the profile, on which their value depends. */
export function limitsInWords(
  { limits = [], switches }: Pick<ProfileDraft, 'limits' | 'switches'>,
): { readonly [currency: string]: Parts } {
  const kinds = Object.keys(limitNames) as (keyof typeof limitNames)[]
  return Object.fromEntries(limits.map((limit) => [limit.currency, Object.fromEntries(kinds.map((kind) => [
    limitNames[kind],
    limit[kind] === null ? 'unlimited' : minorUnitsShown(limit[kind], limit.currency, switches.minorUnitDigits),
  ]))]))
}

function limitParts(draft: ProfileDraft): Parts {
  return Object.fromEntries(Object.entries(limitsInWords(draft)).flatMap(([currency, parts]) =>
    Object.entries(parts).map(([name, value]) => [`limit of ${currency}, ${name}`, value])))
}

function letterheadParts({ letterhead }: ProfileDraft): Parts {
  if (letterhead === undefined) return {}
  const { name, address, contact, logo } = letterhead
  return {
    'name on documents': name,
    'address on documents': address.replaceAll('\n', ', ') || none,
    'contact on documents': contact || none,
    'logo on documents': logo === null ? none : logoInWords(logo),
  }
}

/** A logo by its size and digest: "PNG of 1,234 bytes, SHA-256 0a1b2c3d4e5f6a7b". */
export function logoInWords(logo: string): string {
  const png = Buffer.from(logo, 'base64')
  return `PNG of ${png.length} bytes, SHA-256 ${createHash('sha256').update(png).digest('hex').slice(0, 16)}`
}

/** Authorities that are no longer trusted, then those that are newly trusted. */
function authorityChanges(before: ProfileDraft['authorities'] = [], after: ProfileDraft['authorities'] = []): string[] {
  const inWordsWhere = (what: string, some: readonly Certificate[], others: readonly Certificate[]): string[] =>
    some.filter((one) => !others.includes(one)).map((one) => `certificate authority ${what}: ${certificateInWords(one)}`)
  return [...inWordsWhere('removed', before, after), ...inWordsWhere('added', after, before)]
}

/** Entry points by kind and id. Another currency is a change of the endpoint. */
function entryPointChanges(before: readonly EntryPoint[], after: readonly EntryPoint[]): string[] {
  const [had, has] = [byName(before), byName(after)]
  const added = [...has.keys()].filter((name) => !had.has(name)).map((name) => `added ${name}${has.get(name) ?? ''}`)
  const removed = [...had.keys()].filter((name) => !has.has(name)).map((name) => `removed ${name}${had.get(name) ?? ''}`)
  const changed = [...has.keys()].filter((name) => had.has(name) && had.get(name) !== has.get(name))
    .map((name) => `${name}${had.get(name) ?? ''} → ${name}${has.get(name) ?? ''}`)
  const all = [...added, ...removed, ...changed]
  if (all.length > 0) return [`entry points: ${all.join(', ')}`]
  return isDeepStrictEqual(before, after) ? [] : ['entry points: order changed']
}

/** "endpoint 1001" with its currency, " (USD)"; a group has none. */
function byName(entryPoints: readonly EntryPoint[]): Map<string, string> {
  return new Map(entryPoints.map((entryPoint) =>
    [`${entryPoint.kind} ${entryPoint.id}`, entryPoint.kind === 'endpoint' ? ` (${entryPoint.currency})` : '']))
}

function changesOf(before: Parts, after: Parts): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? none} → ${after[name] ?? none}`)
}

function routeInWords(route: NetworkRoute): string {
  switch (route.kind) {
    case 'system': return 'system'
    case 'direct': return 'direct'
    case 'proxy': return `proxy ${normaliseProxyUrl(route.url) ?? withoutUser(route.url)}`
  }
}

// SECURITY: the line is written before the profile is checked. An address with a user name is refused, but appears in
// the line.
function withoutUser(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1XXX@')
}

function inWords(value: string | number | boolean): string {
  return typeof value === 'boolean' ? yesOrNo(value) : String(value)
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
