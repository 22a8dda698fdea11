import type { BrowserWindow, Rectangle, Screen } from 'electron'

/** The preferred and the smallest size. Every screen fits into the smallest size. */
const preferredSize = { width: 1280, height: 860, minWidth: 1024, minHeight: 640 }

/** The minimum size of a window in this area; smaller if the area is smaller, as the window would be cut off. */
export function minimumIn({ width, height }: Pick<Rectangle, 'width' | 'height'>): { minWidth: number; minHeight: number } {
  return { minWidth: Math.min(preferredSize.minWidth, width), minHeight: Math.min(preferredSize.minHeight, height) }
}

/**
 * Position and size of a new window in a work area, the part of a display that the system leaves to windows: centred,
 * and never larger than the area. In pixels that do not depend on the display's scale.
 */
export function placeIn(area: Rectangle): Rectangle & { minWidth: number; minHeight: number } {
  const width = Math.min(preferredSize.width, area.width)
  const height = Math.min(preferredSize.height, area.height)
  return {
    x: area.x + Math.floor((area.width - width) / 2), y: area.y + Math.floor((area.height - height) / 2),
    width, height, ...minimumIn(area),
  }
}

/** Lets a window shrink to its current display, also after it was moved or the display was scaled. */
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
