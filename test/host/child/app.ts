import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, enableSandbox } from './command-line.ts'
import { config, line } from './config.ts'
import { SingleInstance } from './single-instance.ts'
import { emitPreventable, strict } from './strict.ts'

interface Closable { close(): void, isDestroyed(): boolean }

const folder = (name: string) => join(config.dir, name)

class App extends EventEmitter {
  name = config.name
  isPackaged = config.packaged
  commandLine = commandLine
  private readonly readiness = Promise.withResolvers<void>()
  private started = false
  private quitting = false
  private readonly instance = new SingleInstance()
  private readonly paths: Record<string, string> = {
    userData: folder('userData'),
    sessionData: folder('userData'),
    appData: folder('appData'),
    home: config.dir,
    temp: folder('temp'),
    logs: folder('logs'),
    crashDumps: folder('crashDumps'),
    downloads: folder('downloads'),
    documents: folder('documents'),
    desktop: folder('desktop'),
  }
  /** Set by the windows' module: what must be closed before the application may quit. */
  openWindows: () => Closable[] = () => []

  whenReady() { return this.readiness.promise }
  isReady() { return this.started }
  getName() { return this.name }
  setName(name: string) { this.name = name }
  getVersion() { return config.version }
  getAppPath() { return config.appPath }
  getLocale() { return 'en-US' }
  getSystemLocale() { return 'en-US' }
  getPreferredSystemLanguages() { return ['en-US'] }
  setAppUserModelId() {}
  setAboutPanelOptions() {}
  showAboutPanel() {}
  enableSandbox() {
    if (this.started) throw new Error('app.enableSandbox() can only be called before app is ready')
    enableSandbox()
  }

  disableHardwareAcceleration() {}
  private badge = 0
  setBadgeCount(count: number) {
    this.badge = count
    return true
  }

  getBadgeCount() { return this.badge }
  /** The proxy rule for `url` as PAC text. No proxy unless a test replaces this method. */
  async resolveProxy(_url: string) { return 'DIRECT' }
  focus() {}

  getPath(name: string) {
    if (name === 'exe') return config.program
    const path = this.paths[name]
    if (!path) throw new Error(`Failed to get '${name}' path`)
    mkdirSync(path, { recursive: true })
    return path
  }

  setPath(name: string, path: string) {
    if (!(name in this.paths)) throw new Error(`Failed to set path '${name}'`)
    this.paths[name] = path
  }

  requestSingleInstanceLock() {
    return this.instance.request(this.getPath('userData'), (argv) => { this.emit('second-instance', {}, argv, process.cwd(), {}) })
  }

  hasSingleInstanceLock() { return this.instance.holds() }
  releaseSingleInstanceLock() { this.instance.release() }
  isQuitting() { return this.quitting }

  quit() {
    if (this.quitting || emitPreventable(this, 'before-quit')) return
    // From here on `window-all-closed` is not emitted.
    this.quitting = true
    for (const window of this.openWindows()) {
      window.close()
      if (!window.isDestroyed()) {
        this.quitting = false
        return
      }
    }
    if (emitPreventable(this, 'will-quit')) {
      this.quitting = false
      return
    }
    this.emit('quit', {}, 0)
    this.exit(0)
  }

  exit(code = 0) {
    this.instance.release()
    setTimeout(() => process.exit(code), 0)
  }

  relaunch() { line.notify('relaunch') }

  start() {
    this.started = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
    this.readiness.resolve()
  }
}

const whole = new App()
export const app = strict(whole, 'app')

/** Called when the main bundle has been evaluated: emits `ready`. */
export const startApp = () => { whole.start() }

line.handle('quit', () => { app.quit() })
process.on('SIGTERM', () => { app.quit() })
