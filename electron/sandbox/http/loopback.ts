/**
 * The address of a receiver on this computer; null for any other address. SECURITY: simulated orders must not make
 * this program send requests to hosts of the network or the internet.
 */
export function loopbackUrl(text: string): URL | null {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:') return null
  // Replaces the name here, because a resolver could return any host.
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return /^127(?:\.\d{1,3}){3}$/.test(url.hostname) || url.hostname === '[::1]' ? url : null
}
