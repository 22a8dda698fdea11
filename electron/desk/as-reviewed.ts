import { isDeepStrictEqual } from 'node:util'
import { composeRequest } from '#shared/gateway/request.ts'
import type { Reviewed } from './intents.ts'
import type { Place } from './place.ts'
import { viaOf } from './via.ts'

/**
 * True when a reviewed deed would leave as it was reviewed: the same request to the same address, signed with the same
 * secret or key, over the same way. A profile that was edited in one of these, or a gateway that moved, makes it false;
 * a new name or another endpoint of the profile does not.
 */
export function isAsReviewed({ deed, request }: Reviewed, now: Place): boolean {
  return isDeepStrictEqual(composeRequest(deed.operation, deed.values, now.context), request)
    && isDeepStrictEqual(wayOf(now), wayOf(deed.place))
}

/** Who signs, with what, and how it leaves. */
function wayOf({ profile, entryPoint, context: { productWord } }: Place) {
  const { id, environment, login, gateway, keyId } = profile
  return { id, environment, login, gateway, keyId, via: viaOf(profile), entryPoint, productWord }
}
