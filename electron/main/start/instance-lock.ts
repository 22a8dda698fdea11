import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../../common/files/file-failure.ts'

/**
 * Why the instance lock was refused although no other instance on this computer holds it, as a plain sentence; null if
 * one does. Electron does not distinguish these cases. On Linux and macOS Chromium's lock is a symbolic link to
 * `computer-process`. On Windows it is not a file, and the result is always null.
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
    // Not a symbolic link, so not a lock of Chromium; then another instance has the lock.
    if (codeOf(error) === 'EINVAL') return null
    return `Gateway Console could not check whether it is already open: ${path} could not be written. Nothing was `
      + 'opened and nothing was sent. Make its folder writable, then start again.'
  }
}
