/** Builds the inspector's view from a request with plain values and the vault's results. */
import type { Masked } from '#shared/brands.ts'
import { secretToken } from '#shared/gateway/signing/control.ts'
import { printForm, type Pair } from '#shared/gateway/encoding/form.ts'
import { builtFromMasked } from '#shared/gateway/requests/masking.ts'
import {
  authorizationHeader, baseString, baseStringUrl, oauthParameters, parameterString, sortedEncodedPairs,
  type OAuthIdentity,
} from '#shared/gateway/signing/oauth.ts'
import { percentEncode } from '#shared/gateway/encoding/percent.ts'
import { controlParts, maskRequest, type UnsignedRequest } from '#shared/gateway/requests/request.ts'
import { placeholders } from '#shared/inspector/placeholders.ts'
import type { Inspection } from '#shared/model/answers/inspection.ts'

/** A control or signature: computed, withheld because it could move money, or absent without secret or key. */
export type Computed =
  | { readonly kind: 'computed'; readonly value: string }
  | { readonly kind: 'withheld' }
  | { readonly kind: 'absent' }

export type Steps = Omit<Inspection, 'trimmed' | 'problems' | 'withheld'>

/** The steps of a request signed with a control (§5.1). */
export function inspectControl(request: UnsignedRequest, control: Computed): Steps {
  const masked = maskRequest(request)
  const parts = controlParts(masked)
  const shown = valueOr(control, placeholders.control)
  return {
    ...common(masked),
    signing: {
      kind: 'control',
      parts: parts.map(({ label, value }) => ({ label, value: builtFromMasked(value) })),
      text: builtFromMasked(parts.map((part) => part.value).join('') + secretToken),
      control: control.kind === 'computed' ? control.value : null,
    },
    headers: named([contentType]),
    body: builtFromMasked(printForm([...masked.pairs, ['control', shown]])),
  }
}

/** The steps of a request signed with OAuth 1.0a (§5.2). */
export function inspectOAuth(request: UnsignedRequest, identity: OAuthIdentity, signature: Computed): Steps {
  const masked = maskRequest(request)
  const oauth = oauthParameters(identity)
  const parameters: Pair[] = [...masked.pairs, ...oauth]
  const authorization = authorizationHeader(identity, valueOr(signature, placeholders.signature))
  const computed = signature.kind === 'computed' ? signature.value : null
  return {
    ...common(masked),
    signing: {
      kind: 'oauth',
      signatureMethod: identity.method,
      nonce: identity.nonce,
      timestamp: identity.timestamp,
      parameters: named(parameters),
      encoded: named(parameters.map(([name, value]) => [percentEncode(name), percentEncode(value)])),
      sorted: named(sortedEncodedPairs(parameters)),
      parameterString: builtFromMasked(parameterString(parameters)),
      baseStringUrl: baseStringUrl(request.url),
      baseString: builtFromMasked(baseString('POST', request.url, parameters)),
      signature: computed,
      signatureHex: computed === null ? null : Buffer.from(computed, 'base64').toString('hex'),
      authorization,
    },
    headers: named([contentType, ['Authorization', authorization]]),
    body: builtFromMasked(printForm([...masked.pairs, ...(request.switches.oauthParametersInBody ? oauth : [])])),
  }
}

const contentType: Pair = ['Content-Type', 'application/x-www-form-urlencoded']

function common(masked: UnsignedRequest): Pick<Steps, 'operation' | 'method' | 'url' | 'fields'> {
  return { operation: masked.operation.id, method: 'POST', url: masked.url, fields: named(masked.pairs) }
}

function named(pairs: readonly Pair[]): { name: string; value: Masked }[] {
  return pairs.map(([name, value]) => ({ name, value: builtFromMasked(value) }))
}

function valueOr(computed: Computed, placeholder: string): string {
  return computed.kind === 'computed' ? computed.value : placeholder
}
