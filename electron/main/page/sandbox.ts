import { readFileSync } from 'node:fs'

/** Reports of Electron and the system about a page's process. */
export interface SandboxSources {
  readonly platform: NodeJS.Platform
  /** The id of the page's process; null if it is not known. */
  readonly pageProcessId: number | null
  /** Electron's report about a process. Electron has one on Windows and macOS. */
  readonly reportedByElectron: (processId: number) => boolean | undefined
  /** The text of a process's status file on Linux; throws when it can't be read. */
  readonly statusOf?: (processId: number | 'self') => string
}

const statusFile = (processId: number | 'self'): string => readFileSync(`/proc/${processId}/status`, 'utf8')

/**
 * Whether the page's process runs in Chromium's sandbox; null if that is not known. On Linux Electron does not report
 * it. There the process must have more system call filters than main, which may have some of a container.
 */
export function isSandboxed(
  { platform, pageProcessId, reportedByElectron, statusOf = statusFile }: SandboxSources,
): boolean | null {
  if (pageProcessId === null) return null
  if (platform !== 'linux') return reportedByElectron(pageProcessId) ?? null
  try {
    const [page, main] = [filtersIn(statusOf(pageProcessId)), filtersIn(statusOf('self'))]
    return page === null || main === null ? null : page > main
  } catch {
    return null
  }
}

/** Number of a process's system call filters (reported since Linux 5.9); null if it is not reported. */
function filtersIn(status: string): number | null {
  const count = /^Seccomp_filters:\s*(\d+)$/m.exec(status)?.[1]
  return count === undefined ? null : Number(count)
}
