/** The file with the newest number of every signed subject. Its content counts only if its digest matches. */
import { readFileSync } from 'node:fs'
import { z } from '#shared/model/values/zod.ts'
import { newestListSchema } from '#shared/model/history/newest.ts'
import { writeAtomically } from '../common/files/atomic-file.ts'
import type { NewestFile } from './port.ts'

const fileSchema = z.tuple([newestListSchema, newestListSchema])

/** Opens the file. A missing or unreadable file counts as empty: the digest in the keychain shows that it is wrong. */
export function openNewestFile({ filePath }: { readonly filePath: string }): NewestFile {
  return {
    read() {
      try {
        return fileSchema.parse(JSON.parse(readFileSync(filePath, 'utf8')))
      } catch {
        return []
      }
    },
    write(lists) { writeAtomically(filePath, `${JSON.stringify(lists, null, 2)}\n`) },
  }
}
