import { dialog, type BrowserWindow } from 'electron'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import type { Emit } from '../../desk/services.ts'
import { showWindow } from '../window/window.ts'

/**
 * Informs the person that quitting waits for a send: in the page, and in the window's title, which the system shows in
 * its list of programs that delay the end of the session. Without a window, in a message box of the system.
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

/** Asks whether to quit while a batch is being sent. True if the batch may be paused. */
export async function mayPauseBatch(window: BrowserWindow): Promise<boolean> {
  const question = {
    type: 'question' as const, title: 'Gateway Console', message: 'A batch is being sent.',
    detail: 'Pausing keeps the rows that wait for later. Rows that are being sent get their outcome first.',
    buttons: ['Stay', 'Pause and quit'], defaultId: 0, cancelId: 0,
  }
  const { response } = window.isDestroyed()
    ? await dialog.showMessageBox(question) : await dialog.showMessageBox(window, question)
  return response === 1
}
