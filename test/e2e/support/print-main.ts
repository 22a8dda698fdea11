// The entry of a small application that only prints: it exposes the product's printing module to tests.
import { app, BrowserWindow, protocol } from 'electron'
import type { Printing } from '../../../electron/desk/printing.ts'
import { builtPage } from '../../../electron/main/page/address.ts'
import { guardEveryContents } from '../../../electron/main/page/guards.ts'
import { registerPageScheme } from '../../../electron/main/page/scheme.ts'
import { createPrinting } from '../../../electron/main/printing/printing.ts'

/** The handle for tests in the main process. */
export interface PrintMainGlobals {
  printing: Printing
  /** The log entries of refused requests. */
  denied: unknown[]
}

registerPageScheme(protocol)
void app.whenReady().then(() => {
  const denied: unknown[] = []
  const log = {
    info: () => undefined, error: () => undefined,
    warn: (event: string, fields?: object) => { denied.push({ event, ...fields }) },
  }
  guardEveryContents(app, new WeakMap(), builtPage, log)
  const parent = new BrowserWindow({ title: 'Prints' })
  Object.assign(globalThis, { printing: createPrinting({ parent, log }), denied } satisfies PrintMainGlobals)
  void parent.loadURL('data:text/html,prints')
})
