/** Routes every event that can end the application through `Quit`. */
import type { App, BrowserWindow, Event, PowerMonitor } from 'electron'
import type { Quit } from './quit.ts'

/** The objects of Electron that emit these events. */
export interface EndSources {
  readonly app: App
  readonly powerMonitor: PowerMonitor
  readonly window: BrowserWindow
}

/** Makes closing the window, quitting, signals and the end of the system's session call `quit` quitInstead. */
export function routeQuitEvents(quit: Quit, { app, powerMonitor, window }: EndSources): void {
  const quitInstead = (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    quit.request()
  }
  app.on('before-quit', quitInstead)
  window.on('close', quitInstead)
  const quitNowInstead = (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    quit.requestNow()
  }
  // Electron's types lack this event. Preventing it delays the end of the session (Linux, macOS).
  powerMonitor.on('shutdown', quitNowInstead as () => void)
  // Windows asks first and may cancel the end, so only a send in progress delays it.
  window.on('query-session-end', (event) => {
    if (quit.waitsFor() !== null) quitNowInstead(event)
  })
  // Electron ends the process right after this event, like a kill; no sent request is lost by that. The call does only
  // what the remaining time permits.
  window.on('session-end', () => { quit.requestNow() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => { quit.requestNow() })
}
