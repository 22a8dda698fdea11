// The small modules. Functions that need a desktop are passed to the host, which records them or asks a person.
import { EventEmitter } from 'node:events'
import { config, line } from './config.ts'
import { strict } from './strict.ts'

let copied = ''

export const clipboard = strict({
  async writeText(text: string) {
    copied = text
    await line.call('clipboard', text)
  },
  async readText() { return copied },
  clear() { copied = '' },
}, 'clipboard')

interface DialogOptions { cancelId?: number, defaultId?: number }

/** The dialog's window is optional: the options are the last argument. */
const askHost = (kind: string, args: unknown[]) => line.call<object | undefined>('dialog', kind, args.at(-1))

export const dialog = strict({
  showOpenDialog: async (...args: unknown[]) => await askHost('showOpenDialog', args) ?? { canceled: true, filePaths: [] },
  showSaveDialog: async (...args: unknown[]) => await askHost('showSaveDialog', args) ?? { canceled: true, filePath: '' },
  showMessageBox: async (...args: unknown[]) => {
    const { cancelId, defaultId = 0 } = args.at(-1) as DialogOptions
    return await askHost('showMessageBox', args) ?? { response: cancelId ?? defaultId, checkboxChecked: false }
  },
  showErrorBox(title: string, content: string) {
    console.error(`[dialog] ${title}: ${content}`)
    line.notify('errorBox', title, content)
  },
}, 'dialog')

export const shell = strict({
  openExternal: (url: string) => line.call('openExternal', url),
  showItemInFolder: (path: string) => { line.notify('showItemInFolder', path) },
  beep() {},
}, 'shell')

class NativeTheme extends EventEmitter {
  private source = 'system'
  shouldUseHighContrastColors = false
  get themeSource() { return this.source }
  set themeSource(source: string) {
    this.source = source
    line.notify('theme', source)
    this.emit('updated')
  }

  get shouldUseDarkColors() { return this.source === 'system' ? config.dark : this.source === 'dark' }
}
export const nativeTheme = strict(new NativeTheme(), 'nativeTheme')

const { workArea } = config
const display = {
  id: 1, bounds: workArea, workArea, workAreaSize: { width: workArea.width, height: workArea.height }, scaleFactor: 1,
}
export const screen = strict(Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
}), 'screen')

/** Tests emit `suspend`, `resume`, `lock-screen` and `shutdown` on it. */
export const powerMonitor = strict(new EventEmitter(), 'powerMonitor')

export const crashReporter = strict({ start() {} }, 'crashReporter')

const emptyImage = { isEmpty: () => true }
export const nativeImage = strict({
  createEmpty: () => emptyImage,
  createFromPath: () => emptyImage,
}, 'nativeImage')

/** Shows nothing: tests read `shown` and emit `click` on its notices. */
class NotificationStandIn extends EventEmitter {
  static readonly shown: NotificationStandIn[] = []
  static isSupported() { return !config.visible }
  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: { title?: string, body?: string } = {}) {
    super()
    this.title = title
    this.body = body
  }

  show() { NotificationStandIn.shown.push(this) }
  close() { this.emit('close') }
}
export const Notification = strict(NotificationStandIn, 'Notification')
