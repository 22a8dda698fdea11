import { app, Notification, type BrowserWindow } from 'electron'
import type { System } from '../../desk/services.ts'
import { applicationId } from '../installation/application-id.ts'
import { showWindow } from '../window/window.ts'

/** Whether this system can show notices. */
export function showsNotices(): boolean {
  return Notification.isSupported()
}

/** Creates the function that shows a notice and closes the last one. A click brings the window to the front. */
export function createSystemNotices(window: BrowserWindow): System['showNotice'] {
  if (process.platform === 'win32') app.setAppUserModelId(applicationId)
  // The reference is kept because a notice without one may lose its click.
  let last: Notification | null = null
  return (body, clicked) => {
    if (!showsNotices()) return
    last?.close()
    last = new Notification({ title: 'Gateway Console', body })
    last.on('click', () => {
      showWindow(window)
      clicked()
    })
    last.show()
  }
}

/** The address of the page without its query; null unless its window has the focus. */
export function pageInFront(window: BrowserWindow): string | null {
  if (window.isDestroyed() || !window.isFocused()) return null
  return new URL(window.webContents.getURL()).hash.slice(1).split('?')[0] ?? null
}
