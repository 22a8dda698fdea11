import type { Certificate } from '#shared/brands.ts'
import type { CheckLine } from '#shared/model/application/app.ts'
import { factsOf } from '../../common/signatures/certificates.ts'
import type { GatewayPort, NetworkDescription, ConnectionSettings } from '../../gateway/port.ts'

/**
 * How requests to a URL leave and whose certificates are trusted for it, as lines of a check. Nothing is sent. No line
 * contains a user name or password. `now`: milliseconds since 1970.
 */
export async function networkLines(
  gateway: GatewayPort, url: string, connectionSettings: ConnectionSettings, now: number,
): Promise<CheckLine[]> {
  const description = await gateway.describeNetwork(url, connectionSettings)
  return [authoritiesLine(description, connectionSettings.authorities, now), { id: 'proxy', result: 'good', detail: routeSentence(description.proxy, connectionSettings) }]
}

function routeSentence(proxy: string, { route }: ConnectionSettings): string {
  switch (route.kind) {
    case 'direct': return 'Requests go out directly, without a proxy, as set in the profile.'
    case 'proxy': return `Requests go out through the proxy of the profile: ${proxy}.`
    case 'system': return proxy === 'DIRECT'
      ? 'Requests go out directly, without a proxy, as set in the system.'
      : `Requests go out as set in the system, through: ${proxy}.`
  }
}

function authoritiesLine(
  { certificateAuthorities }: NetworkDescription, authorities: readonly Certificate[], now: number,
): CheckLine {
  const id = 'certificate-authorities'
  const { bundled, system } = certificateAuthorities
  const found = `${bundled} certificate authorities of the application and ${system} of the system were found.`
  const usual = bundled === 0 ? 'bad' : system === 0 ? 'warning' : 'good'
  if (authorities.length === 0) return { id, result: usual, detail: found }
  const facts = factsOf(authorities, now)
  if (facts.length < authorities.length) {
    return { id, result: 'bad', detail: `${found} A certificate authority of the profile cannot be read. Over https nothing is sent until it is replaced.` }
  }
  const withOwn = `${found} The profile adds ${authorities.length}.`
  const expired = facts.filter(({ state }) => state === 'expired').map(({ name, validUntil }) => `${name} (${validUntil.slice(0, 10)})`)
  return expired.length === 0
    ? { id, result: usual, detail: withOwn }
    : { id, result: usual === 'bad' ? 'bad' : 'warning', detail: `${withOwn} Expired of these: ${expired.join(', ')}.` }
}
