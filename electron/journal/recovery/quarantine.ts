import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import type { QuarantinedFile } from '#shared/model/maintenance.ts'
import { filesOf, listNames, quarantineBeginning, quarantineReasons, timeInName } from './file-names.ts'
import type { RecoveryState } from './state.ts'

/** Every journal that was put aside, newest first. */
export function listQuarantined(databasePath: string): QuarantinedFile[] {
  const { folder } = filesOf(databasePath)
  return quarantineReasons.flatMap((why) => listNames(databasePath, why).map((fileName): QuarantinedFile => ({
    fileName, why, bytes: bytesOf(join(folder, fileName)), at: timeInName(quarantineBeginning(why), fileName) ?? '' as UtcTime,
  }))).sort((one, other) => other.at.localeCompare(one.at))
}

/** A journal that was put aside, and why what it holds is not all known here. */
export interface UnresolvedFile {
  readonly fileName: string
  readonly why: 'damaged' | 'not-all-read'
}

/**
 * The newest journal that was damaged, or of which not everything could be taken over, and that nobody has salvaged
 * whole or given up; null when there is none. While it is there, this history may not know of orders under way.
 */
export function unresolvedFile(databasePath: string, { quarantined }: RecoveryState): UnresolvedFile | null {
  const [open] = listQuarantined(databasePath).flatMap(({ fileName, why }): UnresolvedFile[] => {
    const known = quarantined[fileName]
    if (known === 'resolved') return []
    if (known === 'not-all-read') return [{ fileName, why: known }]
    return why === 'damaged' ? [{ fileName, why }] : []
  })
  return open ?? null
}

/** Bytes of a file; 0 when there is none. */
export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
