import type { BrowserWindow } from 'electron'
import type { ProfilesPort } from '../../profiles/port.ts'

/** Keeps a window out of screenshots and shared screens while its page works on a production profile. */
export interface ContentProtection {
  /** Reads profile and setting again. Call it whenever one of them changed. */
  update(): void
}

/** Windows and macOS can do it; on Linux nothing happens. `isWanted` reads the setting. */
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
