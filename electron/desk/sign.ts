import type { Masked } from '#shared/brands.ts'
import { authorizationHeader, type OAuthIdentity } from '#shared/gateway/oauth.ts'
import type { SignatureMethod } from '#shared/gateway/operations.ts'
import {
  baseStringOf, bodyWithControl, bodyWithOAuth, controlTextOf, maskedBaseString, maskedControlText, signatureMethodOf,
  type UnsignedRequest,
} from '#shared/gateway/request.ts'
import type { Failure } from '#shared/model/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SignedRequest } from '../gateway/port.ts'
import type { SigningFor } from '../vault/port.ts'
import type { BuiltInGateway } from './built-in-gateway.ts'
import type { Place } from './place.ts'
import type { Rooms } from './rooms.ts'
import { viaOf } from './via.ts'

/** A request with its authentication, and what may be shown and kept of the text that was signed. */
export interface Signed {
  readonly request: SignedRequest
  readonly signedText: Masked
}

export type Sign = (request: UnsignedRequest, place: Place) => Promise<Result<Signed, Failure>>

/** Makes the signer: the texts are composed here, hashed and signed in the vault. */
export function signer(rooms: Rooms, builtIn: BuiltInGateway): Sign {
  return async (request, place) => request.operation.authentication.kind === 'control'
    ? await signWithControl(rooms, request, place)
    : await signWithOAuth(rooms, builtIn, request, place)
}

async function signWithControl(rooms: Rooms, request: UnsignedRequest, place: Place): Promise<Result<Signed, Failure>> {
  const control = await rooms.vault.control({
    secretId: place.profile.id,
    ...signingFor(place),
    textBeforeSecret: controlTextOf(request),
  })
  if (!control.ok) return control
  return success({
    request: { ...toSend(request, place), authorization: null, body: bodyWithControl(request, control.value) },
    signedText: maskedControlText(request),
  })
}

async function signWithOAuth(
  rooms: Rooms, builtIn: BuiltInGateway, request: UnsignedRequest, place: Place,
): Promise<Result<Signed, Failure>> {
  const identity = freshIdentity(rooms, place, signatureMethodOf(request.operation, request.switches))
  const signature = await signBaseString(rooms, builtIn, place, identity.method, baseStringOf(request, identity))
  if (!signature.ok) return signature
  return success({
    request: {
      ...toSend(request, place),
      authorization: authorizationHeader(identity, signature.value),
      body: bodyWithOAuth(request, identity),
    },
    signedText: maskedBaseString(request, identity),
  })
}

/** Who signs, with a fresh nonce of 128 random bits and the time in seconds (§5.2, addendum 5). */
export function freshIdentity(rooms: Rooms, place: Place, method: SignatureMethod): OAuthIdentity {
  return {
    consumerKey: place.profile.login,
    nonce: rooms.computer.randomHex(16),
    timestamp: String(Math.floor(rooms.computer.now() / 1_000)),
    method,
  }
}

/** Has the vault sign a base string with the profile's key or secret. */
export async function signBaseString(
  rooms: Rooms, builtIn: BuiltInGateway, place: Place, method: SignatureMethod, baseString: string,
): Promise<Result<string, Failure>> {
  const { profile } = place
  if (method === 'HMAC-SHA1') {
    return await rooms.vault.signHmacSha1({ secretId: profile.id, ...signingFor(place), baseString })
  }
  const key = profile.gateway.kind === 'built-in' ? await builtIn.signingKey() : success(profile.keyId)
  if (!key.ok) return key
  if (key.value === null) return failed({ code: 'profile-without-key' })
  return await rooms.vault.signRsaSha256({ keyId: key.value, ...signingFor(place), baseString })
}

/** What the vault is asked to sign for: it refuses a secret or key of any other environment or merchant. */
export function signingFor({ profile, merchant }: Place): SigningFor {
  return { environment: profile.environment, merchant }
}

function toSend(request: UnsignedRequest, place: Place): Omit<SignedRequest, 'authorization' | 'body'> {
  return {
    operation: request.operation.id,
    url: request.url,
    productWord: place.context.productWord,
    via: viaOf(place.profile),
    asked: {
      merchantOrderId: request.values.merchantOrderId ?? null,
      orderId: request.values.orderId ?? null,
      serialNumber: request.values.serialNumber ?? null,
    },
  }
}
