/**
 * A person's choices for the columns of tables, by profile. In a separate file, as they are not settings, decide
 * nothing about money, and need no confirmation: a draft shows them, and nothing is sent before a person has seen it.
 */
import { readFileSync } from 'node:fs'
import type { ProfileId } from '#shared/brands.ts'
import { columnMeaningSchema, type ColumnMeaning } from '#shared/model/payments/batch.ts'
import { z } from '#shared/model/values/zod.ts'
import { writeAtomically } from '../common/files/atomic-file.ts'
import type { KeptColumns } from './port.ts'

/** Limits; the oldest choices are dropped first. */
const mostNames = 300
const mostProfiles = 200

const fileSchema = z.record(z.string(), z.array(z.tuple([z.string().max(200), columnMeaningSchema])))

/** Opens the file. A missing or unreadable file counts as empty. */
export function openKeptColumns({ filePath }: { readonly filePath: string }): KeptColumns {
  function read(): z.infer<typeof fileSchema> {
    try {
      return fileSchema.parse(JSON.parse(readFileSync(filePath, 'utf8')))
    } catch {
      return {}
    }
  }

  return {
    of: (profileId) => new Map(read()[profileId] ?? []),
    keep(profileId: ProfileId, chosen: ReadonlyMap<string, ColumnMeaning>) {
      const { [profileId]: before = [], ...others } = read()
      const kept = [...before.filter(([name]) => !chosen.has(name)), ...chosen].filter(([name]) => name.length <= 200)
      const profiles = [...Object.entries(others), [profileId, kept.slice(-mostNames)] as const].slice(-mostProfiles)
      writeAtomically(filePath, `${JSON.stringify(Object.fromEntries(profiles), null, 2)}\n`)
    },
  }
}
