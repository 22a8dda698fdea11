/** Correct requests, generated at random from a seed, and the mistakes that people make with them. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { printForm, type Pair } from '#shared/gateway/encoding/form.ts'
import { operationIds, operations, type Operation, type OperationId } from '#shared/gateway/operations/operations.ts'
import { percentEncode } from '#shared/gateway/encoding/percent.ts'
import { wireName } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { matchControls, matchHmacs } from '../../../electron/common/matching/match.ts'
import { diagnose } from '../../../electron/inspector/diagnose.ts'
import type { DiagnosisInput } from '../../../electron/inspector/diagnosis-input.ts'

export const login = 'Shop-Login'
export const secret = 'B17A5E55-0000-4000-8000-5ec2e7000001'
const endpointId = '22903'
export const otherEntryPoints = ['117', '22904']

/** Pseudo-random numbers below 1; the same seed gives the same numbers. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const words = ['coat', 'Größe', 'a b', 'x+y', '50%', 'a/b', "o'neil", '(new)', 'wow!', '*star*', 'tilde~', 'café', 'q=1&r=2',
  'under_score', 'dash-ed', 'e.g.', 'comma,', 'semi;', 'at@home', '日本', 'Straße 5', '€ 10', 'p%20q']

/** A correct request: its operation, URL and fields by wire name. */
export interface RightRequest {
  readonly operation: Operation
  readonly url: string
  readonly pairs: readonly Pair[]
}

/** A request of an operation with random values. */
export function rightRequest(id: OperationId, next: () => number, all = false): RightRequest {
  const operation = operations[id]
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!
  const group = operation.groupForm !== 'none' && next() < 0.3
  const segment = group && operation.groupForm === 'group-segment' ? `group/${endpointId}` : endpointId
  const chosen = operation.fields
    .filter((use) => use.key !== 'control')
    .filter((use) => all || use.need !== 'optional' || next() < 0.5)
  // With an amount the currency is mandatory.
  const isBoth = chosen.some(({ key }) => key === 'amount')
  const pairs: Pair[] = operation.fields.filter((use) => chosen.includes(use) || (isBoth && use.key === 'currency'))
    .map((use) => [wireName(use, defaultSwitches), valueOf(use.key, next, pick)])
  // Extra parameters that integrators add to the catalogue's.
  const extra: Pair[] = operation.authentication.kind === 'oauth' && next() < 0.6
    ? [['Zone', 'B'], ['a[b]', '1'], ['address', 'x y'], ['tag', 'two'], ['tag', 'one'], ['x', ' blank '], ['cafe\u0301', 'e\u0301']] : []
  const host = pick(['https://gate.example', 'https://Gate.Example', 'https://gate.example:8443', 'http://gate.example'])
  const end = pick(['', '', '/', '?lang=en&x=1'])
  return { operation, url: `${host}/${pick(['gw', 'gw', 'GateWord'])}/api${operation.path}${segment}${end}`, pairs: [...pairs, ...extra] }
}

function valueOf(key: FieldKey, next: () => number, pick: <Item>(items: readonly Item[]) => Item): string {
  const digits = (count: number) => Array.from({ length: count }, () => String(Math.floor(next() * 10))).join('').replace(/^0/, '7')
  switch (key) {
    case 'login': return login
    case 'amount': return `${digits(2)}.${pick(['15', '29', '10', '05', '99'])}`
    case 'currency': return pick(['USD', 'EUR', 'GBP'])
    case 'merchantOrderId': return `Inv-${digits(6)}${pick(['', 'é', '&b', '<c>', ' 2', '%20x', 'e\u0301'])}${pick(['', ' '])}`
    case 'orderId': return digits(17)
    case 'cardReference': return digits(7)
    case 'cardNumber': return '4111111111111111'
    case 'destinationCardNumber': return '5555555555554444'
    case 'cardVerificationValue': return '123'
    case 'email': return pick(['a.b@example.com', 'First+tag@example.com'])
    case 'customerIpAddress': return '203.0.113.9'
    case 'orderDescription': return `${pick(words)} & ${pick(words)} <${pick(words)}>`
    default: return fields[key].sensitivity === 'never' ? '12' : next() < 0.1 ? '' : `${pick(words)} ${pick(words)}`
  }
}

export const controlOperations = operationIds.filter((id) => operations[id].authentication.kind === 'control')
export const oauthOperations = operationIds.filter((id) => operations[id].authentication.kind === 'oauth')

export interface TestKey { readonly privateKey: KeyObject; readonly publicKey: KeyObject }

/** A throwaway key pair. */
export function testKey(bits: 2048 | 4096 = 2048): TestKey {
  return generateKeyPairSync('rsa', { modulusLength: bits })
}

/** The OAuth parameters of a request. */
export function oauthOf(next: () => number): Pair[] {
  return [
    ['oauth_consumer_key', login], ['oauth_nonce', String(next()).slice(2)], ['oauth_signature_method', 'RSA-SHA256'],
    ['oauth_timestamp', '1795250000'], ['oauth_version', '1.0'],
  ]
}

/** The request as raw HTTP, with a signature over `text`. */
export function signedHttp(request: RightRequest, oauth: readonly Pair[], text: string, key: TestKey): string {
  const signature = sign('sha256', Buffer.from(text), key.privateKey).toString('base64')
  return oauthHttp(request, oauth, signature)
}

/** The request as raw HTTP with a given signature. */
export function oauthHttp(request: RightRequest, oauth: readonly Pair[], signature: string): string {
  const header = [...oauth, ['oauth_signature', signature] as const]
    .map(([name, value]) => `${name}="${percentEncode(value)}"`).join(', ')
  return http(request.url, [`Authorization: OAuth ${header}`], printForm([...request.pairs, ...oauth]))
}

/** The request as raw HTTP with a control over bytes. */
export function controlHttp(request: RightRequest, bytes: Uint8Array): string {
  const control = createHash('sha1').update(bytes).digest('hex')
  return http(request.url, [], printForm([...request.pairs, ['control', control]]))
}

function http(url: string, headers: readonly string[], body: string): string {
  return [`POST ${url} HTTP/1.1`, 'Content-Type: application/x-www-form-urlencoded', ...headers, '', body].join('\n')
}

/** The input of a diagnosis besides the text. */
export function known(key: TestKey | null): Omit<DiagnosisInput, 'text'> {
  return {
    hints: { operation: null, endpointId: null }, switches: defaultSwitches,
    keys: key === null ? [] : [{ key: key.publicKey, causes: [] }],
    matchControl: async (control, candidates) => matchControls(control, [{ secret, causes: [] }], candidates),
    matchHmac: async (request) => matchHmacs(request, [{ secret, causes: [] }]),
    otherEntryPoints, endpointCurrency: null, limitMs: 20_000, now: Date.now(), nonceUse: null,
  }
}

export { diagnose }
