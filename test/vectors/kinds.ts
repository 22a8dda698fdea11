/** The results of the product's own modules for a vector's input, one function per kind. */
import { createPrivateKey } from 'node:crypto'
import { callbackTextBeforeSecret, digestMatches } from '#shared/gateway/callbacks/callback.ts'
import { fieldKeys, fields as dictionary, type FieldKey } from '#shared/gateway/fields/fields.ts'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { toMinorUnits } from '#shared/gateway/numbers/money.ts'
import {
  authorizationHeader, baseString, baseStringUrl, parameterString, parseAuthorizationHeader,
} from '#shared/gateway/signing/oauth.ts'
import { isOperationId, operations, type Operation } from '#shared/gateway/operations/operations.ts'
import { percentEncode } from '#shared/gateway/encoding/percent.ts'
import { classifyReply, readReply } from '#shared/gateway/replies/reply.ts'
import { composeRequest, controlTextOf, wireName } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { normaliseValues } from '#shared/gateway/requests/validation.ts'
import { controlDigest, hmacSha1, rsaSha256 } from '../../electron/vault/signing/request-signatures.ts'
import { Input } from './input.ts'

/** Results by their names in `expected`; computed only on request. */
export type Results = { readonly [name: string]: () => unknown }

export const kinds: { readonly [kind: string]: (input: Input) => Results } = {
  control: controlResults,
  callback: (input) => ({
    digestMatches: () => {
      const received = Object.entries(input.texts('fields'))
      const expected = controlDigest(callbackTextBeforeSecret(received), Buffer.from(input.text('merchantControl')))
      return digestMatches(input.texts('fields').control ?? '', expected)
    },
  }),
  amount: (input) => ({
    minor: () => {
      const minor = toMinorUnits(input.text('amount'), input.number('exponent'))
      return minor.ok ? minor.value : `refused: ${minor.failure.code}`
    },
  }),
  'percent-encode': (input) => ({ encoded: () => percentEncode(input.text('value')) }),
  'base-string': (input) => ({
    parameter_string: () => parameterString(input.pairs('params')),
    base_string: () => baseString(input.text('method'), input.text('url'), input.pairs('params')),
    base_string_uri: () => baseStringUrl(input.text('url')),
  }),
  'oauth-signature': signatureResults,
  response: (input) => {
    const reply = readReply({
      httpStatus: input.number('httpStatus'), contentType: input.optionalText('contentType') ?? '', body: input.text('body'),
    }, input.optionalText('productWord') ?? 'gw')
    return { fields: () => Object.fromEntries(reply.fields.toReversed()), outcome: () => classifyReply(reply) }
  },
}

const operationByVectorName: { readonly [name: string]: string } = { 'recurrent-preauth': 'recurrent-preauthorisation' }

function controlResults(input: Input): Results {
  const name = input.text('operation')
  const id = operationByVectorName[name] ?? name
  if (!isOperationId(id)) throw new Error(`there is no operation ${name}`)
  const operation = operations[id]
  const sent = input.texts('fields')
  const switchedOff = input.optional('switches')?.optional('recurrentControlStartsWithEndpoint')?.value === false
  const groupId = input.optionalText('endpointGroupId')
  const request = composeRequest(operation, normaliseValues(operation, valuesByKey(operation, sent)), {
    baseUrl: 'https://gateway.invalid',
    productWord: 'gw',
    login: (sent.login ?? '').trim(),
    entryPoint: groupId === null
      ? { kind: 'endpoint', id: input.optionalText('endpointId') ?? '', currency: (sent.currency ?? 'USD').trim() }
      : { kind: 'group', id: groupId },
    switches: { ...defaultSwitches, recurrentControlStartsWithEntryPoint: !switchedOff },
  })
  if (request === null) throw new Error(`${name} takes no endpoint group`)
  const text = controlTextOf(request)
  const secret = input.text('merchantControl')
  return { text: () => text + secret, control: () => controlDigest(text, Buffer.from(secret)) }
}

/** Fields by their key, named as in the operation or as in the dictionary. */
function valuesByKey(operation: Operation, sent: { readonly [wire: string]: string }): { [Key in FieldKey]?: string } {
  const named = new Map<string, FieldKey>(fieldKeys.map((key) => [dictionary[key].wire, key]))
  for (const use of operation.fields) named.set(wireName(use, defaultSwitches), use.key)
  const values: { [Key in FieldKey]?: string } = {}
  for (const [wire, value] of Object.entries(sent)) {
    const key = named.get(wire)
    if (key !== undefined) values[key] = value
  }
  return values
}

function signatureResults(input: Input): Results {
  const base = () => input.optionalText('base_string')
    ?? baseString(input.text('method'), input.text('url'), input.pairs('params'))
  const signature = () => {
    switch (input.text('signatureMethod')) {
      case 'RSA-SHA256': return rsaSha256(base(), createPrivateKey(input.text('private_key_pem')))
      case 'HMAC-SHA1':
        return hmacSha1(base(), Buffer.from(input.text('consumer_secret')), input.optionalText('token_secret') ?? '')
      default: throw new Error(`the product has no signature method ${input.text('signatureMethod')}`)
    }
  }
  return {
    parameter_string: () => parameterString(input.pairs('params')),
    base_string: base,
    signature_base64: signature,
    signature_hex: () => Buffer.from(signature(), 'base64').toString('hex'),
    authorization: () => authorizationOf(input.pairs('params'), input.text('signatureMethod'), signature()),
  }
}

function authorizationOf(parameters: readonly Pair[], method: string, signature: string): string {
  const oauth = (name: string) => parameters.find(([candidate]) => candidate === name)?.[1] ?? ''
  if (method !== 'RSA-SHA256' && method !== 'HMAC-SHA1') throw new Error(`the product has no signature method ${method}`)
  return authorizationHeader({
    consumerKey: oauth('oauth_consumer_key'), nonce: oauth('oauth_nonce'), timestamp: oauth('oauth_timestamp'), method,
  }, signature)
}

/** A header for the comparison: its parameters in any order, without the optional realm. */
export function authorizationParameters(header: unknown): unknown {
  const parameters = typeof header === 'string' ? parseAuthorizationHeader(header) : null
  return parameters === null ? header : Object.fromEntries(parameters.filter(([name]) => name !== 'realm'))
}
