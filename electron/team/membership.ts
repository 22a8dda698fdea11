import { readFileSync, rmSync } from 'node:fs'
import { parseForeignJson } from '#shared/foreign-json.ts'
import { deskIdSchema } from '#shared/model/values/branded.ts'
import { deskLabelSchema, teamAddressSchema } from '#shared/model/team/team-state.ts'
import { z } from '#shared/model/values/zod.ts'
import { failed, success } from '#shared/result.ts'
import { writeAtomically } from '../common/files/atomic-file.ts'
import { codeOf, reasonOf } from '../common/files/file-failure.ts'
import type { Membership, MembershipPort } from './membership-port.ts'

const fileSchema = z.object({
  version: z.literal(1), deskId: deskIdSchema, label: deskLabelSchema, address: teamAddressSchema,
  rehearsal: z.boolean(),
})

/** Opens the file that stores this desk's membership. Never throws; an unreadable file is not changed. */
export function openMembership({ filePath }: { readonly filePath: string }): MembershipPort {
  let membership = readFile(filePath)
  return {
    read: () => membership,
    save(next) {
      try {
        if (next === null) rmSync(filePath, { force: true })
        else writeAtomically(filePath, `${JSON.stringify({ version: 1, ...next }, null, 2)}\n`)
      } catch (error) {
        return failed({ code: 'team-unwritable', detail: `The team settings cannot be saved: ${reasonOf(error)}.` })
      }
      membership = next
      return success(null)
    },
  }
}

function readFile(filePath: string): Membership | null | 'unreadable' {
  let text: string
  try {
    text = readFileSync(filePath, 'utf8')
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : 'unreadable'
  }
  try {
    const read = fileSchema.safeParse(parseForeignJson(text))
    return read.success ? read.data : 'unreadable'
  } catch {
    return 'unreadable'
  }
}
