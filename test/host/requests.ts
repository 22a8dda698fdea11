// The requests of a window's page: decided by the application, then served by it, let through to loopback, or
// refused.
import type { CDPSession, Request, Route } from 'playwright-core'
import { schemeOf } from './address.ts'
import type { WindowParts } from './window-parts.ts'

/** A form that main itself sends by loading an address. */
export interface Post { body: Uint8Array, headers: Record<string, string> }

interface Reply { status: number, headers: [string, string][], body: Uint8Array }
/** The used fields of Chromium's `Fetch.requestPaused`. */
interface Paused {
  requestId: string
  redirectedRequestId?: string
  frameId: string
  resourceType: string
  request: { url: string, method: string, postDataEntries?: { bytes?: string }[] }
}

interface Details { url: string, method: string, resourceType: string, body?: Uint8Array }
type Refusal = 'Aborted' | 'BlockedByClient'
type InBackground = (work: Promise<void>) => void

/** Electron's names of types for which Chromium's debugger has other ones. */
const TYPES: Record<string, string> = {
  texttrack: 'media', fetch: 'xhr', eventsource: 'xhr', manifest: 'other', websocket: 'webSocket', cspviolationreport: 'cspReport',
}
const typeOf = (type: string, isMainFrame: boolean) =>
  type === 'document' ? isMainFrame ? 'mainFrame' : 'subFrame' : TYPES[type] ?? type

/** The only real requests go to this computer. */
export const isLoopback = (url: string) => /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/i.test(url)

export class Requests {
  private readonly parts: WindowParts
  /** The address that main itself loads: its navigation needs no decision. */
  private expected = ''
  private post: Post | null = null
  private readonly undecided = new Set<Promise<void>>()

  constructor(parts: WindowParts) {
    this.parts = parts
  }

  /** Announces a navigation by main. */
  expect(url: string, post: Post | null): void {
    this.expected = url
    this.post = post
  }

  /** Intercepts the page's requests. */
  async fence(inBackground: InBackground): Promise<void> {
    await this.parts.page.route('**/*', (route) => { inBackground(this.deciding(this.route(route))) })
  }

  /** Intercepts redirects too, except those of a frame with its own process. */
  async fenceRedirects(devtools: CDPSession, inBackground: InBackground): Promise<void> {
    const { frameTree } = await devtools.send('Page.getFrameTree')
    devtools.on('Fetch.requestPaused', (paused) => {
      inBackground(this.deciding(this.hop(devtools, paused, frameTree.frame.id)))
    })
    await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  }

  /** Resolves once no request waits for a decision. */
  async decided(): Promise<void> {
    while (this.undecided.size > 0) await Promise.allSettled(this.undecided)
  }

  private deciding(work: Promise<void>): Promise<void> {
    this.undecided.add(work)
    const end = () => { this.undecided.delete(work) }
    work.then(end, end)
    return work
  }

  /**
   * Handles every request of the page: decided as in Electron, then served by the application, sent to loopback, or
   * blocked.
   */
  private async route(route: Route): Promise<void> {
    const { id, line, addresses } = this.parts
    const request = route.request()
    const url = addresses.toApplication(request.url())
    const isMainFrame = isOfMainFrame(request, this.parts.page.mainFrame())
    const ofMain = isMainFrame && request.url() === this.expected
    if (request.isNavigationRequest() && !ofMain && await line.call<boolean>('will-navigate', id, url, isMainFrame)) {
      await route.abort('aborted')
      return
    }
    const post = ofMain ? this.post : null
    this.post = ofMain ? null : this.post
    const body = post?.body ?? request.postDataBuffer()
    const method = post ? 'POST' : request.method()
    const resourceType = typeOf(request.resourceType(), isMainFrame)
    const details = { url, method, resourceType, ...(body ? { body } : {}) }
    if (!await this.mayLeave(details)) await route.abort('blockedbyclient')
    else if (addresses.isOwn(url)) await this.serve(route, url)
    else if (post) {
      const headers = { ...await request.allHeaders(), ...post.headers }
      await route.continue({ method, headers, postData: Buffer.from(post.body) })
    } else await route.continue()
  }

  /** A redirect leads to another address, which is decided separately. */
  private async hop(devtools: CDPSession, paused: Paused, mainFrame: string): Promise<void> {
    const { requestId, redirectedRequestId, frameId, request: { url, method, postDataEntries = [] } } = paused
    const type = paused.resourceType.toLowerCase()
    const isMainFrame = frameId === mainFrame
    const refuse = (errorReason: Refusal) => devtools.send('Fetch.failRequest', { requestId, errorReason })
    const body = Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')))
    const details = { url, method, resourceType: typeOf(type, isMainFrame), ...(body.length > 0 ? { body } : {}) }
    try {
      const refusal = redirectedRequestId === undefined ? null : await this.refusalOf(details, type, isMainFrame)
      if (refusal === null) await devtools.send('Fetch.continueRequest', { requestId })
      else await refuse(refusal)
    } catch (error) {
      await refuse('Aborted')
      throw error
    }
  }

  /** Why a redirect may not be followed, or null. */
  private async refusalOf(details: Details, type: string, isMainFrame: boolean): Promise<Refusal | null> {
    const { id, line } = this.parts
    const isPrevented = type === 'document' && await line.call<boolean>('will-redirect', id, details.url, isMainFrame)
    if (isPrevented) return 'Aborted'
    return await this.mayLeave(details) ? null : 'BlockedByClient'
  }

  private async mayLeave(details: Details): Promise<boolean> {
    const { id, line, addresses, observer, devOrigin } = this.parts
    const { url } = details
    const hostReply = await line.call<{ cancel?: boolean, redirectURL?: string }>('before-request', id, { ...details, webContentsId: id })
    if (hostReply.redirectURL) throw new Error('redirectURL of onBeforeRequest is not in the Electron stand-in')
    if (hostReply.cancel) observer.blocked(`${url} (cancelled by the application)`)
    else if (addresses.isOwn(url) || isLoopback(url) || new URL(url).origin === devOrigin) return true
    else observer.blocked(url)
    return false
  }

  private async serve(route: Route, url: string): Promise<void> {
    const { id, line, addresses } = this.parts
    const request = route.request()
    const body = request.postDataBuffer()
    const hostReply = { url, method: request.method(), headers: await request.allHeaders(), ...(body ? { body } : {}) }
    const reply = await line.call<Reply | null>('protocol', id, schemeOf(url), hostReply)
    if (!reply) {
      await route.abort('failed')
      return
    }
    const headers: Record<string, string> = {}
    for (const [name, value] of reply.headers) {
      headers[name] = name === 'content-security-policy' ? addresses.policyToChromium(value) : value
    }
    await route.fulfill({ status: reply.status, headers, body: Buffer.from(reply.body) })
  }
}

function isOfMainFrame(request: Request, mainFrame: object): boolean {
  return request.isNavigationRequest() && request.frame() === mainFrame
}
