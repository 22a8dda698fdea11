import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { line } from './config.ts'
import { strict } from './strict.ts'

type ProtocolHandler = (request: Request) => Response | Promise<Response>
type Hook = (details: object, callback: (answer: object) => void) => void

class Protocol {
  private readonly handlers = new Map<string, ProtocolHandler>()

  registerSchemesAsPrivileged(schemes: { scheme: string }[]) {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme } of schemes) line.notify('scheme', scheme)
  }

  handle(scheme: string, handler: ProtocolHandler) {
    if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    this.handlers.set(scheme, handler)
    line.notify('scheme', scheme)
  }

  unhandle(scheme: string) { this.handlers.delete(scheme) }
  isProtocolHandled(scheme: string) { return this.handlers.has(scheme) }

  async answer(scheme: string, request: Request): Promise<Response | null> {
    return await this.handlers.get(scheme)?.(request) ?? null
  }
}

/** Only hooks without a filter are supported: the hook is called for every request. */
function onlyUnfiltered(args: [Hook | null] | [{ urls: string[] }, Hook | null]): Hook | null {
  if (args.length === 1) return args[0]
  if (args[0].urls.join() !== '<all_urls>') throw new Error('URL filters of webRequest are not in the Electron stand-in')
  return args[1]
}

class WebRequest {
  beforeRequest: Hook | null = null
  headersReceived: Hook | null = null

  onBeforeRequest(...args: [Hook | null] | [{ urls: string[] }, Hook | null]) {
    this.beforeRequest = onlyUnfiltered(args)
  }

  onHeadersReceived(...args: [Hook | null] | [{ urls: string[] }, Hook | null]) {
    this.headersReceived = onlyUnfiltered(args)
  }
}

class Session extends EventEmitter {
  readonly partition: string
  readonly wholeProtocol = new Protocol()
  readonly protocol = strict(this.wholeProtocol, 'protocol')
  readonly webRequest = strict(new WebRequest(), 'webRequest')

  constructor(partition: string) {
    super()
    this.partition = partition
  }

  // Stored but not called: Chromium under the host grants no permission.
  setPermissionRequestHandler() {}
  setPermissionCheckHandler() {}
  setDevicePermissionHandler() {}
  setDisplayMediaRequestHandler() {}
  setSpellCheckerEnabled() {}
  setSpellCheckerLanguages() {}
  private way = 'DIRECT'
  /** Nothing uses the proxy: the host lets a page reach loopback at most. */
  async setProxy({ proxyRules = '' }: { proxyRules?: string }) {
    this.way = proxyRules === '' ? 'DIRECT' : `PROXY ${proxyRules.replace(/^http:\/\//, '')}`
  }

  /** The proxy rule for `url` as PAC text: the rule that was set, whatever its exceptions. */
  async resolveProxy(_url: string) { return this.way }
  async clearStorageData() { await line.call('clearStorage', this.partition) }
  async clearCache() {}
  async clearAuthCache() {}
  async closeAllConnections() {}
}

const makeSession = (partition: string, name: string) => strict(new Session(partition), name)
const partitions = new Map<string, Session>()

/** Each partition has its own protocol handlers and hooks, as in Electron. */
function fromPartition(name: string): Session {
  const known = partitions.get(name)
  if (known) return known
  const made = makeSession(name, `session '${name}'`)
  partitions.set(name, made)
  return made
}

const defaultSession = makeSession('', 'session.defaultSession')
partitions.set('', defaultSession)
export const session = strict({ defaultSession, fromPartition }, 'session')
export const protocol = defaultSession.protocol
export type { Session }

const ask = (hook: Hook | null, details: object) => new Promise<object>((resolve) => {
  if (hook) hook(details, resolve)
  else resolve({})
})

export interface ProtocolReply { status: number, headers: [string, string][], body: Uint8Array }

type Headers = Record<string, string[]>
interface HeadersAnswer { cancel?: boolean, responseHeaders?: Headers }
interface PageRequest { url: string, method: string, headers?: Record<string, string>, body?: Uint8Array<ArrayBuffer> }

/** Serves one request of a window through the application's own `protocol.handle` and `onHeadersReceived`. */
export async function serveProtocol(
  of: Session,
  scheme: string,
  { url, ...init }: PageRequest,
): Promise<ProtocolReply | null> {
  const response = await of.wholeProtocol.answer(scheme, new Request(url, init))
  if (!response) return null
  const responseHeaders: Headers = {}
  for (const [name, value] of response.headers) (responseHeaders[name] ??= []).push(value)
  const details = { url, method: init.method, statusCode: response.status, responseHeaders }
  const answer = await ask(of.webRequest.headersReceived, details) as HeadersAnswer
  if (answer.cancel) return null
  const headers = Object.entries(answer.responseHeaders ?? responseHeaders)
    .flatMap(([name, values]) => values.map((value): [string, string] => [name.toLowerCase(), value]))
  return { status: response.status, headers, body: new Uint8Array(await response.arrayBuffer()) }
}

/** Calls the application's `onBeforeRequest` for any scheme, as Electron does. */
export function askBeforeRequest(of: Session, { body, ...details }: { body?: Uint8Array }): Promise<object> {
  const uploadData = body ? { uploadData: [{ bytes: Buffer.from(body) }] } : {}
  return ask(of.webRequest.beforeRequest, { ...details, ...uploadData })
}
