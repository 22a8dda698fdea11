import { readFileSync } from 'node:fs'

/** Electron's and the system's reports about a page's process. */
export interface SandboxSources {
  readonly platform: NodeJS.Platform
  /** The process id of the page's process, or null where the page has none that is known. */
  readonly pageProcessId: number | null
  /** Electron's own report about a process, where it has one (Windows, macOS). */
  readonly reportedByElectron: (processId: number) => boolean | undefined
  /** The text of a process's status file on Linux; throws when it can't be read. */
  readonly statusOf?: (processId: number | 'self') => string
}

const statusFile = (processId: number | 'self'): string => readFileSync(`/proc/${processId}/status`, 'utf8')

/**
 * Whether the page's process runs in Chromium's sandbox; null where that is not known. Electron does not report it on
 * Linux: there the process must have a filter of system calls that main does not have. Main may have some itself: a
 * container's.
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

/** Number of a process's filters of system calls (reported since Linux 5.9); null where it is not reported. */
function filtersIn(status: string): number | null {
  const count = /^Seccomp_filters:\s*(\d+)$/m.exec(status)?.[1]
  return count === undefined ? null : Number(count)
}
