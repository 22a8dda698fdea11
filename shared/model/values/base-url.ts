/** Normalises and checks addresses of gateways. */
import { withoutEnd } from '../../text-end.ts'

/**
 * The base URL as compared and used: scheme and host in lower case, without default port, trailing slashes, query and
 * fragment. Null for text that is not an http(s) URL or has a user name.
 */
export function normaliseBaseUrl(text: string): string | null {
  const trimmed = text.trim()
  const url = /^https?:\/\//i.test(trimmed) ? URL.parse(trimmed) : null
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return null
  return `${url.protocol}//${url.host}${withoutEnd(url.pathname, '/')}`
}

/** True for `localhost`, 127.0.0.0/8 and [::1], the only hosts with which plain http is permitted. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
