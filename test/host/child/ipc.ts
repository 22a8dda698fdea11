import { EventEmitter } from 'node:events'
import { line } from './config.ts'
import { strict } from './strict.ts'
import { windowOf } from './windows.ts'

type InvokeHandler = (event: object, ...args: unknown[]) => unknown

class IpcMain extends EventEmitter {
  readonly handlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler) {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: InvokeHandler) {
    this.handle(channel, (...args) => {
      this.handlers.delete(channel)
      return handler(...args)
    })
  }

  removeHandler(channel: string) { this.handlers.delete(channel) }
}

export const ipcMain = strict(new IpcMain(), 'ipcMain')

/** The sender as Electron describes it; only the top frame has the bridge. */
function frameEvent(windowId: number, url: string) {
  const sender = windowOf(windowId)?.webContents
  const origin = /^[^:]+:\/\/[^/]*/.exec(url)?.[0] ?? 'null'
  const senderFrame = { url, origin, parent: null, top: null, routingId: 1, processId: windowId, detached: false, name: '' }
  return { type: 'frame', sender, senderFrame: { ...senderFrame, top: senderFrame }, processId: windowId, frameId: 1 }
}

line.handle('invoke', async (windowId: number, url: string, channel: string, args: unknown[]) => {
  const handler = ipcMain.handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return await handler(frameEvent(windowId, url), ...args)
})

line.handle('send', (windowId: number, url: string, channel: string, args: unknown[]) => {
  ipcMain.emit(channel, frameEvent(windowId, url), ...args)
})
