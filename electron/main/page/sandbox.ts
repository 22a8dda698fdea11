import { readFileSync } from 'node:fs'

/** What Electron and the system say of a page's process. */
export interface SandboxSources {
  readonly platform: NodeJS.Platform
  /** The process id of the page's process, or null where the page has none that is known. */
  readonly pageProcessId: number | null
  /** Electron's own word on a process, where it has one (Windows, macOS). */
  readonly saidByElectron: (processId: number) => boolean | undefined
  /** The text of a process's status file on Linux; throws when it can't be read. */
  readonly statusOf?: (processId: number | 'self') => string
}

const statusFile = (processId: number | 'self'): string => readFileSync(`/proc/${processId}/status`, 'utf8')

/**
 * Whether the page's process runs in Chromium's sandbox; null where that can't be told. Electron does not say it on
 * Linux: there the process must carry a filter of system calls that main does not. Main may carry some itself: a
 * container's.
 */
export function isSandboxed(
  { platform, pageProcessId, saidByElectron, statusOf = statusFile }: SandboxSources,
): boolean | null {
  if (pageProcessId === null) return null
  if (platform !== 'linux') return saidByElectron(pageProcessId) ?? null
  try {
    const [page, main] = [filtersIn(statusOf(pageProcessId)), filtersIn(statusOf('self'))]
    return page === null || main === null ? null : page > main
  } catch {
    return null
  }
}

/** How many filters of system calls a process carries (Linux 5.9 and later say it); null where that is not said. */
function filtersIn(status: string): number | null {
  const count = /^Seccomp_filters:\s*(\d+)$/m.exec(status)?.[1]
  return count === undefined ? null : Number(count)
}
