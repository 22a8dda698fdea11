import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'

/** A real disk that can be filled and emptied again. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves this many bytes free, within a page. */
  fill(leaving: number): void
  /** Frees what `fill` took. */
  makeRoom(): void
}

/** Mounts a disk of a size ("1m") for one test, which is skipped if none can be mounted. */
export function smallDisk(context: TestContext, size: string): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  onTestFinished(() => { rmSync(folder, { recursive: true, force: true }) })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    context.skip('a full disk needs the right to mount one (root on Linux)')
  }
  onTestFinished(() => { execFileSync('umount', ['-l', folder]) })
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill(leaving) {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaving)))
      } catch {
        // Another process used some of it in the meantime: the disk is as full as requested.
      }
    },
    makeRoom: () => { rmSync(ballast) },
  }
}
