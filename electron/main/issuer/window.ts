import { BrowserWindow, screen, type Session } from 'electron'
import { foreignPage } from '../page/foreign-page.ts'

/** Shows that the content of this window is not ours. */
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
    // As in a browser: pages without a background colour are shown on white.
    backgroundColor: '#ffffff',
    webPreferences: {
      ...foreignPage,
      session,
      disableWakeLocks: true,
      autoplayPolicy: 'document-user-activation-required',
    },
  })
  // On macOS the menu is the application's, and a window has none of its own.
  if (process.platform !== 'darwin') window.removeMenu()
  // SECURITY: the title is ours; a page can't call itself Gateway Console.
  window.on('page-title-updated', (event) => { event.preventDefault() })
  // SECURITY: closing always works: a page that hangs, or requests a confirmation, cannot keep its window.
  window.on('close', () => {
    setImmediate(() => { if (!window.isDestroyed()) window.destroy() })
  })
  return window
}
