import type { WebContents } from 'electron'

/** A page is idle after this time without loading or requests. Pages that measure the browser pause for less. */
const idleMs = 2_000

/** Detects when a page has become idle. */
export interface PageIdleWatch {
  /** Reports activity of the page, which restarts the wait. */
  touch(): void
  stop(): void
}

/**
 * Calls `onIdle` once a frame has shown a web address and nothing has loaded or been requested (`touch`) for two
 * seconds. A document passed as text counts only after it loaded an address in a frame. Not called for a page that is
 * never idle.
 */
export function watchPageIdle(contents: WebContents, onIdle: () => void): PageIdleWatch {
  let timer: NodeJS.Timeout | undefined
  let shownFromWeb = false
  const stop = () => { clearTimeout(timer) }
  const touch = () => {
    stop()
    if (shownFromWeb && !contents.isLoading()) timer = setTimeout(onIdle, idleMs)
  }
  contents.on('did-frame-navigate', (_event, url) => {
    shownFromWeb ||= /^https?:/i.test(url)
    touch()
  })
  contents.on('did-start-loading', stop)
  contents.on('did-stop-loading', touch)
  return { touch, stop }
}
