import { app, ipcMain, session } from 'electron'
import type { Log } from '../../common/processes/log.ts'
import type { OwnPage } from '../../ipc/sender.ts'
import type { BuiltPaths } from '../installation/paths.ts'
import { builtPage, type PageAddress } from '../page/address.ts'
import { blockNetwork, guardEveryContents, guardSession, type ContentsGuards } from '../page/guards.ts'
import { countPolicyViolations } from '../page/policy-violations.ts'
import { servePage } from '../page/scheme.ts'
import { createWindow, loadPage } from './window.ts'

/** The window of the application, hidden, while its page loads. */
export interface FirstWindow {
  readonly window: ReturnType<typeof createWindow>
  readonly ownPage: OwnPage
  /** Number of violations of the content security policy so far. */
  readonly policyViolations: () => number
  /** Guards for the pages of issuers. */
  readonly issuerGuards: ContentsGuards
  readonly loaded: Promise<void>
  /** Resolves when the page can be shown. */
  readonly drawn: Promise<void>
  /** Resolves if the page cannot be loaded, or its process dies too often. */
  readonly lost: Promise<void>
}

/**
 * Creates the window and starts to load its page. Chromium then works while main evaluates the rest of its code and
 * opens the history.
 */
export async function openFirstWindow({ built, page, devTools, isToolAddress, log }: {
  built: BuiltPaths
  page: PageAddress
  devTools: boolean
  /** Whether an address belongs to the developer tools. */
  isToolAddress: (url: string) => boolean
  log: Log
}): Promise<FirstWindow> {
  await app.whenReady()
  const issuerGuards: ContentsGuards = new WeakMap()
  guardEveryContents(app, issuerGuards, page, log)
  // SECURITY: a session in memory: nothing that the page shows, fetches or stores is written to disk.
  const pageSession = session.fromPartition('page', { cache: false })
  guardSession(pageSession, (url) => page.isOwn(url) || isToolAddress(url), log)
  if (page === builtPage) {
    await blockNetwork(pageSession)
    servePage(pageSession.protocol, built.page)
  }

  const window = createWindow({ session: pageSession, preload: built.preload, devTools })
  const drawn = new Promise<void>((resolve) => { window.once('ready-to-show', () => { resolve() }) })
  const lost = Promise.withResolvers<void>()
  const ownPage: OwnPage = { origin: page.origin, isSender: (sender) => sender === window.webContents }
  const policyViolations = countPolicyViolations(ipcMain, ownPage, log)
  const loaded = loadPage(window, page, log, lost.resolve)
  return { window, ownPage, policyViolations, issuerGuards, loaded, drawn, lost: lost.promise }
}
