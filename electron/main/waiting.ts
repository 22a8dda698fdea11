import { dialog, type BrowserWindow } from 'electron'
import type { OperationId } from '#shared/gateway/operations.ts'
import type { Emit } from '../desk/services.ts'
import { showWindow } from './window.ts'

/**
 * Says that quitting waits for a send: in the page, and by the window's title in the system's list of what holds up the
 * end of the session. Without a window, in a message of the system.
 */
export function sayWaiting(window: BrowserWindow, emit: Emit, operation: OperationId): void {
  if (window.isDestroyed()) {
    const message = 'Gateway Console waits for the gateway\'s answer to a request under way, and closes then.'
    void dialog.showMessageBox({ type: 'info', message })
    return
  }
  window.setTitle('Waiting for the gateway – Gateway Console')
  showWindow(window)
  emit('app.quitWaits', { operation })
}
