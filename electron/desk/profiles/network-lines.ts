import type { CheckLine } from '#shared/model/app.ts'
import type { AuthoritiesProblemCode } from '#shared/model/profile-problem.ts'
import type { GatewayPort, NetworkDescription, ConnectionSettings } from '../../gateway/port.ts'

/**
 * How requests to a URL leave and whose certificates are trusted for it, as lines of a check. Nothing is sent; no line
 * holds a user name or password.
 */
export async function networkLines(
  gateway: GatewayPort, url: string, connectionSettings: ConnectionSettings,
): Promise<CheckLine[]> {
  const description = await gateway.describeNetwork(url, connectionSettings)
  return [authoritiesLine(description), { id: 'proxy', result: 'good', detail: routeSentence(description.proxy, connectionSettings) }]
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

function authoritiesLine({ certificateAuthorities, authoritiesFile }: NetworkDescription): CheckLine {
  const id = 'certificate-authorities'
  const { bundled, system } = certificateAuthorities
  const found = `${bundled} certificate authorities of the application and ${system} of the system were found.`
  const usual = bundled === 0 ? 'bad' : system === 0 ? 'warning' : 'good'
  if (authoritiesFile === null) return { id, result: usual, detail: found }
  if (!authoritiesFile.ok) {
    return { id, result: 'bad', detail: `${found} ${whyNot(authoritiesFile.failure.code)} Over https nothing is sent until it can be used.` }
  }
  const { count, expired } = authoritiesFile.value
  const ofFile = `${found} The profile's file adds ${count}.`
  return expired.length === 0
    ? { id, result: usual, detail: ofFile }
    : { id, result: usual === 'bad' ? 'bad' : 'warning', detail: `${ofFile} Expired of these: ${expired.join(', ')}.` }
}

function whyNot(code: AuthoritiesProblemCode): string {
  switch (code) {
    case 'authorities-unreadable': return 'The certificate authority file of the profile cannot be read.'
    case 'authorities-too-large': return 'The certificate authority file of the profile is larger than 1 MiB.'
    case 'authorities-none': return 'The certificate authority file of the profile contains no certificate in PEM format.'
    case 'authorities-damaged': return 'The certificate authority file of the profile contains a damaged certificate.'
    case 'authorities-private-key': return 'The certificate authority file of the profile contains a private key. Remove it.'
    case 'authorities-expired': return 'All certificates in the certificate authority file of the profile have expired.'
  }
}
