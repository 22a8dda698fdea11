import type { BrowserWindow } from 'electron'
import type { ProfilesPort } from '../../profiles/port.ts'

/** Keeps a window out of screenshots and shared screens while a production profile is active. */
export interface ContentProtection {
  /** Reads profile and setting again. Call it whenever one of them has changed. */
  update(): void
}

/** Creates the protection. It works on Windows and macOS and does nothing on Linux. `isWanted` reads the setting. */
export function createContentProtection({ window, profiles, isWanted, platform }: {
  window: Pick<BrowserWindow, 'setContentProtection' | 'isDestroyed'>
  profiles: Pick<ProfilesPort, 'active'>
  isWanted: () => boolean
  platform: NodeJS.Platform
}): ContentProtection {
  return {
    update() {
      if (platform === 'linux' || window.isDestroyed()) return
      window.setContentProtection(isWanted() && profiles.active().environment === 'production')
    },
  }
}
