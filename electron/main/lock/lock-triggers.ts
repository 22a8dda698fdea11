/** Locks the desk on events of the system. */
import type { PowerMonitor } from 'electron'
import type { DeskControl } from '../../desk/services.ts'

/**
 * Locks the desk when the computer goes to sleep, when its screen is locked (macOS, Windows), and when another user
 * switches to the screen (macOS; Windows reports it as a locked screen).
 */
export function lockOnSystemEvents(powerMonitor: PowerMonitor, { lock }: Pick<DeskControl, 'lock'>): void {
  powerMonitor.on('suspend', () => { void lock('suspend') })
  powerMonitor.on('lock-screen', () => { void lock('screen-locked') })
  powerMonitor.on('user-did-resign-active', () => { void lock('user-switched') })
}
