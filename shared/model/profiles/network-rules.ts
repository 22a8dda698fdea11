/** Rules of a profile's network settings: its proxy and its certificate authorities. */
import { isLoopback, normaliseBaseUrl } from '../values/base-url.ts'
import type { ProfileProblem } from './profile-problem.ts'
import type { NetworkRoute, ProfileDraft } from './profile.ts'

/**
 * A proxy's address as stored and used: scheme and host in lower case, always with a port, nothing else. Null for text
 * that is not an http(s) URL with host and port, or that contains more.
 */
export function normaliseProxyUrl(text: string): string | null {
  const trimmed = text.trim()
  const port = /^https?:\/\/[^/?#@\\\s]+:(\d{1,5})\/?$/i.exec(trimmed)?.[1]
  const url = URL.parse(trimmed)
  if (port === undefined || Number(port) === 0 || url === null) return null
  return `${url.protocol}//${url.hostname}:${Number(port)}`
}

/** The route of a profile as stored. */
export function normaliseRoute(route: NetworkRoute): NetworkRoute {
  return route.kind === 'proxy' ? { kind: 'proxy', url: normaliseProxyUrl(route.url) ?? route.url } : route
}

/** The problems of a draft's route and authorities. Only main can read the contents of a certificate. */
export function networkProblems(draft: ProfileDraft): ProfileProblem[] {
  const route = draft.route ?? { kind: 'system' }
  if (draft.gateway.kind === 'built-in') {
    return [
      ...(route.kind === 'system' ? [] : [{ field: 'route', code: 'not-for-built-in' as const }]),
      ...(draft.authorities === undefined ? [] : [{ field: 'authorities', code: 'not-for-built-in' as const }]),
    ]
  }
  return route.kind === 'proxy' ? proxyProblems(route.url, draft.gateway.baseUrl) : []
}

function proxyProblems(text: string, baseUrl: string): ProfileProblem[] {
  const field = 'route.url'
  if (text === '') return [{ field, code: 'required' }]
  if (text.includes('@')) return [{ field, code: 'proxy-password' }]
  const proxy = normaliseProxyUrl(text)
  if (proxy === null) return [{ field, code: 'proxy-format' }]
  const gateway = normaliseBaseUrl(baseUrl)
  const elsewhere = gateway !== null && isLoopback(gateway) && !isLoopback(proxy)
  return elsewhere ? [{ field, code: 'proxy-not-loopback' }] : []
}
