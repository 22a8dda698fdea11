/** Normalises and checks addresses of gateways. */
import { withoutEnd } from '../../text-end.ts'

/**
 * The base URL as it is compared and used: scheme and host in lower case, default port, trailing slashes, query and
 * fragment left out. Null when it is no http(s) URL or carries a user name.
 */
export function normaliseBaseUrl(text: string): string | null {
  const trimmed = text.trim()
  const url = /^https?:\/\//i.test(trimmed) ? URL.parse(trimmed) : null
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return null
  return `${url.protocol}//${url.host}${withoutEnd(url.pathname, '/')}`
}

/** True for `localhost`, 127.0.0.0/8 and [::1]: plain http is allowed there alone. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
