import type { Protocol } from 'electron'
import { pageScheme } from './address.ts'
import { servePageFiles } from './files.ts'

/**
 * Gives the app:// scheme an origin, secure contexts and `fetch`-like loading. Call it before the application is ready.
 */
export function registerPageScheme(protocol: Protocol): void {
  // SECURITY: not file:, whose pages can read the disk. `bypassCSP` stays off.
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built page in `folder` under the app:// scheme. */
export function servePage(protocol: Protocol, folder: string): void {
  protocol.handle(pageScheme, servePageFiles(folder))
}
