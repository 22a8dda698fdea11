import type { Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import { Client, EnvHttpProxyAgent, ProxyAgent, type Dispatcher } from 'undici'
import type { UtcTime } from '#shared/brands.ts'
import { utcTime } from '../common/processes/time.ts'
import { PassingHandler } from './passing-handler.ts'
import type { Route } from './route.ts'
import { createSurplusWatch } from './surplus-bytes.ts'
import type { Timeouts } from './timeouts.ts'

export { request as sendRequest } from 'undici'

/**
 * The most bytes of a reply that are read. The longest replies contain an issuer's page, or 64 kB of `merchantdata`
 * with every byte percent-encoded (§2.9). Reading and masking so many bytes keeps main busy for less than 50 ms.
 */
export const maxReplyBytes = 256 * 1024

/** The connection to one gateway for one request. */
export interface Connection {
  readonly dispatcher: Dispatcher
  /** Whether a proxy was contacted to reach the gateway. */
  proxyWasContacted(): boolean
  /** Whether the proxy required a user name and password. */
  proxyWantsLogin(): boolean
  /** When the certificate of the gateway ends; null before a connection over TLS. */
  certificateEndsAt(): UtcTime | null
  /** Call after the reply was read: whether more bytes follow it. */
  surplusFound(): Promise<boolean>
}

/**
 * Prepares a separate connection for one request: HTTP/1.1, no pipelining, no redirects, no repeats. It connects at
 * the first send. Throws when the proxy cannot be used.
 */
export function openConnection(
  url: URL, route: Route, secureContext: SecureContext | null, timeouts: Timeouts,
): Connection {
  let proxyContacted = false
  let proxyStatus: number | null = null
  let certificateEndsAt: UtcTime | null = null
  const surplus = createSurplusWatch((socket) => {
    // Without TLS to the gateway it may be the certificate of a proxy.
    if (url.protocol === 'https:') certificateEndsAt = certificateEndOf(socket)
  })
  // SECURITY: explicit, because an environment variable can turn the check off for the whole process.
  const tls = { rejectUnauthorized: true, ...(secureContext !== null && { secureContext }) }
  const common = {
    // SECURITY: over HTTP/2 the library automatically resends a refused stream.
    allowH2: false,
    pipelining: 0,
    connections: 1,
    connectTimeout: timeouts.connectMs,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    maxResponseSize: maxReplyBytes,
  }
  const throughProxy = {
    ...common,
    // SECURITY: unencrypted requests use a tunnel too: never a request that the proxy reads and repeats.
    proxyTunnel: true,
    factory: surplus.client,
    requestTls: tls,
    proxyTls: tls,
    // Without this a proxy that never answers CONNECT costs five minutes.
    clientFactory: (origin: URL, options: object) => new Client(origin, {
      ...options, allowH2: false, headersTimeout: timeouts.connectMs, bodyTimeout: timeouts.connectMs,
    }).compose((dispatch) => (request, handler) => {
      proxyContacted = true
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
    proxyWasContacted: () => proxyContacted,
    proxyWantsLogin: () => proxyStatus === 407,
    certificateEndsAt: () => certificateEndsAt,
    surplusFound: surplus.found,
  }
}

/** The end of the certificate that the other side of a connection showed; null without TLS. */
function certificateEndOf(socket: Socket): UtcTime | null {
  const end = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN
  return Number.isNaN(end) ? null : utcTime(end)
}

class UnusableProxyError extends Error {
  readonly code = 'UND_ERR_PRX_CONN'
}

/** Reports the status with which a proxy answered CONNECT; the library does not expose it. */
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
