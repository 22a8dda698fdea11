/** The file that lists the newest number of everything that is signed. What it says counts only by its digest. */
import { readFileSync } from 'node:fs'
import { z } from '#shared/model/zod.ts'
import { newestListSchema } from '#shared/model/newest.ts'
import { writeAtomically } from '../common/atomic-file.ts'
import type { NewestFile } from './port.ts'

const fileSchema = z.tuple([newestListSchema, newestListSchema])

/** Opens the file. One that is missing or unreadable is empty: the digest in the keychain says that it is not right. */
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
