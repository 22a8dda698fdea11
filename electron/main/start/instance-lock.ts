import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../../common/file-failure.ts'

/**
 * Why the lock of the one instance could not be had although no other instance on this computer holds it, as a plain
 * sentence; null when one does. Chromium tells the two apart and Electron does not: its lock on Linux and macOS is a
 * symbolic link to `computer-process`; on Windows it is none of the file system's, and there this is always null.
 */
export function lockFailureSentence(
  userData: string,
  { platform = process.platform, host = hostname() }: { platform?: NodeJS.Platform, host?: string } = {},
): string | null {
  if (platform === 'win32') return null
  const path = join(userData, 'SingletonLock')
  try {
    const owner = readlinkSync(path).replace(/-[0-9]+$/, '')
    if (owner === host) return null
    return `Gateway Console is open on the computer "${owner}" with the data in ${userData}, or this computer had that name `
      + `before. Nothing was opened and nothing was sent. If it is not open anywhere, remove the file ${path} and start again.`
  } catch (error) {
    // No link: not a lock of Chromium, so somebody else's word counts.
    if (codeOf(error) === 'EINVAL') return null
    return `Gateway Console could not check whether it is already open: ${path} could not be written. Nothing was `
      + 'opened and nothing was sent. Make its folder writable, then start again.'
  }
}
