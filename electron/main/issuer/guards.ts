/** Restrictions of an issuer's page in its window, besides those of its session. */
import type { WebContents } from 'electron'
import { mayNavigate, type IssuerRules } from './addresses.ts'
import { guardShortcuts } from './shortcuts.ts'

/**
 * Restricts the contents to addresses of the visit. They cannot open windows, play sound, keep their window open or
 * move it.
 */
export function guardIssuerContents(contents: WebContents, rules: IssuerRules, denied: () => void): void {
  const deny = (event: { preventDefault(): void }) => {
    event.preventDefault()
    denied()
  }
  const denyElsewhere = (event: { preventDefault(): void; readonly url: string }) => {
    if (!mayNavigate(event.url, rules)) deny(event)
  }
  // SECURITY: other schemes would open files, our own page or another program.
  contents.on('will-navigate', denyElsewhere)
  contents.on('will-frame-navigate', denyElsewhere)
  contents.on('will-redirect', denyElsewhere)
  contents.on('will-attach-webview', deny)
  contents.setWindowOpenHandler(() => {
    denied()
    return { action: 'deny' }
  })
  // SECURITY: without these Electron would automatically offer the first certificate of this computer.
  contents.on('select-client-certificate', (event, _url, _certificates, choose) => {
    deny(event)
    // Electron accepts an answer without a certificate; its types omit that.
    const chooseNone = choose as () => void
    chooseNone()
  })
  contents.on('login', (event, _details, _authentication, callback) => {
    deny(event)
    callback()
  })
  contents.on('content-bounds-updated', deny)
  // Preventing this event closes the page even if it wants to stay open.
  contents.on('will-prevent-unload', (event) => { event.preventDefault() })
  guardShortcuts(contents, process.platform)
  contents.setAudioMuted(true)
  // SECURITY: no hook of the session covers peer connections.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}
