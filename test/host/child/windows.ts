import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { app } from './app.ts'
import { line } from './config.ts'
import { askBeforeRequest, serveProtocol, session, type Session } from './session.ts'
import { emitPreventable, strict } from './strict.ts'

export interface WindowOptions {
  x?: number
  y?: number
  width?: number
  height?: number
  minWidth?: number
  minHeight?: number
  title?: string
  show?: boolean
  /** The window closes with its parent. */
  parent?: BrowserWindow
  webPreferences?: {
    preload?: string
    partition?: string
    session?: Session
    sandbox?: boolean
    contextIsolation?: boolean
    nodeIntegration?: boolean
    webSecurity?: boolean
  }
}

interface PdfOptions { generateTaggedPDF?: boolean, printBackground?: boolean, preferCSSPageSize?: boolean }

interface LoadOptions { postData?: { type: string, bytes: Buffer }[], extraHeaders?: string }

type WindowOpenHandler = (details: object) => { action: 'allow' | 'deny' }

const windows = new Map<number, BrowserWindow>()
let lastId = 0
app.openWindows = () => [...windows.values()]

class WebContents extends EventEmitter {
  readonly id: number
  readonly session: Session
  url = ''
  loading = false
  openHandler: WindowOpenHandler = () => ({ action: 'allow' })
  private zoom = 1

  constructor(id: number, own: Session) {
    super()
    this.id = id
    this.session = own
  }

  send(channel: string, ...args: unknown[]) {
    try {
      structuredClone(args)
    } catch {
      throw new Error('An object could not be cloned.')
    }
    if (windows.has(this.id)) line.notify('deliver', this.id, channel, args)
  }

  getURL() { return this.url }
  getType() { return 'window' }
  setWindowOpenHandler(handler: WindowOpenHandler) { this.openHandler = handler }
  isDestroyed() { return !windows.has(this.id) }
  isLoading() { return this.loading }
  setIgnoreMenuShortcuts() {}
  setAudioMuted() {}
  private webRtcPolicy = 'default'
  setWebRTCIPHandlingPolicy(policy: string) { this.webRtcPolicy = policy }
  getWebRTCIPHandlingPolicy() { return this.webRtcPolicy }
  focus() {}
  getZoomFactor() { return this.zoom }
  setZoomFactor(factor: number) { this.zoom = factor }
  setVisualZoomLevelLimits() { return Promise.resolve() }
  /** The options are Electron's; Chromium's own command prints. */
  async printToPDF({ generateTaggedPDF = false, printBackground = false, preferCSSPageSize = false }: PdfOptions = {}) {
    return Buffer.from(await line.call<string>('printToPDF', this.id, { generateTaggedPDF, printBackground, preferCSSPageSize }), 'base64')
  }

  /** Records the page instead of asking for a printer; `host.onPrint` answers as a person would. */
  print(_options: object, done?: (success: boolean, reason: string) => void) {
    void line.call<boolean>('print', this.id).then((success) => { done?.(success, success ? '' : 'Print job canceled') })
  }

  executeJavaScript(code: string) { return line.call('evaluate', this.id, code) }
  reload() { void line.call('reload', this.id) }
}

const headersOf = (lines: string) => Object.fromEntries(lines.split('\n').filter(Boolean).map((line) => {
  const [name = '', ...value] = line.split(':')
  return [name.trim().toLowerCase(), value.join(':').trim()]
}))

export class BrowserWindow extends EventEmitter {
  readonly id: number
  readonly webContents: WebContents
  private destroyed = false
  private visible: boolean
  private minimized = false
  private maximized = false
  private bounds: { x: number, y: number, width: number, height: number }
  private minimum: [width: number, height: number]
  title: string

  constructor(options: WindowOptions = {}) {
    super()
    this.id = ++lastId
    this.visible = options.show !== false
    this.minimum = [options.minWidth ?? 0, options.minHeight ?? 0]
    this.bounds = this.largeEnough({
      x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600,
    })
    this.title = options.title ?? app.getName()
    const preferences = options.webPreferences ?? {}
    if (preferences.nodeIntegration || preferences.contextIsolation === false || preferences.sandbox === false
      || preferences.webSecurity === false) {
      throw new Error('the Electron stand-in only has sandboxed, isolated windows')
    }
    const { partition } = preferences
    const own = preferences.session ?? (partition ? session.fromPartition(partition) : session.defaultSession)
    this.webContents = strict(new WebContents(this.id, own), 'webContents')
    const proxy = strict(this, 'BrowserWindow')
    windows.set(this.id, proxy)
    line.notify('create', this.id, {
      ...this.bounds,
      partition: own.partition,
      preload: preferences.preload ? readFileSync(preferences.preload, 'utf8') : '',
      preloadPath: preferences.preload ?? '',
    })
    options.parent?.once('closed', () => { this.destroy() })
    // Before the constructor returns, as in Electron.
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, proxy)
    return proxy
  }

  static getAllWindows(): BrowserWindow[] { return [...windows.values()] }
  static fromWebContents(contents: WebContents) { return windows.get(contents.id) ?? null }
  static fromId(id: number) { return windows.get(id) ?? null }
  static getFocusedWindow() { return [...windows.values()].at(-1) ?? null }

  loadURL(url: string, { postData, extraHeaders = '' }: LoadOptions = {}) {
    this.webContents.url = url
    const body = postData ? Buffer.concat(postData.map(({ bytes }) => bytes)) : null
    const post = body ? { body, headers: headersOf(extraHeaders) } : null
    return line.call('load', this.id, url, post)
  }

  isDestroyed() { return this.destroyed }

  close() {
    if (!emitPreventable(this, 'close')) this.destroy()
  }

  destroy() {
    if (this.destroyed) return
    this.destroyed = true
    line.notify('close', this.id)
    windows.delete(this.id)
    this.webContents.emit('destroyed')
    this.emit('closed')
    if (windows.size > 0 || app.isQuitting()) return
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
    else app.quit()
  }

  show() {
    this.visible = true
    this.emit('show')
  }

  showInactive() { this.show() }

  hide() {
    this.visible = false
    this.emit('hide')
  }

  isVisible() { return this.visible }
  focus() { this.emit('focus') }
  isFocused() { return true }
  isMinimized() { return this.minimized }
  isMaximized() { return this.maximized }
  isFullScreen() { return false }

  minimize() {
    this.minimized = true
    this.emit('minimize')
  }

  restore() {
    this.minimized = false
    this.emit('restore')
  }

  maximize() {
    this.maximized = true
    this.emit('maximize')
  }

  unmaximize() {
    this.maximized = false
    this.emit('unmaximize')
  }

  getBounds() { return { ...this.bounds } }
  getNormalBounds() { return { ...this.bounds } }

  setBounds(bounds: Partial<typeof this.bounds>) {
    const { x, y } = this.bounds
    this.bounds = this.largeEnough({ ...this.bounds, ...bounds })
    if (this.bounds.x !== x || this.bounds.y !== y) this.emit('move')
    line.notify('bounds', this.id, this.bounds)
    this.emit('resize')
  }

  private largeEnough(bounds: typeof this.bounds) {
    const [width, height] = this.minimum
    return { ...bounds, width: Math.max(width, bounds.width), height: Math.max(height, bounds.height) }
  }

  setSize(width: number, height: number) { this.setBounds({ width, height }) }

  setTitle(title: string) {
    this.title = title
    line.notify('title', this.id, title)
  }

  getTitle() { return this.title }
  setMenu() {}
  removeMenu() {}
  setMenuBarVisibility() {}
  setAutoHideMenuBar() {}
  setBackgroundColor() {}
  setContentProtection() {}
  setMinimumSize(width: number, height: number) { this.minimum = [width, height] }
  getMinimumSize() { return [...this.minimum] }
  setProgressBar() {}
  flashFrame() {}
}

export const windowOf = (id: number) => windows.get(id)

// Events of a window's page, from the host.
line.handle('page-event', (id: number, name: string, ...args: unknown[]) => {
  const window = windows.get(id)
  if (!window) return
  if (name === 'ready-to-show') window.emit('ready-to-show')
  else if (name === 'closed-by-user') window.close()
  else if (name === 'title') {
    if (!emitPreventable(window, 'page-title-updated', {}, args[0], true)) window.title = String(args[0])
  } else if (name === 'did-navigate') {
    window.webContents.url = String(args[0])
    window.webContents.emit('did-navigate', {}, args[0])
  } else {
    if (name === 'did-start-loading') window.webContents.loading = true
    if (name === 'did-stop-loading') window.webContents.loading = false
    window.webContents.emit(name, {}, ...args)
  }
})

const contentsOf = (id: number): WebContents => {
  const window = windows.get(id)
  if (!window) throw new Error('the window is closed')
  return window.webContents
}

line.handle('will-navigate', (id: number, url: string, isMainFrame: boolean) => {
  const contents = contentsOf(id)
  const prevented = emitPreventable(contents, 'will-frame-navigate', { url, isMainFrame })
  return isMainFrame && emitPreventable(contents, 'will-navigate', { url, isMainFrame }, url) || prevented
})
line.handle('will-redirect', (id: number, url: string, isMainFrame: boolean) =>
  emitPreventable(contentsOf(id), 'will-redirect', { url, isMainFrame }, url))
line.handle('will-download', (id: number, url: string) => {
  const contents = contentsOf(id)
  return emitPreventable(contents.session, 'will-download', {}, { getURL: () => url }, contents)
})
line.handle('window-open', (id: number, url: string, frameName: string) =>
  contentsOf(id).openHandler({ url, frameName, features: '', disposition: 'foreground-tab' }).action)
line.handle('before-request', (id: number, details: { body?: Uint8Array }) => askBeforeRequest(contentsOf(id).session, details))
line.handle('protocol', (id: number, scheme: string, request: Parameters<typeof serveProtocol>[2]) =>
  serveProtocol(contentsOf(id).session, scheme, request))
