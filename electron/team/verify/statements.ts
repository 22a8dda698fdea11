/** What the desks state of each other: which desk an administrator has admitted, with which key. */
import { deskIdSchema } from '#shared/model/branded.ts'
import { fingerprintSchema } from '#shared/model/fingerprint.ts'
import { z } from '#shared/model/zod.ts'
import { recordIn } from '../heads.ts'
import type { DeskStatement, TeamEvent, VerifiedDesk } from '../port.ts'

const recordSchema = z.object({ deskId: deskIdSchema, fingerprint: fingerprintSchema })

/** Gathers statements out of proven events; only what a valid head covers counts. */
export function statements(): {
  add(event: TeamEvent): void
  provenBy(desks: readonly VerifiedDesk[]): readonly DeskStatement[]
} {
  const found: (DeskStatement & { readonly number: number })[] = []
  return {
    add(event) {
      if (event.kind !== 'desk-admitted' && event.kind !== 'desk-admission-withdrawn') return
      const { deskId: by, number, receivedAt, kind } = event
      const record = recordSchema.safeParse(recordIn(event)).data
      if (record !== undefined) found.push({ ...record, by, number, receivedAt, isAdmitted: kind === 'desk-admitted' })
    },
    provenBy(desks) {
      const through = new Map(desks.map(({ deskId, provenThrough }) => [deskId, provenThrough]))
      return found.filter(({ by, number }) => number <= (through.get(by) ?? 0))
        .sort((one, other) => Date.parse(one.receivedAt) - Date.parse(other.receivedAt) || one.number - other.number)
        .map(({ number: _number, ...statement }) => statement)
    },
  }
}
