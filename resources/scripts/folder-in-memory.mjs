// What tests write lies in memory where there is room: a journal makes the disk write at each of its steps, and waits.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
// Several times as much as two parts need at a time; most is taken by the databases of the team journal.
const enoughBytes = 6 * 1024 ** 3

/** Makes a folder in memory the temporary one of this process and of all that it starts; it goes with the process. */
export function useFolderInMemory() {
  // Whoever names a folder wants that one.
  if (process.env.TMPDIR !== undefined || !isThere()) return
  removeLeftOvers(memory)
  // A short name: the path of a socket has room for 107 bytes, and a browser's lies four folders down.
  const folder = mkdtempSync(join(memory, `gc-${process.pid}-`))
  // As the system's own: browser and database run as other users.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.on('exit', () => { rmSync(folder, { recursive: true, force: true }) })
}

/** Removes what runs have left that were interrupted: it would take memory until the system starts again. */
export function removeLeftOvers(folder) {
  for (const name of readdirSync(folder)) {
    const owner = /^gc-(\d+)-/.exec(name)?.[1]
    if (owner === undefined || isRunning(Number.parseInt(owner, 10))) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // Another user's.
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

/** Whether tests can work in memory, by the system's list of mounts and the free bytes: they start programs there. */
export function isFit(mounts, freeBytes) {
  const lines = mounts.split('\n').map((line) => line.split(' '))
  const [, , kind, options = ''] = lines.find(([, place]) => place === memory) ?? []
  return kind === 'tmpfs' && !options.split(',').includes('noexec') && freeBytes >= enoughBytes
}
