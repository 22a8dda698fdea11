import { mkdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

/**
 * One instance per userData folder, by a file with the owner's process id. A file of a process that has ended (kill
 * -9) is ignored. A refused second instance writes its arguments to a folder that the owner watches, since Windows
 * has no signals.
 */
export class SingleInstance {
  private held = ''
  private watcher: FSWatcher | undefined

  /** True if this process now holds the lock of `folder`. */
  request(folder: string, onSecond: (argv: string[]) => void): boolean {
    const file = join(folder, 'SingletonLock')
    const calls = join(folder, 'SingletonCalls')
    mkdirSync(calls, { recursive: true })
    if (isHeld(file)) {
      const call = join(calls, String(process.pid))
      // Renamed in one step: the owner never reads half of it.
      writeFileSync(`${call}.new`, JSON.stringify(process.argv))
      renameSync(`${call}.new`, `${call}.argv`)
      return false
    }
    writeFileSync(file, String(process.pid))
    this.held = file
    this.watcher = watch(calls, (_event, name) => {
      const argv = name?.endsWith('.argv') === true ? take(join(calls, name)) : null
      if (argv !== null) onSecond(argv)
    })
    this.watcher.unref()
    return true
  }

  holds(): boolean {
    return this.held !== ''
  }

  release(): void {
    this.watcher?.close()
    if (this.held) rmSync(this.held, { force: true })
    this.held = ''
  }
}

/** The arguments of a second instance; null if an earlier event took them. */
function take(file: string): string[] | null {
  try {
    const argv = JSON.parse(readFileSync(file, 'utf8')) as string[]
    rmSync(file)
    return argv
  } catch {
    return null
  }
}

function isHeld(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}
