import { app, nativeImage, type BrowserWindow } from 'electron'
import { badgeText } from '#shared/notice-texts.ts'
import type { System } from '../../desk/services.ts'
import { badgePicture, badgeSize } from './badge-picture.ts'

/** Creates the function that shows a number on the application's icon; on Windows as an overlay in the task bar. */
export function createBadge(window: BrowserWindow, platform: NodeJS.Platform): System['setBadge'] {
  let shown = 0
  return (count) => {
    if (count === shown || window.isDestroyed()) return
    shown = count
    if (platform !== 'win32') app.setBadgeCount(count)
    else if (count === 0) window.setOverlayIcon(null, '')
    else {
      const size = { width: badgeSize, height: badgeSize, scaleFactor: 2 }
      const picture = nativeImage.createFromBitmap(badgePicture(count), size)
      window.setOverlayIcon(picture, badgeText(count))
    }
  }
}
