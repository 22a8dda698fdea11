/** The HTTP server: loopback only, with limits of size and time; no input can stop it. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { readBody } from './http/body.ts'
import { doesNothing, type Fault, type Faults } from './faults/faults.ts'
import type { Gateway } from './gateway.ts'
import type { ServerTimes } from './options.ts'
import { formAnswer, pageAnswer } from './http/replies.ts'
import { rememberCarriers } from './http/reset.ts'
import { findRoute, type Served } from './requests/route.ts'
import { reset, send, sendDamaged } from './http/send.ts'
import type { ServerCertificate } from './http/server-certificate.ts'
import { pathOf, type WireRequest } from './http/wire.ts'

const drainMs = 1_000

export interface ServerParts {
  readonly gateway: Gateway
  readonly faults: Faults
  readonly productWord: string
  readonly served: Served
  readonly times: ServerTimes
  /** Null listens without encryption. */
  readonly certificate: ServerCertificate | null
  readonly onDefect: (error: unknown) => void
}

export interface Listening {
  readonly port: number
  /** Ends every connection. */
  close(): Promise<void>
}

/** Listens on 127.0.0.1; rejects with the system's error if it cannot (`EADDRINUSE`, `EACCES`). */
export async function listen(parts: ServerParts, port: number): Promise<Listening> {
  const server = serverOf(parts)
  server.maxConnections = 256
  // Node itself answers malformed HTTP with 400, 408 or 431.
  server.on('request', (request, response) => { void handle(parts, request, response) })
  // SECURITY: only loopback; the sandbox must not be reachable from the network.
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.on('error', parts.onDefect)
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => close(server),
  }
}

function serverOf({ certificate, times }: ServerParts): Server {
  const options = {
    headersTimeout: times.headersMs,
    requestTimeout: times.requestMs,
    connectionsCheckingInterval: times.checkEveryMs,
  }
  if (certificate === null) return createServer(options)
  const server = createSecureServer({
    ...options, key: certificate.key, cert: certificate.certificate, handshakeTimeout: times.headersMs,
  })
  rememberCarriers(server)
  return server
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

async function handle(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const fault = takeFault(parts, request)
    if (fault?.kind === 'reset-before-reading') {
      reset(response)
      return
    }
    const body = await readBody(request)
    if (body.kind === 'lost') return
    if (body.kind === 'too-large') {
      refuseBody(request, response)
      return
    }
    const answer = fault !== null && doesNothing(fault.kind)
      ? formAnswer([])
      : parts.gateway.answer(wireRequest(request, body.text, parts))
    const damage = fault ?? answer.fault
    if (damage === null) send(response, answer)
    else sendDamaged(response, answer, damage)
  } catch (error) {
    parts.onDefect(error)
    if (response.headersSent) reset(response)
    else send(response, pageAnswer(500, 'Internal server error', ['Nothing was done.']))
  }
}

function takeFault({ faults, productWord, served }: ServerParts, request: IncomingMessage): Fault | null {
  const operation = findRoute(pathOf(request.url ?? ''), productWord, served)?.operation
  return operation === undefined ? null : faults.take(operation.id)
}

/** Reads and drops the rest for a moment: a sender that is still sending would not see the answer. */
function refuseBody(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  send(response, pageAnswer(413, 'Request too large', []))
  request.resume()
  setTimeout(() => { request.destroy() }, drainMs).unref()
}

function wireRequest(request: IncomingMessage, body: string, { certificate }: ServerParts): WireRequest {
  return {
    scheme: certificate === null ? 'http' : 'https',
    method: request.method ?? '',
    target: request.url ?? '',
    host: request.headers.host ?? '',
    contentType: request.headers['content-type'] ?? '',
    authorization: request.headersDistinct['authorization'] ?? [],
    body,
  }
}
