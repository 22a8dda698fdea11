// The entry of a tiny application that only prints: the product's own module, exposed to tests.
import { app, BrowserWindow, protocol } from 'electron'
import type { Printing } from '../../../electron/desk/printing.ts'
import { builtPage } from '../../../electron/main/page/address.ts'
import { guardEveryContents } from '../../../electron/main/page/guards.ts'
import { registerPageScheme } from '../../../electron/main/page/scheme.ts'
import { createPrinting } from '../../../electron/main/printing/printing.ts'

/** The handle for tests in the main process. */
export interface PrintMainGlobals {
  printing: Printing
  /** What was refused. */
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
