/** The server, proxy or clock that produces each fault of the matrix. */
import type { Socket } from 'node:net'
import type { GatewayClientOptions } from '../../../electron/gateway/client.ts'
import { makeCertificates } from '../gateway/certificates.ts'
import { reply, type Received } from '../gateway/servers.ts'
import type { FaultId } from './matrix.ts'
import { goodBody, refusalBody, without, withValue } from './replies.ts'
import { closedPort, startWire, tunnelTo, type Manner, type Wire } from './wire.ts'

/** What is between the desk and the gateway. */
export interface Setting {
  readonly baseUrl: string
  readonly client: Partial<GatewayClientOptions>
  /** True if the client is created again for each request, so that it reads the certificates each time. */
  readonly fresh: boolean
  /** True if the client was closed before the request. */
  readonly closed: boolean
  /** What the gateway has received so far; null without a gateway. */
  readonly gateway: Wire | null
  readonly proxy: Wire | null
  end(): Promise<void>
}

interface Plan {
  readonly gateway?: Manner
  readonly scheme?: 'http' | 'https'
  /** The address has a port, but nothing listens. */
  readonly absent?: boolean
  readonly named?: boolean
  readonly proxy?: Manner | 'absent' | 'socks' | 'tunnel'
  /** Collects the tunnels through the proxy. */
  readonly tunnels?: Socket[]
  readonly limits?: GatewayClientOptions['timeouts']
  readonly fresh?: boolean
  readonly closed?: boolean
  readonly clock?: Clock
}

interface Clock {
  /** How far the wall clock has advanced, in milliseconds. */
  ahead: number
  /** True if the computer sleeps while the certificates are read. */
  readonly sleepsEarly: boolean
}

const certificates = makeCertificates()
const hour = 3_600_000
const short = 250

/** The correct reply with a changed body. */
const body = (change: (good: string) => string): Plan =>
  answering((request) => reply(200, change(goodBody(request))))
const status = (code: number, headers: Record<string, string> = {}): Plan =>
  answering((request) => reply(code, goodBody(request), headers))
const raw = (text: string): Plan => answering(() => text)

function answering(text: (request: Received) => string): Plan {
  return { gateway: { onRequest: (socket, request) => { socket.end(text(request), 'latin1') } } }
}

/** The first part of the correct reply, up to a mark; then `then` runs. */
function partly(mark: string, then: (socket: Socket) => void): Plan {
  return {
    gateway: {
      onRequest(socket, request) {
        const whole = reply(200, goodBody(request))
        socket.write(whole.slice(0, whole.indexOf(mark) + 3), () => { afterReading(() => { then(socket) }) })
      },
    },
  }
}

/** Runs after the written bytes were read: client and server share one event loop, so a few rounds are enough. */
function afterReading(then: () => void, rounds = 5): void {
  if (rounds === 0) then()
  else setImmediate(() => { afterReading(then, rounds - 1) })
}

/** Writes a text one byte at a time; with a clock it never ends, and after twenty more bytes an hour has passed. */
function dripping(text: (request: Received) => string, clock: Clock | null): Manner {
  return {
    onRequest(socket, request) {
      const bytes = text(request)
      let at = 0
      const timer = setInterval(() => {
        socket.write(bytes[at] ?? 'a')
        at += 1
        if (clock === null && at === bytes.length) clearInterval(timer)
        if (clock !== null && at === bytes.length + 20) clock.ahead += hour
      }, 1)
      socket.on('close', () => { clearInterval(timer) })
    },
  }
}

const reset = (socket: Socket): void => { socket.resetAndDestroy() }
const close = (socket: Socket): void => { socket.end() }
const wait = (): void => undefined
const good: Manner = { onRequest: (socket, request) => { socket.end(reply(200, goodBody(request))) } }
const proxied = (proxy: Plan['proxy'], limits: Plan['limits'] = {}): Plan => ({ named: true, proxy, limits })
const proxyAnswers = (text: string): Plan => proxied({ onRequest: (socket) => { socket.end(text) } })
const encrypted = (tls: Manner['tls'], manner: Manner = good): Plan => ({ scheme: 'https', gateway: { ...manner, tls } })
const accessDenied = '<html><h1>Access denied</h1></html>'
const elsewhere = { location: '/elsewhere' }

const plans: { readonly [Id in FaultId]: () => Plan } = {
  'name-not-resolved': () => ({ named: true }),
  'connection-refused': () => ({ absent: true }),
  'handshake-reset': () => ({ scheme: 'https', gateway: { onOpen: reset } }),
  'handshake-hangs': () => ({ scheme: 'https', gateway: {}, limits: { connectMs: short } }),
  'no-tls': () => ({ scheme: 'https', gateway: { onOpen: (socket) => { socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') } } }),
  'http2-alone': () => encrypted({ ...certificates.good, ALPNProtocols: ['h2'] }),
  'certificate-untrusted': () => encrypted(certificates.untrusted),
  'certificate-expired': () => encrypted(certificates.expired),
  'certificate-wrong-name': () => encrypted(certificates.wrongName),
  'proxy-not-there': () => proxied('absent'),
  'proxy-wants-password': () => proxyAnswers('HTTP/1.1 407 Who?\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n'),
  'proxy-forbids': () => proxyAnswers(reply(403, 'no')),
  'proxy-no-way': () => proxyAnswers(reply(502, '')),
  'proxy-resets': () => proxied({ onRequest: reset }),
  'proxy-hangs': () => proxied({}, { connectMs: short }),
  'proxy-not-http': () => proxyAnswers('what?\r\n\r\n'),
  'proxy-socks': () => proxied('socks'),
  'proxied-certificate-expired': () => ({ ...encrypted(certificates.expired), ...proxied('tunnel') }),
  'slept-before-sending': () => ({
    ...encrypted(certificates.good), fresh: true, clock: { ahead: 0, sleepsEarly: true }, limits: { totalMs: 60_000 },
  }),
  'quitting': () => ({ gateway: good, closed: true }),

  'reset-unread': () => ({ gateway: { onFirstBytes: reset } }),
  'reset-mid-request': () => ({ gateway: { onFirstBytes: (socket) => { socket.read(40); reset(socket) } } }),
  'reset-after-request': () => ({ gateway: { onRequest: reset } }),
  'closed-after-request': () => ({ gateway: { onRequest: close } }),
  'tunnel-cut': () => {
    const tunnels: Socket[] = []
    const cut = () => { for (const tunnel of tunnels) reset(tunnel) }
    return { ...encrypted(certificates.good, { onRequest: cut }), ...proxied('tunnel'), tunnels }
  },
  'headers-time-out': () => ({ gateway: {}, limits: { headersMs: short } }),
  'reset-mid-headers': () => partly('content-type', reset),
  'closed-mid-headers': () => partly('content-type', close),
  'dripping-headers': () => drippingOn('HTTP/1.1 200 OK\r\nx-long: '),
  'body-time-out': () => ({ ...partly('serial-number', wait), limits: { bodyMs: short } }),
  'dripping-body': () => drippingOn('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\ntype='),
  'dripping-body-ends': () => ({ gateway: dripping((request) => reply(200, goodBody(request)), null) }),
  'reset-mid-body': () => partly('serial-number', reset),
  'truncated-body': () => partly('serial-number', close),
  'chunk-cut': () => answering((request) => chunked(goodBody(request)).slice(0, -20)),
  'last-chunk-missing': () => answering((request) => chunked(goodBody(request))),
  'endless-value': () => answering((request) =>
    `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${goodBody(request).slice(0, -3)}`),
  'bytes-behind-length': () => answering((request) => `${reply(200, goodBody(request))}&gw-order-id=7002\n`),
  'bytes-behind-chunks': () => answering((request) => `${chunked(goodBody(request))}0\r\n\r\n&gw-order-id=7002\n`),
  'refusal-before-order-id': () => raw(`${reply(200, refusalBody)}&gw-order-id=7001\n`),
  'second-reply': () => ({
    gateway: {
      onRequest(socket, request) {
        socket.write(reply(200, goodBody(request)), () => { afterReading(() => socket.end(reply(200, refusalBody))) })
      },
    },
  }),
  'length-loses-fields': () => body((text) => text.slice(0, 60)),
  'length-cuts-value': () => body((text) => text.slice(0, -3)),
  'refusal-without-length': () => raw(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${refusalBody}`),
  'refusal-cut-by-length': () => raw(reply(200, refusalBody.slice(0, refusalBody.indexOf('&error-code')))),
  'slept-connection-dead': () => sleeping(wait, 60_000),
  // A limit that the sleep does not reach: the reset comes first.
  'slept-connection-reset': () => sleeping(reset, 2 * hour),

  'status-301': () => status(301, elsewhere),
  'status-307': () => status(307, elsewhere),
  'status-401': () => raw(reply(401, accessDenied)),
  'status-403': () => raw(reply(403, accessDenied)),
  'status-403-form': () => status(403),
  'status-408': () => status(408),
  'status-421': () => status(421),
  'status-429': () => status(429, { 'retry-after': '0' }),
  'status-500': () => status(500),
  'status-502': () => status(502),
  'status-503': () => status(503, { 'retry-after': '0' }),
  'status-504': () => status(504),
  'not-http': () => raw('SSH-2.0-OpenSSH_9.2\r\n\r\n'),
  'huge-headers': () => status(200, { 'x-long': 'a'.repeat(100_000) }),
  'huge-body': () => body((text) => text + `&x=${'a'.repeat(5_000_000)}\n`),
  'empty-reply': () => body(() => ''),
  'html': () => body(() => '<!doctype html><h1>Log in</h1>'),
  'json': () => body(() => '{"status":"approved"}'),
  'compressed': () => raw(reply(200, '\x1f\x8b\x08\x00\x00', { 'content-encoding': 'gzip', 'content-length': '5' })),
  'wrong-charset': () => status(200, { 'content-type': 'text/html;charset=utf-16le' }),
  'unheard-of-charset': () => status(200, { 'content-type': 'text/html;charset=moon' }),
  'too-many-fields': () => body((text) => text + '&x=1\n'.repeat(500)),
  'too-many-fields-403': () => answering((request) => reply(403, goodBody(request) + '&x=1\n'.repeat(500))),
  'field-missing': () => body((text) => without(text, text.includes('status=') ? 'status' : 'gw-order-id')),
  'type-missing': () => body((text) => without(text, 'type')),
  'other-type': () => body((text) => withValue(text, 'type', 'get-card-info-response')),
  'other-order': () => body((text) => withValue(text, 'merchant-order-id', 'somebody-elses')),
  'error': () => body(() => 'type=error\n&error-message=Too+many+requests\n&error-code=429\n'),
  'error-with-order': () => body(() => 'type=error\n&gw-order-id=7001\n&error-code=7\n&error-message=x\n'),
  'refusal-with-order': () => body(() => `${refusalBody}&gw-order-id=7001\n`),
  'refusal-with-capital-order': () => body(() => `${refusalBody}&Order-ID=7001\n`),
  'refusal-with-status': () => body(() => `${refusalBody}&status=processing\n`),
  'refusal-without-serial': () => body(() => without(refusalBody, 'serial-number')),
  'type-twice': () => body((text) => `type=validation-error\n&error-code=1\n&${text}`),
  'order-id-twice': () => body((text) => `${text}&gw-order-id=7002\n`),
  'refusal': () => body(() => refusalBody),
}

/** Drips without an end, until an hour has passed. */
function drippingOn(text: string): Plan {
  const clock: Clock = { ahead: 0, sleepsEarly: false }
  return { clock, gateway: dripping(() => text, clock), limits: { totalMs: 60_000 } }
}

function chunked(text: string): string {
  return `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n`
}

/** Sleeps for an hour once the request has arrived; then `then` runs on the connection. */
function sleeping(then: (socket: Socket) => void, totalMs: number): Plan {
  const clock: Clock = { ahead: 0, sleepsEarly: false }
  return {
    clock,
    gateway: {
      onRequest(socket) {
        clock.ahead += hour
        then(socket)
      },
    },
    limits: { totalMs },
  }
}

/** Starts the servers for a fault. Its limits are long, except the one that the fault is about. */
export async function stage(id: FaultId): Promise<Setting> {
  const plan = plans[id]()
  const gateway = plan.gateway === undefined ? null : await startWire(plan.gateway)
  const proxy = typeof plan.proxy === 'object' ? await startWire(plan.proxy)
    : plan.proxy === 'tunnel' ? await startWire(tunnelTo(gateway?.port ?? 0, (tunnel) => plan.tunnels?.push(tunnel))) : null
  const port = plan.absent === true ? closedPort : gateway?.port
  const way = plan.proxy === 'socks' ? 'SOCKS5 127.0.0.1:1080'
    : plan.proxy === undefined ? 'DIRECT' : `PROXY 127.0.0.1:${proxy?.port ?? closedPort}`
  return {
    baseUrl: plan.named === true ? 'https://gateway.invalid' : `${plan.scheme ?? 'http'}://127.0.0.1:${port ?? 0}`,
    client: {
      resolveProxy: async () => way,
      environment: {},
      readSystemCertificates: async () => {
        if (plan.clock?.sleepsEarly === true) plan.clock.ahead += hour
        return [certificates.authority]
      },
      now: () => Date.now() + (plan.clock?.ahead ?? 0),
      timeouts: { connectMs: 600_000, headersMs: 600_000, bodyMs: 600_000, totalMs: 600_000, ...plan.limits },
    },
    fresh: plan.fresh ?? false,
    closed: plan.closed ?? false,
    gateway,
    proxy,
    async end() {
      await proxy?.close()
      await gateway?.close()
    },
  }
}
