// Tests write to memory if there is enough space, because a journal syncs the disk at each of its steps.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
// Several times the need of two parts; most of it is for the databases of the team journal.
const enoughBytes = 6 * 1024 ** 3

/** Makes a folder in memory the temporary one of this process and its children; it is removed when the process ends. */
export function useFolderInMemory() {
  // A folder that the person set is used unchanged.
  if (process.env.TMPDIR !== undefined || !isThere()) return
  removeLeftOvers(memory)
  // A short name: the path of a socket has at most 107 bytes, and a browser's is four folders down.
  const folder = mkdtempSync(join(memory, `gc-${process.pid}-`))
  // Like the system's own folder, as browser and database run as other users.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.on('exit', () => { rmSync(folder, { recursive: true, force: true }) })
}

/** Removes the folders of interrupted runs: they would take memory until the system restarts. */
export function removeLeftOvers(folder) {
  for (const name of readdirSync(folder)) {
    const owner = /^gc-(\d+)-/.exec(name)?.[1]
    if (owner === undefined || isRunning(Number.parseInt(owner, 10))) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // It belongs to another user.
    }
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

function isThere() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    const free = Math.min(bavail * bsize, process.availableMemory?.() ?? freemem())
    return isFit(readFileSync('/proc/mounts', 'utf8'), free)
  } catch {
    return false
  }
}

/**
 * True if tests can work in memory, according to the system's list of mounts and the free bytes. They start programs
 * there.
 */
export function isFit(mounts, freeBytes) {
  const lines = mounts.split('\n').map((line) => line.split(' '))
  const [, , kind, options = ''] = lines.find(([, place]) => place === memory) ?? []
  return kind === 'tmpfs' && !options.split(',').includes('noexec') && freeBytes >= enoughBytes
}
