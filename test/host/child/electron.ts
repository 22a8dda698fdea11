// The main process's `electron` for plain Node: state is kept here, pages are in the host process.
import { app } from './app.ts'
import { line } from './config.ts'
import { ipcMain } from './ipc.ts'
import { Menu, MenuItem } from './menu.ts'
import { clipboard, crashReporter, dialog, nativeImage, nativeTheme, Notification, powerMonitor, screen, shell } from './services.ts'
import { protocol, session } from './session.ts'
import { strict } from './strict.ts'
import { utilityProcess } from './utility-process.ts'
import { BrowserWindow } from './windows.ts'

const electron = strict({
  app, BrowserWindow, clipboard, crashReporter, dialog, ipcMain, Menu, MenuItem, nativeImage, nativeTheme, Notification,
  powerMonitor, protocol, screen, session, shell, utilityProcess,
}, 'electron')

export {
  app, BrowserWindow, clipboard, crashReporter, dialog, ipcMain, Menu, MenuItem, nativeImage, nativeTheme, Notification,
  powerMonitor, protocol, screen, session, shell, utilityProcess,
}
export default electron
// `require('electron')` returns the strict object itself, so that an error names what is missing.
export { electron as 'module.exports' }

// Runs a test's function in the main process with `electron` as its first argument.
line.handle('evaluate', async (source: string, argument: unknown) => {
  const run = (0, eval)(`(${source})`) as (modules: typeof electron, argument: unknown) => unknown
  return await run(electron, argument)
})
