/**
 * Settings of a run from source, read from its environment, and additions for developers.
 * SECURITY: only `from-source.ts` imports this module, and no package contains that entry. So an installed application
 * has no code that reads these variables.
 */
import { resolve } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import type { PageAddress } from './page/address.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings in which a run from source differs from a package. */
export interface Development {
  /** The data folder, absolute; null for the system's default. */
  readonly userData: string | null
  /** The page of a development server; null for the built one. */
  readonly page: PageAddress | null
  /**
   * `none`: secrets are stored for this run only. On Windows and macOS this is the only way to keep tests out of a
   * person's keychain.
   */
  readonly keychain: 'system' | 'none'
  /** How long a request to the built-in gateway is in progress, in milliseconds; null for the default. */
  readonly processingMs: number | null
  /** The longest delay until the next status query, in milliseconds; null for that of the polling plan. */
  readonly longestPollMs: number | null
  /** Additional items of the menu. */
  readonly menuItems: readonly MenuItemConstructorOptions[]
  /** Whether an address belongs to the developer tools. */
  isToolAddress(url: string): boolean
}

/** Reads the environment; invalid values count as absent. */
export function developmentIn(environment: Environment): Development {
  const { GATEWAY_CONSOLE_USER_DATA: userData = '', ELECTRON_RENDERER_URL: pageUrl = '' } = environment
  return {
    // Electron throws for a relative path, before anything could be reported.
    userData: userData === '' ? null : resolve(userData),
    page: pageUrl === '' ? null : serverPage(pageUrl),
    keychain: environment.GATEWAY_CONSOLE_KEYCHAIN === 'none' ? 'none' : 'system',
    processingMs: milliseconds(environment.GATEWAY_CONSOLE_SANDBOX_PROCESSING_MS),
    longestPollMs: milliseconds(environment.GATEWAY_CONSOLE_LONGEST_POLL_MS),
    menuItems: [{ role: 'reload' }, { role: 'toggleDevTools' }],
    isToolAddress: (url) => url.startsWith('devtools://'),
  }
}

function milliseconds(value = ''): number | null {
  return /^\d{1,7}$/.test(value) ? Number(value) : null
}

/** The page of a development server; it may reload itself. */
function serverPage(address: string): PageAddress {
  const { href, origin } = new URL(address)
  // The server reports changed files through a web socket.
  const socket = origin.replace(/^http/, 'ws')
  return {
    url: href,
    origin,
    // SECURITY: the slash is compared too, so that another port or a name before `@` does not match.
    isOwn: (url) => url.startsWith(`${origin}/`) || url.startsWith(`${socket}/`),
    mayReload: (url) => url === href,
  }
}
