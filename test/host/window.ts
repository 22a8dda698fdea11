// One window: a Chromium page with the built preload in an isolated world, served by the application itself.
import { randomBytes } from 'node:crypto'
import type { CDPSession, Download, Page } from 'playwright-core'
import { RemoteError } from './line.ts'
import { Loading } from './loading.ts'
import { makeCodec } from './page/codec.js'
import { isolatedWorld } from './page/isolated-world.js'
import { mainWorld } from './page/main-world.js'
import { Requests, type Post } from './requests.ts'
import type { WindowParts } from './window-parts.ts'

const { encode, decode } = makeCodec()
const WORLD = 'electron-preload'

export interface WindowSettings {
  width: number
  height: number
  partition: string
  preload: string
  preloadPath: string
}

/** The options that Chromium's command shares with Electron. */
export interface PdfOptions { generateTaggedPDF: boolean, printBackground: boolean, preferCSSPageSize: boolean }

/** Messages of the page's world to the host, through a binding that only the isolated world has. */
type PreloadMessage =
  | { type: 'preload-error', error: string }
  | { type: 'open', url: string, name: string }
  | { type: 'title', title: string }
  | { type: 'send', channel: string, args: string }
  | { type: 'invoke', id: number, channel: string, args: string }

/** True if the window, its browser or the application has ended during an operation. */
export const isClosed = (error: unknown) => /has been closed|has ended|Target closed/i.test(String(error))

/** Chromium's codes of the errors that can occur here; any other error is a general failure. */
const CODES: Record<string, number> = {
  ERR_BLOCKED_BY_CLIENT: -20, ERR_CONNECTION_RESET: -101, ERR_CONNECTION_REFUSED: -102, ERR_NAME_NOT_RESOLVED: -105,
  ERR_EMPTY_RESPONSE: -324,
}

/** Code and name of a failed navigation; null for an aborted one, which Electron does not report. */
function failureOf(text = 'net::ERR_FAILED'): [number, string] | null {
  const name = text.replace('net::', '')
  return name === 'ERR_ABORTED' ? null : [CODES[name] ?? -2, name]
}

export class HostWindow {
  readonly page: Page
  private readonly parts: WindowParts
  private readonly names = {
    toPreload: `p${randomBytes(12).toString('hex')}`,
    toPage: `m${randomBytes(12).toString('hex')}`,
    binding: '__send',
    deliver: '__deliver',
  }
  private devtools: CDPSession | undefined
  private preloadContext = 0
  private readonly requests: Requests
  private shown = false

  constructor(parts: WindowParts) {
    this.parts = parts
    this.page = parts.page
    this.requests = new Requests(parts)
  }

  /** Installs bridge, preload and routes before anything of the application is loaded. */
  async prepare({ width, height, preload, preloadPath }: WindowSettings): Promise<void> {
    const { page, context, visible } = this.parts
    if (!visible) await page.setViewportSize({ width, height })
    const devtools = this.devtools = await context.newCDPSession(page)
    const { frameTree } = await devtools.send('Page.getFrameTree')
    devtools.on('Runtime.executionContextCreated', ({ context: created }) => {
      const aux = created.auxData as { frameId?: string } | undefined
      if (created.name === WORLD && aux?.frameId === frameTree.frame.id) this.preloadContext = created.id
    })
    devtools.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === this.names.binding && executionContextId === this.preloadContext) {
        this.inBackground(this.fromPreload(JSON.parse(payload) as PreloadMessage))
      }
    })
    devtools.on('Page.windowOpen', ({ url, windowName }) => { this.inBackground(this.windowOpen(url, windowName)) })
    await Promise.all([devtools.send('Page.enable'), devtools.send('Runtime.enable')])
    await devtools.send('Runtime.addBinding', { name: this.names.binding, executionContextName: WORLD })
    await this.injectWorlds(devtools, preload, preloadPath)
    const inBackground = (work: Promise<void>) => { this.inBackground(work) }
    await this.requests.fence(inBackground)
    // The application's own responses never redirect; a page without preload is not the application's.
    if (preload === '') await this.requests.fenceRedirects(devtools, inBackground)
    this.watchPage()
  }

  /** With `post`, submits a form. */
  async load(url: string, post: Post | null): Promise<void> {
    const address = new URL(this.parts.addresses.toChromium(url)).href
    this.requests.expect(address, post)
    await this.page.goto(address, { waitUntil: 'load', timeout: 0 })
  }

  /** The page as PDF, Base64. */
  async printToPDF(options: PdfOptions): Promise<string> {
    return (await this.devtools?.send('Page.printToPDF', options))?.data ?? ''
  }

  /** Chromium lets a paused request go when its page closes, which Electron does not: it is decided before. */
  async close(): Promise<void> {
    await this.requests.decided()
    await this.page.close()
  }

  async deliver(channel: string, args: unknown[]): Promise<void> {
    await this.toPreload({ type: 'event', channel, args: encode(args) })
  }

  /** In a visible window the title bar shows the document's title. */
  async setTitle(title: string): Promise<void> {
    if (this.parts.visible) await this.toPreload({ type: 'title', title })
  }

  private async injectWorlds(devtools: CDPSession, preload: string, preloadPath: string): Promise<void> {
    const names = JSON.stringify(this.names)
    const environment = JSON.stringify({
      platform: process.platform, arch: process.arch, versions: { node: process.versions.node }, argv: [], env: {}, type: 'renderer',
    })
    const wrapped = `function (require, module, exports, process, global) {\n${preload}\n}`
    await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${mainWorld})(${names}, ${makeCodec})` })
    await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: WORLD,
      source: `(${isolatedWorld})(${names}, ${makeCodec}, ${environment}, ${wrapped})\n//# sourceURL=${preloadPath}`,
    })
  }

  private watchPage(): void {
    const { page, addresses, observer } = this.parts
    page.on('pageerror', (error) => { observer.error(String(error)) })
    page.on('console', (message) => { if (message.type() === 'error') observer.error(message.text()) })
    page.on('domcontentloaded', () => { this.notify('dom-ready') })
    page.on('load', () => {
      this.notify('did-finish-load')
      if (this.shown) return
      this.shown = true
      this.notify('ready-to-show')
    })
    page.on('framenavigated', (frame) => {
      // As in Electron, a browser page about an error is no navigation.
      if (frame.url().startsWith('chrome-error:')) return
      const url = addresses.toApplication(frame.url())
      if (frame === page.mainFrame()) this.notify('did-navigate', url)
      this.notify('did-frame-navigate', url)
    })
    page.on('requestfailed', (request) => {
      const failure = request.isNavigationRequest() ? failureOf(request.failure()?.errorText) : null
      if (failure === null) return
      this.notify('did-fail-load', ...failure, addresses.toApplication(request.url()), request.frame() === page.mainFrame())
    })
    page.on('download', (download) => { this.inBackground(this.download(download)) })
    new Loading(page, (name) => { this.notify(name) })
    page.on('close', () => { this.notify('closed-by-user') })
    page.on('crash', () => { this.notify('render-process-gone', { reason: 'crashed', exitCode: 1 }) })
  }

  /** Runs work without waiting for it: reports its errors to the observer, unless the window has been closed. */
  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.page.isClosed() && !isClosed(error)) this.parts.observer.error(String(error))
    })
  }

  private notify(name: string, ...args: unknown[]): void {
    this.parts.line.notify('page-event', this.parts.id, name, ...args)
  }

  private async download(download: Download): Promise<void> {
    await download.cancel()
    const { id, line, addresses, observer } = this.parts
    const url = addresses.toApplication(download.url())
    if (!await line.call<boolean>('will-download', id, url)) {
      observer.error(`download of ${url}: only what is prevented is in the Electron stand-in`)
    }
  }

  private async windowOpen(url: string, name: string): Promise<void> {
    const { id, line, addresses, observer } = this.parts
    const action = await line.call<string>('window-open', id, addresses.toApplication(url), name)
    if (action !== 'deny') observer.error(`window.open(${url}): only 'deny' is in the Electron stand-in`)
  }

  private async toPreload(message: object): Promise<void> {
    const expression = `${this.names.deliver}(${JSON.stringify(JSON.stringify(message))})`
    try {
      await this.devtools?.send('Runtime.evaluate', { contextId: this.preloadContext, expression })
    } catch (error) {
      // The page has been closed or is loading another document, so nothing can receive the message.
      if (!this.page.isClosed() && !isClosed(error) && !/context|navigated/i.test(String(error))) throw error
    }
  }

  private async fromPreload(message: PreloadMessage): Promise<void> {
    const { id, line, addresses, observer } = this.parts
    const url = addresses.toApplication(this.page.url())
    switch (message.type) {
      case 'preload-error': {
        const error = decode(message.error, () => undefined) as Error
        observer.error(`preload: ${String(error.stack)}`)
        this.notify('preload-error', '', error)
        return
      }
      case 'open': return await this.windowOpen(message.url, message.name)
      case 'title': return this.notify('title', message.title)
      case 'send': return line.notify('send', id, url, message.channel, decode(message.args, () => undefined))
      case 'invoke': await this.toPreload({ type: 'result', id: message.id, ...await this.invoke(url, message) })
    }
  }

  private async invoke(url: string, { channel, args }: { channel: string, args: string }): Promise<object> {
    try {
      const value = await this.parts.line.call('invoke', this.parts.id, url, channel, decode(args, () => undefined))
      return { value: encode(value, undefined) }
    } catch (error) {
      const text = error instanceof RemoteError ? error.message : String(error)
      return { error: `Error invoking remote method '${channel}': ${text}` }
    }
  }
}
