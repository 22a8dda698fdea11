import { isLoopback } from '#shared/model/values/base-url.ts'
import { normaliseProxyUrl } from '#shared/model/profiles/network-rules.ts'
import type { NetworkRoute } from '#shared/model/profiles/profile.ts'

/** How a request reaches the gateway. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxyUrl: string; readonly named: string }
  /** The proxies that the environment variables name, unless `no_proxy` names the host. */
  | { readonly kind: 'environment'; readonly httpsProxy: string; readonly noProxy: string }
  /** A proxy that cannot be used here: SOCKS, or an invalid value of a variable. */
  | { readonly kind: 'unusable-proxy'; readonly named: string }

export interface RouteSources {
  /**
   * Returns the text of Electron's `app.resolveProxy`: "DIRECT", "PROXY host:port; SOCKS5 host:port; DIRECT" and so on.
   */
  readonly resolveProxy: (url: string) => Promise<string>
  readonly environment: { readonly [name: string]: string | undefined }
}

/**
 * Chooses the route for a URL. The profile's setting comes first. Otherwise loopback is direct; then the system's
 * result counts; then, where the system has no proxy, the environment variables. The first usable entry of the
 * system's list counts.
 */
export async function chooseRoute(url: string, sources: RouteSources, wanted: NetworkRoute): Promise<Route> {
  if (wanted.kind === 'direct') return { kind: 'direct' }
  if (wanted.kind === 'proxy') return routeOfProfile(wanted.url, url)
  if (isLoopback(url)) return { kind: 'direct' }
  const system = readProxyList(await sources.resolveProxy(url))
  return system.kind === 'direct' ? routeOfEnvironment(sources.environment) : system
}

/** A route in words for the self-check. A password in a variable is never part of it. */
export function describeRoute(route: Route): string {
  switch (route.kind) {
    case 'direct': return 'DIRECT'
    case 'proxy': return route.named
    case 'environment': return 'environment'
    case 'unusable-proxy': return `${route.named} (can't be used: only HTTP and HTTPS proxies can)`
  }
}

function routeOfProfile(proxy: string, url: string): Route {
  // SECURITY: the rules of a profile permit neither. A password would be revealed. For a proxy elsewhere, "this
  // computer" is another one, and requests to loopback are not encrypted.
  const proxyUrl = normaliseProxyUrl(proxy)
  const usable = proxyUrl !== null && (!isLoopback(url) || isLoopback(proxyUrl))
  return usable ? { kind: 'proxy', proxyUrl, named: proxyUrl } : { kind: 'unusable-proxy', named: 'the profile\'s' }
}

function readProxyList(list: string): Route {
  const entries = list.split(';').map((entry) => entry.trim()).filter((entry) => entry !== '')
  const routes = entries.map(readProxyEntry)
  return routes.find((route) => route.kind !== 'unusable-proxy') ?? routes[0] ?? { kind: 'direct' }
}

function readProxyEntry(entry: string): Route {
  const [kind = '', address = ''] = entry.split(/\s+/)
  const scheme = { DIRECT: null, PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()]
  if (scheme === null) return { kind: 'direct' }
  if (scheme === undefined || URL.parse(`${scheme}://${address}`) === null) return { kind: 'unusable-proxy', named: entry }
  return { kind: 'proxy', proxyUrl: `${scheme}://${address}`, named: entry }
}

function routeOfEnvironment(environment: RouteSources['environment']): Route {
  const value = (name: string) => environment[name] ?? environment[name.toUpperCase()] ?? ''
  const httpsProxy = value('https_proxy') || value('http_proxy')
  if (httpsProxy === '') return { kind: 'direct' }
  if (!/^https?:\/\//i.test(httpsProxy) || URL.parse(httpsProxy) === null) {
    return { kind: 'unusable-proxy', named: 'environment' }
  }
  return { kind: 'environment', httpsProxy, noProxy: value('no_proxy') }
}
