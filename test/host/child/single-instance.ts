import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One instance a userData folder, by a file with the owner's process id. A file whose owner is gone (kill -9) counts
 * for nothing. On POSIX systems the owner hears of a refused second instance by a signal.
 */
export class SingleInstance {
  private held = ''

  /** True when this process now holds the lock of `folder`. */
  request(folder: string, onSecond: (argv: string[]) => void): boolean {
    const file = join(folder, 'SingletonLock')
    const owner = ownerOf(file)
    if (owner !== null) {
      writeFileSync(`${file}.argv`, JSON.stringify(process.argv))
      if (process.platform !== 'win32') process.kill(owner, 'SIGUSR2')
      return false
    }
    writeFileSync(file, String(process.pid))
    this.held = file
    if (process.platform !== 'win32') {
      process.on('SIGUSR2', () => { onSecond(JSON.parse(readFileSync(`${file}.argv`, 'utf8')) as string[]) })
    }
    return true
  }

  holds(): boolean {
    return this.held !== ''
  }

  release(): void {
    if (this.held) rmSync(this.held, { force: true })
    this.held = ''
  }
}

function ownerOf(file: string): number | null {
  try {
    const owner = Number(readFileSync(file, 'utf8'))
    process.kill(owner, 0)
    return owner
  } catch {
    return null
  }
}
