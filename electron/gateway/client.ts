import type { Dispatcher } from 'undici'
import { judgeReply, type Outcome } from '#shared/gateway/replies/outcome.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { lastValueWasCut, readReply, type RawReply } from '#shared/gateway/replies/reply.ts'
import { wireUrl } from '#shared/gateway/encoding/wire-url.ts'
import { isLoopback } from '#shared/model/values/base-url.ts'
import { createDeadline } from '../common/processes/deadline.ts'
import { createSystemRoots, rootsOfThisComputer } from '../common/signatures/system-roots.ts'
import type { Connection } from './connection.ts'
import { faultOf } from './faults.ts'
import type { GatewayPort, SendReport, SignedRequest, ConnectionSettings } from './port.ts'
import { chooseRoute, describeRoute, type Route, type RouteSources } from './route.ts'
import { createSendGuard, type SendGuard } from './send-guard.ts'
import { defaultTimeouts, type Timeouts } from './timeouts.ts'
import { createTrustedRoots } from './trusted-roots.ts'

export interface GatewayClientOptions {
  /** Electron's `app.resolveProxy`: only it knows the system's settings and proxy scripts. */
  readonly resolveProxy: RouteSources['resolveProxy']
  /** Product and version, sent to the gateway. */
  readonly userAgent: string
  readonly environment?: RouteSources['environment']
  readonly readSystemCertificates?: () => Promise<readonly string[]>
  readonly timeouts?: Partial<Timeouts>
  /** Milliseconds since 1970 by the wall clock. */
  readonly now?: () => number
}

/** One send in progress, with the facts learned about it so far. */
interface Attempt {
  readonly request: SignedRequest
  readonly guard: SendGuard
  readonly signal: AbortSignal
  connection: Connection | null
  httpStatus: number | null
  clockOffsetSeconds: number | null
}

/** Creates the client of the gateway. It keeps no log: a request contains values that must never be written. */
export function createGatewayClient(options: GatewayClientOptions): GatewayPort {
  const now = options.now ?? Date.now
  const timeouts: Timeouts = { ...defaultTimeouts, ...options.timeouts }
  const { readSystemCertificates } = options
  const roots = createTrustedRoots(
    readSystemCertificates === undefined ? rootsOfThisComputer : createSystemRoots(readSystemCertificates),
  )
  const sources: RouteSources = {
    resolveProxy: options.resolveProxy, environment: options.environment ?? process.env,
  }
  let closed = false

  const contextFor = ({ authorities }: ConnectionSettings) =>
    authorities.length === 0 ? roots.context() : roots.contextWith(authorities)

  const exchange = async (attempt: Attempt): Promise<RawReply> => {
    const url = allowedUrl(attempt.request.url)
    const connectionSettings = attempt.request.connectionSettings ?? systemConnectionSettings
    const route = await chooseRoute(url.href, sources, connectionSettings.route)
    const context = speaksTls(url, route) ? await contextFor(connectionSettings) : null
    // The HTTP library is half of main's code: it is loaded with the first request, not before the first screen.
    const { openConnection, sendRequest } = await import('./connection.ts')
    attempt.signal.throwIfAborted()
    attempt.connection = openConnection(url, route, context, timeouts)
    const response = await sendRequest(url, {
      dispatcher: attempt.connection.dispatcher.compose(attempt.guard.interceptor),
      method: 'POST',
      headers: headersOf(attempt.request, options.userAgent),
      body: Buffer.from(attempt.request.body, 'utf8'),
      signal: attempt.signal,
    })
    attempt.httpStatus = response.statusCode
    attempt.clockOffsetSeconds = clockOffset(response.headers, now())
    const contentType = oneHeader(response.headers, 'content-type')
    const body = decode(await response.body.bytes(), contentType)
    // SECURITY: the next bytes may be an order id, so a refusal before them proves nothing.
    if (await attempt.connection.surplusFound()) throw new SurplusBytesError('more bytes follow the reply')
    const delimited = isDelimited(response.headers)
    if (!delimited && lastValueWasCut(body)) throw new CutReplyError('the last value has no end')
    return { httpStatus: response.statusCode, contentType, body, delimited }
  }

  return {
    async send(request) {
      const startedAt = now()
      const deadline = createDeadline(timeouts.totalMs, now)
      const attempt: Attempt = {
        request,
        // Checked by the clock too: just after waking a connection may be faster than the deadline's signal.
        guard: createSendGuard(() => deadline.remainingMs() > 0),
        signal: deadline.signal,
        connection: null, httpStatus: null, clockOffsetSeconds: null,
      }
      const report = (outcome: Outcome): SendReport => ({
        outcome,
        httpStatus: attempt.httpStatus,
        durationMs: Math.max(0, now() - startedAt),
        clockOffsetSeconds: attempt.clockOffsetSeconds,
        certificateEndsAt: attempt.connection?.certificateEndsAt() ?? null,
      })
      try {
        if (closed) return report({ kind: 'not-sent', fault: 'cancelled-before-sending' })
        // The library observes the signal only once it is connected, hence the race.
        const raw = await Promise.race([exchange(attempt), rejectionOf(deadline.signal)])
        const reply = readReply(raw, request.productWord)
        return report(judgeReply(operations[request.operation], reply, request.asked))
      } catch (error) {
        return report(outcomeOf(error, attempt))
      } finally {
        attempt.guard.close()
        deadline.cancel()
        // Nothing depends on whether the connection closes cleanly.
        attempt.connection?.dispatcher.destroy().catch(() => undefined)
      }
    },

    async describeNetwork(url, connectionSettings = systemConnectionSettings) {
      const [certificateAuthorities, proxy] = await Promise.all([
        roots.counts(),
        chooseRoute(url, sources, connectionSettings.route).then(describeRoute),
      ])
      return { certificateAuthorities, proxy }
    },

    async close() {
      // Every send has a separate connection that ends with it, so none is idle.
      closed = true
    },
  }
}

const systemConnectionSettings: ConnectionSettings = { route: { kind: 'system' }, authorities: [] }

/** Whether the connection checks a certificate: the gateway's, or that of a proxy over TLS. */
function speaksTls(url: URL, route: Route): boolean {
  return url.protocol === 'https:' || (route.kind === 'proxy' && route.proxyUrl.startsWith('https:'))
}

function outcomeOf(error: unknown, attempt: Attempt): Outcome {
  const fault = faultOf(error, {
    started: attempt.guard.close(),
    answering: attempt.httpStatus !== null,
    throughProxy: attempt.connection?.proxyWasContacted() ?? false,
    proxyWantsLogin: attempt.connection?.proxyWantsLogin() ?? false,
  })
  return fault.kind === 'unknown' ? { ...fault, reply: null } : fault
}

// SECURITY: a signed request can be replayed by anyone who reads it; only loopback may carry it unencrypted.
function allowedUrl(text: string): URL {
  const url = wireUrl(text)
  const encrypted = url.protocol === 'https:'
  const local = url.protocol === 'http:' && isLoopback(text)
  if (!encrypted && !local) throw new Error('only https is used, except on loopback')
  if (url.username !== '' || url.password !== '') throw new Error('an address with a user name is not used')
  return url
}

function headersOf(request: SignedRequest, userAgent: string): Record<string, string> {
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': userAgent,
    accept: '*/*',
    'accept-encoding': 'identity',
    ...(request.authorization !== null && { authorization: request.authorization }),
  }
}

function oneHeader(headers: Dispatcher.ResponseData['headers'], name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/**
 * Whether a length or chunks end the body; then the library has seen that end. Otherwise the body ends with the
 * connection, and a cut would not be noticed. This includes replies whose last transfer coding is not `chunked`.
 */
function isDelimited(headers: Dispatcher.ResponseData['headers']): boolean {
  const codings = [headers['transfer-encoding'] ?? []].flat().join(',')
  return codings === '' ? headers['content-length'] !== undefined : /(?:^|,)[ \t]*chunked[ \t]*$/i.test(codings)
}

class CutReplyError extends Error {
  readonly code = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
}

class SurplusBytesError extends Error {
  readonly code = 'REPLY_LONGER_THAN_STATED'
}

/** Larger offsets do not come from a clock: a computer that lost its time starts again at 1970. */
const largestOffsetMs = 100 * 365 * 86_400_000

/**
 * SECURITY: ignores larger offsets. A date close to the calendar's end would leave no valid date for later requests.
 */
function clockOffset(headers: Dispatcher.ResponseData['headers'], here: number): number | null {
  const offsetMs = Date.parse(oneHeader(headers, 'date')) - here
  return Math.abs(offsetMs) <= largestOffsetMs ? Math.round(offsetMs / 1000) : null
}

/** The text of a body in its declared charset, UTF-8 without one or with an unknown one (§1.6). */
function decode(bytes: Uint8Array, contentType: string): string {
  const declared = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => { reject(signal.reason as Error) }, { once: true })
  })
}
