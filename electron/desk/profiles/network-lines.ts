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
    case 'direct': return 'Requests go out directly, without a proxy, as the profile says.'
    case 'proxy': return `Requests go out by the profile's own proxy: ${proxy}.`
    case 'system': return proxy === 'DIRECT'
      ? 'Requests go out directly, without a proxy, as the system has it.'
      : `Requests go out as the system has it, by: ${proxy}.`
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
    case 'authorities-unreadable': return 'The profile\'s file of authorities can\'t be read.'
    case 'authorities-too-large': return 'The profile\'s file of authorities is larger than 1 MiB.'
    case 'authorities-none': return 'The profile\'s file of authorities holds no certificate in PEM form.'
    case 'authorities-damaged': return 'The profile\'s file of authorities holds a certificate that can\'t be read.'
    case 'authorities-private-key': return 'The profile\'s file of authorities holds a private key, which does not belong there.'
    case 'authorities-expired': return 'All certificates of the profile\'s file have expired.'
  }
}
