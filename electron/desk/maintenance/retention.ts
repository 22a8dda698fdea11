import type { UtcTime } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Services, Emit } from '../services.ts'
import { utcTime } from '../../common/processes/time.ts'
import { removeContent } from './content-removal.ts'

/** Entries in one turn of the journal. Between two turns it does all other work that was requested. */
const countedAtOnce = 2_000

/**
 * Counts the entries older than so many calendar months (UTC) whose content may be removed, and the old ones that stay
 * whole: open outcomes, other entries about their orders, and entries that a team has yet to receive.
 */
export async function countOlder(
  services: Pick<Services, 'journal' | 'system'>, months: number,
): Promise<Result<{ entries: number; staying: number; before: UtcTime }, Failure>> {
  const before = monthsBefore(services.system.now(), months)
  let entries = 0
  let staying = 0
  for (let after = 0; ;) {
    const part = await services.journal.countOlder({ before, after, limit: countedAtOnce })
    if (!part.ok) return part
    entries += part.value.entries
    staying += part.value.staying
    if (part.value.next === null) return success({ entries, staying, before })
    after = part.value.next
  }
}

/** Removes the content of the counted entries; `count-changed` where their number differs now. */
export async function deleteOlder(
  services: Services, emit: Emit, { months, entries }: ParsedInput<'maintenance.deleteOlder'>,
): Promise<CallAnswer<'maintenance.deleteOlder'>> {
  const counted = await countOlder(services, months)
  if (!counted.ok) return counted
  if (counted.value.entries !== entries) return failed({ code: 'count-changed' })
  const { before } = counted.value
  return await removeContent(services, emit, {
    entries,
    line: {
      action: 'entries-deleted', subject: `${entries} entries from before ${before}`,
      detail: `Older than ${months} months. Their facts stay; entries with open outcomes, and those of their orders, stay whole.`,
    },
    plan: (step) => services.journal.planRemoval({ before, at: utcTime(services.system.now()), ...step }),
  })
}

/** The same day so many months earlier, or the last day of that month where it has no such day. */
export function monthsBefore(now: number, months: number): UtcTime {
  const then = new Date(now)
  const day = then.getUTCDate()
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(day, lastDay))
  return utcTime(then.getTime())
}
