import type { KeyId, Masked } from '#shared/brands.ts'
import { authorizationHeader, type OAuthIdentity } from '#shared/gateway/signing/oauth.ts'
import type { SignatureMethod } from '#shared/gateway/operations/operations.ts'
import {
  baseStringOf, bodyWithControl, bodyWithOAuth, controlTextOf, maskedBaseString, maskedControlText, signatureMethodOf,
  type UnsignedRequest,
} from '#shared/gateway/requests/request.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SignedRequest } from '../../gateway/port.ts'
import type { SigningFor } from '../../vault/port.ts'
import type { BuiltInGateway } from './built-in-gateway.ts'
import { connectionSettingsOf, type Target } from './target.ts'
import type { Services } from '../services.ts'

/** A request with its authentication, and the masked text that was signed. */
export interface Signed {
  readonly request: SignedRequest
  readonly signedText: Masked
  /** The key that signed; null for a request that a control secret authenticates. */
  readonly keyId: KeyId | null
}

export type Sign = (request: UnsignedRequest, target: Target) => Promise<Result<Signed, Failure>>

/** The dependencies of signing: the vault, and the key of the built-in gateway. */
export interface Signing {
  readonly services: Services
  readonly builtIn: BuiltInGateway
}

/** Creates the signer. The texts are composed here, then hashed and signed in the vault. */
export function signer(signing: Signing): Sign {
  return async (request, target) => request.operation.authentication.kind === 'control'
    ? await signWithControl(signing.services, request, target)
    : await signWithOAuth(signing, request, target)
}

async function signWithControl(
  services: Services, request: UnsignedRequest, target: Target,
): Promise<Result<Signed, Failure>> {
  const control = await services.vault.control({
    secretId: target.profile.id,
    ...signingFor(target),
    textBeforeSecret: controlTextOf(request),
  })
  if (!control.ok) return control
  return success({
    request: { ...toSend(request, target), authorization: null, body: bodyWithControl(request, control.value) },
    signedText: maskedControlText(request),
    keyId: null,
  })
}

async function signWithOAuth(
  signing: Signing, request: UnsignedRequest, target: Target,
): Promise<Result<Signed, Failure>> {
  const identity = freshIdentity(signing.services, target, signatureMethodOf(request.operation, request.switches))
  const signature = await signBaseString(signing, target, identity.method, baseStringOf(request, identity))
  if (!signature.ok) return signature
  const key = identity.method === 'HMAC-SHA1' ? success(null) : await keyOf(signing, target)
  if (!key.ok) return key
  return success({
    request: {
      ...toSend(request, target),
      authorization: authorizationHeader(identity, signature.value),
      body: bodyWithOAuth(request, identity),
    },
    signedText: maskedBaseString(request, identity),
    keyId: key.value,
  })
}

/** The signer's identity, with a new nonce of 128 random bits and the time in seconds (§5.2, addendum 5). */
export function freshIdentity(services: Services, target: Target, method: SignatureMethod): OAuthIdentity {
  return {
    consumerKey: target.profile.login,
    nonce: services.system.randomHex(16),
    timestamp: String(Math.floor(services.system.now() / 1_000)),
    method,
  }
}

/** Has the vault sign a base string with the profile's key or secret. */
export async function signBaseString(
  signing: Signing, target: Target, method: SignatureMethod, baseString: string,
): Promise<Result<string, Failure>> {
  const { services } = signing
  const { profile } = target
  if (method === 'HMAC-SHA1') {
    return await services.vault.signHmacSha1({ secretId: profile.id, ...signingFor(target), baseString })
  }
  const key = await keyOf(signing, target)
  if (!key.ok) return key
  if (key.value === null) return failed({ code: 'profile-without-key' })
  return await services.vault.signRsaSha256({ keyId: key.value, ...signingFor(target), baseString })
}

async function keyOf({ builtIn }: Signing, { profile }: Target): Promise<Result<KeyId | null, Failure>> {
  return profile.gateway.kind === 'built-in' ? await builtIn.signingKey() : success(profile.keyId)
}

/** The merchant and environment that the vault signs for. It refuses a secret or key of any other. */
export function signingFor({ profile, merchant }: Target): SigningFor {
  return { environment: profile.environment, merchant }
}

function toSend(request: UnsignedRequest, target: Target): Omit<SignedRequest, 'authorization' | 'body'> {
  return {
    operation: request.operation.id,
    url: request.url,
    productWord: target.context.productWord,
    connectionSettings: connectionSettingsOf(target.profile),
    asked: {
      merchantOrderId: request.values.merchantOrderId ?? null,
      orderId: request.values.orderId ?? null,
      serialNumber: request.values.serialNumber ?? null,
    },
  }
}
