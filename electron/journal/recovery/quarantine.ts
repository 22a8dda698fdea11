import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { UtcTime } from '#shared/brands.ts'
import type { QuarantinedFile } from '#shared/model/history/maintenance.ts'
import { filesOf, listNames, quarantineBeginning, quarantineReasons, timeInName } from './file-names.ts'
import type { RecoveryState } from './state.ts'

/** Every quarantined journal, newest first. */
export function listQuarantined(databasePath: string): QuarantinedFile[] {
  const { folder } = filesOf(databasePath)
  return quarantineReasons.flatMap((why) => listNames(databasePath, why).map((fileName): QuarantinedFile => ({
    fileName, why, bytes: bytesOf(join(folder, fileName)), at: timeInName(quarantineBeginning(why), fileName) ?? '' as UtcTime,
  }))).sort((one, other) => other.at.localeCompare(one.at))
}

/** A quarantined journal, and why this journal may lack some of its content. */
export interface UnresolvedFile {
  readonly fileName: string
  readonly why: 'damaged' | 'not-all-read'
}

/**
 * The newest quarantined journal that was damaged or not completely copied, and that no person has completely salvaged
 * or given up; null without one. While there is one, this history may lack orders in progress.
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

/** The bytes of a file; 0 if there is none. */
export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
