/** The idle time of the computer, if the system reports it reliably. */
import type { PowerMonitor } from 'electron'
import type { Host } from '../installation/host.ts'

/**
 * Milliseconds since the last input anywhere on the computer. Null if the system does not report it: in the stand-in,
 * and on Linux outside X11, where Electron always returns 0, so that a desk would never lock.
 */
export function systemIdleMs({ powerMonitor, host, platform, sessionType }: {
  powerMonitor: Pick<PowerMonitor, 'getSystemIdleTime'>
  host: Host
  platform: NodeJS.Platform
  /** `XDG_SESSION_TYPE`. */
  sessionType: string | undefined
}): number | null {
  if (host === 'stand-in' || (platform === 'linux' && sessionType !== 'x11')) return null
  return powerMonitor.getSystemIdleTime() * 1_000
}
