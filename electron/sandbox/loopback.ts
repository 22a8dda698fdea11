/**
 * The address of a receiver on this computer; null for any other address.
 * SECURITY: made-up orders must not make this program ask hosts of the network or of the internet.
 */
export function loopbackUrl(text: string): URL | null {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:') return null
  // The name is resolved here and nowhere else: what a resolver says of it could be any host.
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return /^127(?:\.\d{1,3}){3}$/.test(url.hostname) || url.hostname === '[::1]' ? url : null
}
