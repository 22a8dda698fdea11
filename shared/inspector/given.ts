/** A pasted request, parsed as the gateway would: decoded, with its authentication, not trimmed. */
import { isCurrencyCode } from '../gateway/numbers/currencies.ts'
import { fieldKeys, fields, type FieldKey } from '../gateway/fields/fields.ts'
import { firstValue, parseForm, type Pair } from '../gateway/encoding/form.ts'
import { parseAuthorizationHeader } from '../gateway/signing/oauth.ts'
import { percentEncode } from '../gateway/encoding/percent.ts'
import { operations, type Operation, type OperationId } from '../gateway/operations/operations.ts'
import { wireName } from '../gateway/requests/request.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import type { Pasted } from './reading/pasted.ts'
import { recogniseUrl } from './recognise.ts'

export interface GivenRequest {
  readonly pasted: Pasted
  readonly method: string
  /** Null if the text contains none. */
  readonly url: string | null
  readonly operation: Operation | null
  readonly entryPointId: string | null
  readonly entryPointSegment: string | null
  readonly rawBody: string
  /** The parameters of the body except the OAuth ones. */
  readonly body: readonly Pair[]
  /** The OAuth parameters to sign: the header's, otherwise the body's. */
  readonly oauth: readonly Pair[]
  readonly header: readonly Pair[]
  /** `oauth_signature` from the header, otherwise from the body, before percent-decoding; null if there is none. */
  readonly rawSignature: string | null
  readonly control: string | null
  readonly authentication: 'control' | 'oauth' | null
  /** True for requests from the gateway, whose control has its own recipe (§6). */
  readonly isCallback: boolean
}

/** A person's hints about an ambiguous request. */
export interface GivenHints {
  readonly operation: OperationId | null
  readonly endpointId: string | null
}

/** Reads a pasted request. Never throws; missing parts are null. */
export function readGiven(pasted: Pasted, hints: GivenHints, switches: Switches): GivenRequest {
  const headerText = pasted.headers.filter(([name]) => name.toLowerCase() === 'authorization')
    .map(([, value]) => value).find((value) => /^\s*OAuth\s/i.test(value)) ?? null
  const header = headerText === null ? [] : readHeader(headerText)
  const rawBody = pasted.body ?? ''
  const pairs = isJson(rawBody) ? [] : parseForm(rawBody)
  const recognised = pasted.url === null ? null : recogniseUrl(pasted.url, switches)
  const operation = hints.operation === null ? recognised?.operation ?? null : operations[hints.operation]
  const isCallback = pasted.form === 'callback' && operation === null
  const inBody = pairs.filter(([name]) => isOAuth(name))
  const inHeader = header.filter(([name]) => isOAuth(name))
  const control = firstValue(pairs, 'control') ?? null
  const signed = inHeader.length > 0 || inBody.length > 0 || pasted.baseString !== null
  return {
    pasted, method: pasted.method ?? 'POST', url: pasted.url, operation,
    entryPointId: hints.endpointId ?? recognised?.entryPointId ?? null,
    entryPointSegment: recognised?.entryPointSegment ?? null,
    rawBody, header,
    body: pairs.filter(([name]) => !isOAuth(name) && name !== 'oauth_signature'),
    oauth: inHeader.length > 0 ? inHeader : inBody,
    rawSignature: rawSignatureIn(headerText) ?? signatureInBody(pairs),
    control,
    authentication: signed ? 'oauth' : control !== null || pasted.controlText !== null || isCallback ? 'control'
      : operation?.authentication.kind ?? null,
    isCallback,
  }
}

/** A field's value by its key, under its wire name in the operation or the dictionary; undefined if absent. */
export function sentValue(given: GivenRequest, key: FieldKey, switches: Switches): string | undefined {
  const use = given.operation?.fields.find((one) => one.key === key)
  const names = [use === undefined ? fields[key].wire : wireName(use, switches), fields[key].wire]
  if (key === 'merchantOrderId') names.push('client_orderid', 'client-order-id')
  return names.map((name) => firstValue(given.body, name)).find((value) => value !== undefined)
}

/** The key of a wire name in a request; null for a name that is not in the dictionary. */
export function keyOfWireName(given: GivenRequest, name: string, switches: Switches): FieldKey | null {
  return wireNames(given.operation, switches).get(name) ?? null
}

const known = new WeakMap<Switches, Map<Operation | null, ReadonlyMap<string, FieldKey>>>()

/** Keys by wire name; names of the operation take precedence over those of the dictionary. */
function wireNames(operation: Operation | null, switches: Switches): ReadonlyMap<string, FieldKey> {
  const ofSwitches = known.get(switches) ?? new Map<Operation | null, ReadonlyMap<string, FieldKey>>()
  known.set(switches, ofSwitches)
  const found = ofSwitches.get(operation) ?? new Map<string, FieldKey>([
    ['client-order-id', 'merchantOrderId'],
    ...fieldKeys.toReversed().map((key) => [fields[key].wire, key] as const),
    ...(operation?.fields ?? []).toReversed().map((use) => [wireName(use, switches), use.key] as const),
  ])
  ofSwitches.set(operation, found)
  return found
}

/** The currency of a request's amount, otherwise that of the endpoint; null if neither is known. */
export function currencyOf(given: GivenRequest, switches: Switches, ofEndpoint: string | null): string | null {
  const sent = sentValue(given, 'currency', switches)?.trim()
  return sent !== undefined && isCurrencyCode(sent.toUpperCase()) ? sent.toUpperCase() : ofEndpoint
}

function isOAuth(name: string): boolean {
  return name.startsWith('oauth_') && name !== 'oauth_signature'
}

function isJson(body: string): boolean {
  return /^\s*[{[]/.test(body)
}

/** Reads also a header in a slightly wrong form. */
function readHeader(text: string): Pair[] {
  const strict = parseAuthorizationHeader(text)
  if (strict !== null) return strict
  return [...text.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^",\s]+))/g)]
    .map(([, name = '', ...values]): Pair => [name, decoded(values.find((one) => one !== undefined) ?? '')])
}

function decoded(text: string): string {
  return parseAuthorizationHeader(`OAuth v="${text.replaceAll('"', '')}"`)?.[0]?.[1] ?? text
}

/** Encoded again, because the form's own encoding does not matter for the signature. */
function signatureInBody(pairs: readonly Pair[]): string | null {
  const signature = firstValue(pairs, 'oauth_signature')
  return signature === undefined ? null : percentEncode(signature)
}

function rawSignatureIn(header: string | null): string | null {
  return header === null ? null : /oauth_signature\s*=\s*(?:"([^"]*)"|'([^']*)'|([^",\s]+))/i.exec(header)?.slice(1).find((one) => one !== undefined) ?? null
}
