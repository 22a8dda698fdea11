import { isDeepStrictEqual } from 'node:util'
import { composeRequest } from '#shared/gateway/request.ts'
import type { Reviewed } from './intents.ts'
import { connectionSettingsOf, type Target } from '../requests/index.ts'

/**
 * True when a reviewed deed would leave as it was reviewed: the same request to the same address, signed with the same
 * secret or key, over the same way. A profile that was edited in one of these, or a gateway that moved, makes it false;
 * a new name or another endpoint of the profile does not.
 */
export function isAsReviewed({ operationRequest, request }: Reviewed, now: Target): boolean {
  return isDeepStrictEqual(composeRequest(operationRequest.operation, operationRequest.values, now.context), request)
    && isDeepStrictEqual(wayOf(now), wayOf(operationRequest.target))
}

/** Who signs, with what, and how it leaves. */
function wayOf({ profile, entryPoint, context: { productWord } }: Target) {
  const { id, environment, login, gateway, keyId } = profile
  const connectionSettings = connectionSettingsOf(profile)
  return { id, environment, login, gateway, keyId, connectionSettings, entryPoint, productWord }
}
