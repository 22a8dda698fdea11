import type { WebContents } from 'electron'

/** For so long nothing may load or be requested; a page that measures the browser pauses for less. */
const restMs = 2_000

/** Watches for a page coming to rest. */
export interface RestWatch {
  /** The page did something: it is not at rest yet. */
  touch(): void
  stop(): void
}

/**
 * Calls `onRest` when some frame has shown a web address and nothing has been loading or requested (`touch`) for two
 * seconds. A document that came as text does not count until it has loaded an address in a frame. For a page that
 * never rests it is not called.
 */
export function watchRest(contents: WebContents, onRest: () => void): RestWatch {
  let timer: NodeJS.Timeout | undefined
  let shownFromWeb = false
  const stop = () => { clearTimeout(timer) }
  const touch = () => {
    stop()
    if (shownFromWeb && !contents.isLoading()) timer = setTimeout(onRest, restMs)
  }
  contents.on('did-frame-navigate', (_event, url) => {
    shownFromWeb ||= /^https?:/i.test(url)
    touch()
  })
  contents.on('did-start-loading', stop)
  contents.on('did-stop-loading', touch)
  return { touch, stop }
}
