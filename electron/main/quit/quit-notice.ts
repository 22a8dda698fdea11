import { dialog, type BrowserWindow } from 'electron'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { Emit } from '../../desk/services.ts'
import { showWindow } from '../window/window.ts'

/**
 * Notifies the person that quitting waits for a send: in the page, and by the window's title in the system's list of
 * programs that delay the end of the session. Without a window, in a message of the system.
 */
export function notifyWaiting(window: BrowserWindow, emit: Emit, operation: OperationId): void {
  if (window.isDestroyed()) {
    const message = 'Gateway Console closes when the gateway has answered the current request.'
    void dialog.showMessageBox({ type: 'info', message })
    return
  }
  window.setTitle('Waiting for the gateway – Gateway Console')
  showWindow(window)
  emit('app.quitWaits', { operation })
}
