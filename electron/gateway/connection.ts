import type { SecureContext } from 'node:tls'
import { Client, EnvHttpProxyAgent, ProxyAgent, type Dispatcher } from 'undici'
import { PassingHandler } from './passing-handler.ts'
import type { Route } from './route.ts'
import { createSurplusWatch } from './surplus-bytes.ts'
import type { Timeouts } from './timeouts.ts'

export { request as sendRequest } from 'undici'

/**
 * A reply over this is not read to its end. The longest one has `merchantdata` of 64 kB, each byte of it
 * percent-encoded (§2.9), or an issuer's page. Main is busy for less than 50 ms while it reads and masks so many bytes.
 */
export const mostOfReply = 256 * 1024

/** The way to one gateway for one request. */
export interface Connection {
  readonly dispatcher: Dispatcher
  /** Whether a proxy has been asked to reach the gateway. */
  proxyWasAsked(): boolean
  /** Whether it answered that it wants a user name and password first. */
  proxyWantsLogin(): boolean
  /** Call after the reply was read: whether more bytes follow it. */
  surplusFound(): Promise<boolean>
}

/**
 * Prepares a connection of its own for one request: HTTP/1.1, no pipelining, no redirect, nothing that repeats. Nothing
 * is opened before something is sent. Throws when the proxy can't be used.
 */
export function openConnection(
  url: URL, route: Route, secureContext: SecureContext | null, timeouts: Timeouts,
): Connection {
  let proxyAsked = false
  let proxyStatus: number | null = null
  const surplus = createSurplusWatch()
  // SECURITY: said outright, because an environment variable can turn the check off for the whole process.
  const tls = { rejectUnauthorized: true, ...(secureContext !== null && { secureContext }) }
  const common = {
    // SECURITY: over HTTP/2 the library sends a refused stream again by itself.
    allowH2: false,
    pipelining: 0,
    connections: 1,
    connectTimeout: timeouts.connectMs,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    maxResponseSize: mostOfReply,
  }
  const throughProxy = {
    ...common,
    // SECURITY: even what is not encrypted goes through a tunnel: never as a request that the proxy reads and repeats.
    proxyTunnel: true,
    factory: surplus.client,
    requestTls: tls,
    proxyTls: tls,
    // Without this a proxy that never answers CONNECT costs five minutes.
    clientFactory: (origin: URL, options: object) => new Client(origin, {
      ...options, allowH2: false, headersTimeout: timeouts.connectMs, bodyTimeout: timeouts.connectMs,
    }).compose((dispatch) => (request, handler) => {
      proxyAsked = true
      return dispatch(request, new ProxyAnswerWatch(handler, (status) => { proxyStatus = status }))
    }),
  }
  const open = (): Dispatcher => {
    switch (route.kind) {
      case 'direct': {
        const { connections: _one, connectTimeout, ...options } = common
        return surplus.client(url.origin, { ...options, connect: { ...tls, timeout: connectTimeout } })
      }
      case 'proxy': return new ProxyAgent({ ...throughProxy, uri: route.proxyUrl })
      case 'environment': return new EnvHttpProxyAgent({
        ...throughProxy,
        connect: { ...tls, timeout: timeouts.connectMs },
        httpProxy: route.httpsProxy,
        httpsProxy: route.httpsProxy,
        noProxy: route.noProxy,
      })
      case 'unusable-proxy': throw new UnusableProxyError('this kind of proxy is not supported')
    }
  }
  return {
    dispatcher: open(),
    proxyWasAsked: () => proxyAsked,
    proxyWantsLogin: () => proxyStatus === 407,
    surplusFound: surplus.found,
  }
}

class UnusableProxyError extends Error {
  readonly code = 'UND_ERR_PRX_CONN'
}

/** Tells with which status a proxy answered CONNECT; the library keeps it to itself. */
class ProxyAnswerWatch extends PassingHandler {
  readonly #notify: (status: number) => void

  constructor(inner: Dispatcher.DispatchHandler, notify: (status: number) => void) {
    super(inner)
    this.#notify = notify
  }

  override onRequestUpgrade(...passed: Parameters<PassingHandler['onRequestUpgrade']>): void {
    this.#notify(passed[1])
    super.onRequestUpgrade(...passed)
  }
}
