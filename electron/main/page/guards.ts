/** Restrictions of a page, ours or one that replaced it, which do not depend on the page's own policy. */
import type { App, Session, WebContents } from 'electron'
import type { Log } from '../../common/processes/log.ts'
import type { PageAddress } from './address.ts'

/** Guards for the contents of certain sessions. A guard is applied to each contents of its session on creation. */
export type ContentsGuards = WeakMap<Session, (contents: WebContents) => void>

/** Denies the pages of a session all permissions, and every request that `mayRequest` does not accept. */
export function guardSession(session: Session, mayRequest: (url: string) => boolean, log: Log): void {
  // SECURITY: the page never uses the network; main reaches the gateway. Called for the app:// scheme too.
  session.webRequest.onBeforeRequest((details, callback) => {
    const cancel = !mayRequest(details.url)
    if (cancel) log.warn('page-request-denied', { message: details.resourceType })
    callback({ cancel })
  })
  // SECURITY: no camera, no notifications, no devices: the application needs no permission at all.
  session.setPermissionRequestHandler((_contents, _permission, callback) => { callback(false) })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => { event.preventDefault() })
  // SECURITY: the spelling checker fetches dictionaries from the network and would read typed text.
  session.setSpellCheckerEnabled(false)
}

/**
 * Sends everything that a session's network stack starts without calling `onBeforeRequest` (prefetched names, opened
 * connections) to a proxy that does not exist. The app:// scheme uses no proxy. Rejects if Electron refuses the
 * setting.
 */
export async function blockNetwork(session: Session): Promise<void> {
  // SECURITY: `<-loopback>` removes the exception for this computer: the page must not reach its services either.
  await session.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' })
}

/** A port that no service of a system uses, so connections are refused at once. */
const deadProxy = 'http://127.0.0.1:1'

/** Guards all web contents ever created: with the guard that `own` has for their session, else like our own page. */
export function guardEveryContents(app: App, own: ContentsGuards, page: PageAddress, log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    const guard = own.get(contents.session)
    // SECURITY: contents without separate rules are restricted like our page.
    if (guard === undefined) guardContents(contents, page, log)
    else guard(contents)
  })
}

/**
 * Restricts web contents to the page that they were loaded with, and denies them further contents. The page of a
 * development server may reload itself.
 */
function guardContents(contents: WebContents, page: PageAddress, log: Log): void {
  const deny = (event: { preventDefault(): void }) => {
    event.preventDefault()
    log.warn('page-navigation-denied')
  }
  const denyElsewhere = (event: { preventDefault(): void; readonly url: string }) => {
    if (!page.mayReload(event.url)) deny(event)
  }
  // SECURITY: another page in this window would have access to the bridge.
  contents.on('will-navigate', denyElsewhere)
  contents.on('will-frame-navigate', denyElsewhere)
  contents.on('will-redirect', denyElsewhere)
  contents.on('will-attach-webview', deny)
  // SECURITY: no hook of the session covers peer connections.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => {
    log.warn('page-window-denied')
    return { action: 'deny' }
  })
}
