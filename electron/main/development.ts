/**
 * What a run from source takes from its environment, and what it offers to developers.
 *
 * SECURITY: only `from-source.ts` imports this module, and no package contains that entry: an installed application has
 * no code that reads these variables, whatever its program is called or told.
 */
import { resolve } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import type { PageAddress } from './page/address.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What differs in a run from source. */
export interface Development {
  /** The folder of the data, absolute; null for the system's own. */
  readonly userData: string | null
  /** The page of a development server; null for the built one. */
  readonly page: PageAddress | null
  /** `none`: secrets live for this run. On Windows and macOS only this keeps tests out of a person's own keychain. */
  readonly keychain: 'system' | 'none'
  /** How long a submission of the built-in gateway stays under way, in milliseconds; null for the usual time. */
  readonly processingMs: number | null
  /** What the menu offers in addition. */
  readonly menuItems: readonly MenuItemConstructorOptions[]
  /** Whether the developer tools ask for this address. */
  isToolAddress(url: string): boolean
}

/** Reads the environment; what is not well formed counts as not given. */
export function developmentIn(environment: Environment): Development {
  const { GATEWAY_CONSOLE_USER_DATA: userData = '', ELECTRON_RENDERER_URL: pageUrl = '' } = environment
  const processingMs = environment.GATEWAY_CONSOLE_SANDBOX_PROCESSING_MS ?? ''
  return {
    // Electron refuses a relative path by an exception, before anything could be said about it.
    userData: userData === '' ? null : resolve(userData),
    page: pageUrl === '' ? null : serverPage(pageUrl),
    keychain: environment.GATEWAY_CONSOLE_KEYCHAIN === 'none' ? 'none' : 'system',
    processingMs: /^\d{1,7}$/.test(processingMs) ? Number(processingMs) : null,
    menuItems: [{ role: 'reload' }, { role: 'toggleDevTools' }],
    isToolAddress: (url) => url.startsWith('devtools://'),
  }
}

/** The page as a development server gives it; it may load itself again. */
function serverPage(address: string): PageAddress {
  const { href, origin } = new URL(address)
  // The server tells of changed files through a web socket.
  const socket = origin.replace(/^http/, 'ws')
  return {
    url: href,
    origin,
    // SECURITY: with the slash, so that another port or a name before `@` does not count.
    isOwn: (url) => url.startsWith(`${origin}/`) || url.startsWith(`${socket}/`),
    mayReload: (url) => url === href,
  }
}
