import { existsSync, readFileSync, rmSync } from 'node:fs'
import { z } from '#shared/model/zod.ts'
import { utcTimeSchema } from '#shared/model/branded.ts'
import { salvageSchema } from '#shared/model/maintenance.ts'
import { writeAtomically } from '../../common/atomic-file.ts'
import { listQuarantined, noteYield } from './aside.ts'
import { filesOf } from './file-names.ts'
import { resolveMissing } from './gone.ts'
import type { Restored } from '../records.ts'

const restoredSchema = salvageSchema.extend({
  fileName: z.string(), at: utcTimeSchema, contradicted: z.boolean().optional(),
})

/** Notes durably what the journal is being made of, for the audit trail and for a start after a power cut. */
export function noteRestored(databasePath: string, restored: Restored): void {
  writeAtomically(filesOf(databasePath).fromBackup, JSON.stringify(restored))
}

/** The restore that the audit trail does not have yet; null when there is none. */
export function restoredHere(databasePath: string): Restored | null {
  const { fromBackup } = filesOf(databasePath)
  if (!existsSync(fromBackup)) return null
  try {
    const parsed = restoredSchema.safeParse(JSON.parse(readFileSync(fromBackup, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    // Not a note of ours: nothing was restored as far as this run can tell.
    return null
  }
}

/** The audit trail has it. */
export function forgetRestored(databasePath: string): void {
  rmSync(filesOf(databasePath).fromBackup, { force: true })
}

/** The restore has taken place: what was missing is resolved by it, and what it could not bring along is noted. */
export function resolveRestored(databasePath: string, { lost, waiting }: Restored): void {
  resolveMissing(databasePath)
  const replaced = listQuarantined(databasePath).find(({ why }) => why === 'replaced')
  if (replaced !== undefined) noteYield(databasePath, replaced.fileName, { lost, waiting })
}
