import type { BrowserWindow, Rectangle, Screen } from 'electron'

/** Every screen of the application fits into this size. */
const wanted = { width: 1280, height: 860, minWidth: 1024, minHeight: 640 }

/** The smallest size of a window that fits into this area: a window that cannot shrink to its display is cut off. */
export function minimumIn({ width, height }: Pick<Rectangle, 'width' | 'height'>): { minWidth: number; minHeight: number } {
  return { minWidth: Math.min(wanted.minWidth, width), minHeight: Math.min(wanted.minHeight, height) }
}

/**
 * Where and how large a window opens in a work area, the part of a display that the system leaves to windows, in
 * pixels that do not depend on its scale: in the middle, and never beyond it.
 */
export function placeIn(area: Rectangle): Rectangle & { minWidth: number; minHeight: number } {
  const width = Math.min(wanted.width, area.width)
  const height = Math.min(wanted.height, area.height)
  return {
    x: area.x + Math.floor((area.width - width) / 2), y: area.y + Math.floor((area.height - height) / 2),
    width, height, ...minimumIn(area),
  }
}

/** Lets a window shrink to its present display, also after it was moved or scaled. */
export function keepFitting(window: BrowserWindow, screen: Screen): void {
  const fit = () => {
    if (window.isDestroyed()) return
    const { minWidth, minHeight } = minimumIn(screen.getDisplayMatching(window.getBounds()).workArea)
    const [width, height] = window.getMinimumSize()
    if (width !== minWidth || height !== minHeight) window.setMinimumSize(minWidth, minHeight)
  }
  window.on('move', fit)
  screen.on('display-metrics-changed', fit)
  window.once('closed', () => { screen.off('display-metrics-changed', fit) })
}
