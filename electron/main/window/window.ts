import { BrowserWindow, nativeTheme, screen, type Session, type WebContents } from 'electron'
import { describeError, type Log } from '../../common/processes/log.ts'
import type { PageAddress } from '../page/address.ts'
import { keepFitting, placeIn } from './size.ts'

/** The page's background in both themes, so that the window does not flash before the page is drawn. */
const ground = { light: '#f6f7f8', dark: '#11141a' }

/** A page whose process dies more often is not loaded again. */
const mostDeaths = 3

/** Creates the window, hidden. Load it with `loadPage`. */
export function createWindow({ session, preload, devTools }: {
  session: Session
  preload: string
  devTools: boolean
}): BrowserWindow {
  const window = new BrowserWindow({
    ...placeIn(screen.getPrimaryDisplay().workArea),
    show: false,
    title: 'Gateway Console',
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      session,
      preload,
      // SECURITY: the page is treated as hostile: no Node, context isolation, Chromium's sandbox.
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      devTools,
      spellcheck: false,
      // SECURITY: a file or link dropped onto the window must not replace the page.
      navigateOnDragDrop: false,
    },
  })
  keepFitting(window, screen)
  return window
}

/** Loads the page, and reloads it if its process dies. Calls `onLost` if it cannot be loaded or dies too often. */
export async function loadPage(window: BrowserWindow, page: PageAddress, log: Log, onLost: () => void): Promise<void> {
  let deaths = 0
  const load = async () => {
    try {
      await window.loadURL(page.url)
    } catch (error) {
      // The window was closed while loading, so the failure does not matter.
      if (window.isDestroyed()) return
      log.error('page-not-loaded', describeError(error))
      onLost()
    }
  }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    deaths += 1
    log.error('page-process-gone', { state: reason, count: deaths })
    if (deaths > mostDeaths) onLost()
    else void load()
  })
  // SECURITY: some navigations reach no guard (about:blank uses no network); the page is loaded again then.
  window.webContents.on('did-navigate', (_event, url) => {
    if (page.isOwn(url)) return
    log.warn('page-went-elsewhere')
    void load()
  })
  await load()
}

/** Brings the window to the front. */
export function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Whether the page has drawn anything. */
export async function isDrawn(contents: WebContents): Promise<boolean> {
  const children: unknown = await contents.executeJavaScript(`document.querySelector('#app')?.childElementCount ?? 0`)
  return typeof children === 'number' && children > 0
}
