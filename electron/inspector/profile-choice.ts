/** Chooses the profile of a pasted request if no person chose it. */
import { readGiven, sentValue, type GivenHints } from '#shared/inspector/given.ts'
import type { Pasted } from '#shared/inspector/reading/pasted.ts'
import type { KnownProfile } from './port.ts'

/** The profile with most matches of host, login and entry point; the first one unless another has more. */
export function fittingProfile(
  pasted: Pasted | null, hints: GivenHints, profiles: readonly [KnownProfile, ...KnownProfile[]],
): KnownProfile {
  const [first, ...others] = profiles
  if (pasted === null) return first
  let [best, most] = [first, fitOf(pasted, hints, first)]
  for (const profile of others) {
    const fit = fitOf(pasted, hints, profile)
    if (fit > most) [best, most] = [profile, fit]
  }
  return best
}

function fitOf(pasted: Pasted, hints: GivenHints, { login, host, entryPoints, switches }: KnownProfile): number {
  const given = readGiven(pasted, hints, switches)
  const consumer = given.oauth.find(([name]) => name === 'oauth_consumer_key')?.[1]
  return [
    host !== null && /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(given.url ?? '')?.[1]?.toLowerCase() === host,
    (consumer ?? sentValue(given, 'login', switches))?.trim().toLowerCase() === login.toLowerCase(),
    entryPoints.some(({ id }) => id === given.entryPointId),
  ].filter(Boolean).length
}
