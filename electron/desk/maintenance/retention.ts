import type { UtcTime } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { BatchPlace } from '#shared/model/payments/batch.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Services, Emit } from '../services.ts'
import { utcTime } from '../../common/processes/time.ts'
import { removeContent } from './content-removal.ts'
import { unsentRows } from './unsent-rows.ts'

/** Entries per turn of the journal, which serves other calls between two turns. */
const countedAtOnce = 2_000

/**
 * Counts the entries older than a number of calendar months (UTC) whose content may be removed, and older ones that
 * stay whole: open outcomes, other entries about their orders, and entries that must still be delivered to a team. Rows
 * that a batch never sent count too; they stay until the batch has ended.
 */
export async function countOlder(
  services: Pick<Services, 'journal' | 'system'>, months: number,
): Promise<CallAnswer<'maintenance.countOlder'>> {
  const found = await findOlder(services, months)
  return found.ok ? success(found.value.counted) : found
}

async function findOlder(
  services: Pick<Services, 'journal' | 'system'>, months: number,
): Promise<Result<{
  readonly counted: { readonly entries: number; readonly staying: number; readonly before: UtcTime }
  readonly unsent: readonly BatchPlace[]
}, Failure>> {
  const before = monthsBefore(services.system.now(), months)
  const unsent = await unsentRows(services, { before })
  if (!unsent.ok) return unsent
  const { rows } = unsent.value
  let entries = rows.length
  let { staying } = unsent.value
  for (let after = 0; ;) {
    const part = await services.journal.countOlder({ before, after, limit: countedAtOnce })
    if (!part.ok) return part
    entries += part.value.entries
    staying += part.value.staying
    if (part.value.next === null) return success({ counted: { entries, staying, before }, unsent: rows })
    after = part.value.next
  }
}

/**
 * Removes the content of the counted entries; fails with `count-changed` if the number differs from the confirmed one.
 */
export async function deleteOlder(
  services: Services, emit: Emit, { months, entries }: ParsedInput<'maintenance.deleteOlder'>,
): Promise<CallAnswer<'maintenance.deleteOlder'>> {
  const found = await findOlder(services, months)
  if (!found.ok) return found
  const { counted: { entries: now, before }, unsent } = found.value
  if (now !== entries) return failed({ code: 'count-changed' })
  return await removeContent(services, emit, {
    entries, unsent,
    line: {
      action: 'entries-deleted', subject: `${entries} entries from before ${before}`,
      detail: `Older than ${months} months. Their facts stay; entries with open outcomes, and those of their orders, stay whole.`,
    },
    plan: (step) => services.journal.planRemoval({ before, at: utcTime(services.system.now()), ...step }),
  })
}

/** The same day a number of months earlier, or the last day of that month if it has no such day. */
export function monthsBefore(now: number, months: number): UtcTime {
  const then = new Date(now)
  const day = then.getUTCDate()
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(day, lastDay))
  return utcTime(then.getTime())
}
