import { BrowserWindow, screen, type Session } from 'electron'
import { foreignPage } from '../page/foreign-page.ts'

/** A title which shows that the content of this window is not ours. */
const title = 'Issuer’s page — not Gateway Console'

/** Creates the window of one visit, beside `parent` and closed with it. The caller loads it. */
export function createIssuerWindow(parent: BrowserWindow, session: Session): BrowserWindow {
  const area = screen.getDisplayMatching(parent.getBounds()).workArea
  const window = new BrowserWindow({
    parent,
    width: Math.min(600, area.width),
    height: Math.min(720, area.height),
    title,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    // As in browsers: pages without a background colour appear on white.
    backgroundColor: '#ffffff',
    webPreferences: {
      ...foreignPage,
      session,
      disableWakeLocks: true,
      autoplayPolicy: 'document-user-activation-required',
    },
  })
  // On macOS the menu belongs to the application, not to a window.
  if (process.platform !== 'darwin') window.removeMenu()
  // SECURITY: the title is fixed, so that a page cannot call itself Gateway Console.
  window.on('page-title-updated', (event) => { event.preventDefault() })
  // SECURITY: the window always closes, even if its page hangs or asks for a confirmation.
  window.on('close', () => {
    setImmediate(() => { if (!window.isDestroyed()) window.destroy() })
  })
  return window
}
