import { app, session } from 'electron'
import type { Log } from '../../common/log.ts'
import type { BuiltPaths } from '../installation/paths.ts'
import { builtPage, type PageAddress } from '../page/address.ts'
import { cutFromNetwork, guardEveryContents, guardSession, type ContentsGuards } from '../page/guards.ts'
import { servePage } from '../page/scheme.ts'
import { createWindow, loadPage } from './window.ts'

/** The window of the page, hidden, while its page loads. */
export interface FirstWindow {
  readonly window: ReturnType<typeof createWindow>
  /** Separate rules for the pages of issuers. */
  readonly issuerGuards: ContentsGuards
  readonly loaded: Promise<void>
  /** Resolves once the page has drawn something to show. */
  readonly drawn: Promise<void>
  /** Resolves if the page cannot be loaded or dies too often. */
  readonly lost: Promise<void>
}

/**
 * Creates the window of the page and starts to load it, so that Chromium works while main evaluates the rest of its
 * code and opens the history. No script of the page runs before `callsServed` resolves.
 */
export async function openFirstWindow({ built, page, devTools, isToolAddress, log, callsServed }: {
  built: BuiltPaths
  page: PageAddress
  devTools: boolean
  /** Whether the developer tools ask for an address. */
  isToolAddress: (url: string) => boolean
  log: Log
  callsServed: Promise<void>
}): Promise<FirstWindow> {
  await app.whenReady()
  const issuerGuards: ContentsGuards = new WeakMap()
  guardEveryContents(app, issuerGuards, page, log)
  // SECURITY: a session in memory: nothing that the page shows, fetches or stores is written to the disk.
  const pageSession = session.fromPartition('page', { cache: false })
  guardSession(pageSession, (url) => page.isOwn(url) || isToolAddress(url), log)
  if (page === builtPage) {
    await cutFromNetwork(pageSession)
    servePage(pageSession.protocol, built.page, callsServed)
  }

  const window = createWindow({ session: pageSession, preload: built.preload, devTools })
  const drawn = new Promise<void>((resolve) => { window.once('ready-to-show', () => { resolve() }) })
  const lost = Promise.withResolvers<void>()
  const load = () => loadPage(window, page, log, lost.resolve)
  // The server of development does not wait with its scripts.
  const loaded = page === builtPage ? load() : callsServed.then(load)
  return { window, issuerGuards, loaded, drawn, lost: lost.promise }
}
