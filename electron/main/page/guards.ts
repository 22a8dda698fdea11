/** What a page, ours or one that took its place, may not do, whatever its own policy says. */
import type { App, Session, WebContents } from 'electron'
import type { Log } from '../../common/log.ts'
import type { PageAddress } from './address.ts'

/** Rules of their own for the contents of some sessions, put on each of them when it is made. */
export type ContentsGuards = WeakMap<Session, (contents: WebContents) => void>

/** Shuts all that a session lets pages ask for but the addresses that `mayRequest` takes. */
export function guardSession(session: Session, mayRequest: (url: string) => boolean, log: Log): void {
  // SECURITY: the page never talks to the network; the gateway is reached from main. Asked for the own scheme too.
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
  // SECURITY: the spelling checker fetches dictionaries from the network and would read what is typed.
  session.setSpellCheckerEnabled(false)
}

/**
 * Leads whatever a session's network stack starts without asking `onBeforeRequest` (prefetched names, opened
 * connections) into a proxy that is none. The own scheme goes through no proxy. Rejects when Electron refuses it.
 */
export async function cutFromNetwork(session: Session): Promise<void> {
  // SECURITY: `<-loopback>` takes back that this computer needs no proxy: its services are none of the page's either.
  await session.setProxy({ mode: 'fixed_servers', proxyRules: deadProxy, proxyBypassRules: '<-loopback>' })
}

/** A port that no service of a system takes; a connection is refused at once. */
const deadProxy = 'http://127.0.0.1:1'

/** Guards all web contents that are ever made: by `own` where their session is in it, otherwise as our own page. */
export function guardEveryContents(app: App, own: ContentsGuards, page: PageAddress, log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    const guard = own.get(contents.session)
    // SECURITY: whatever nobody gave rules of its own is held to those of our page.
    if (guard === undefined) guardContents(contents, page, log)
    else guard(contents)
  })
}

/**
 * Keeps any web contents on the page they were loaded with and without others beside them. The page of a development
 * server may load itself again.
 */
function guardContents(contents: WebContents, page: PageAddress, log: Log): void {
  const deny = (event: { preventDefault(): void }) => {
    event.preventDefault()
    log.warn('page-navigation-denied')
  }
  const denyElsewhere = (event: { preventDefault(): void; readonly url: string }) => {
    if (!page.mayReload(event.url)) deny(event)
  }
  // SECURITY: another page in this window would find the bridge there.
  contents.on('will-navigate', denyElsewhere)
  contents.on('will-frame-navigate', denyElsewhere)
  contents.on('will-redirect', denyElsewhere)
  contents.on('will-attach-webview', deny)
  // SECURITY: a peer connection is asked about by no hook of the session.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => {
    log.warn('page-window-denied')
    return { action: 'deny' }
  })
}
