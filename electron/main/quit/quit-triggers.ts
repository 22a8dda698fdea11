/** Leads every event that can end the application to the one way out. */
import type { App, BrowserWindow, Event, PowerMonitor } from 'electron'
import type { Quit } from './quit.ts'

/** The parts of Electron that report an end. */
export interface EndSources {
  readonly app: App
  readonly powerMonitor: PowerMonitor
  readonly window: BrowserWindow
}

/** Routes closing the window, quitting, signals and the end of the system's session through `quit`. */
export function routeEndsThrough(quit: Quit, { app, powerMonitor, window }: EndSources): void {
  const instead = (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    quit.request()
  }
  app.on('before-quit', instead)
  window.on('close', instead)
  const insteadNow = (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    quit.requestNow()
  }
  // The event is not in Electron's types; preventing it delays the end of the session (Linux, macOS).
  powerMonitor.on('shutdown', insteadNow as () => void)
  // Windows asks first, and the end may still be cancelled: only a send in progress is a reason to delay it.
  window.on('query-session-end', (event) => {
    if (quit.waitsFor() !== null) insteadNow(event)
  })
  // Electron ends the process right after this event. That is a kill, after which nothing that was sent is lost. The
  // request does only what the remaining time permits.
  window.on('session-end', () => { quit.requestNow() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => { quit.requestNow() })
}
