/** Open outcomes of this desk that a person closed by hand at another desk. */
import type { EntryId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { foreignRecord } from '#shared/team/foreign-records.ts'
import { withoutDirections } from '#shared/text-direction.ts'
import type { ClosedElsewhere, TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import { isEntryOfTeam } from '../claims/open-claims.ts'
import type { DeliveryFailure } from './delivery.ts'

const entriesAtOnce = 500

/**
 * Records the closings by which the team ended claims of these outcomes, each once, with person, time and reason: then
 * this desk asks no more. A later status that fits opens the entry again, as after a closing here.
 */
export async function recordClosedElsewhere(
  { journal, membership }: Pick<Services, 'journal' | 'membership'>, team: TeamJournalPort,
): Promise<Result<null, DeliveryFailure>> {
  const member = membership.read()
  if (member === null || member === 'unreadable') return success(null)
  const open = await journal.openOutcomes()
  if (!open.ok) return failed({ of: 'journal', failure: open.failure })
  const entryIds = open.value.map(({ entryId }) => entryId).filter(isEntryOfTeam)
  const asked = new Set<EntryId | null>(entryIds)
  for (let from = 0; from < entryIds.length; from += entriesAtOnce) {
    const found = await team.closedElsewhere(member.deskId, entryIds.slice(from, from + entriesAtOnce))
    if (!found.ok) return failed({ of: 'team', failure: found.failure })
    for (const event of found.value.filter(({ entryId }) => asked.has(entryId))) {
      const kept = await recordOne(journal, event)
      if (!kept.ok) return kept
    }
  }
  return success(null)
}

async function recordOne(
  journal: Services['journal'], event: ClosedElsewhere,
): Promise<Result<null, DeliveryFailure>> {
  const closing = foreignRecord('closing', event)
  // Each desk compares its own collisions.
  if (closing === null || closing.closes === 'collision') return success(null)
  const kept = await journal.recordClosing({ ...closing, desk: withoutDirections(event.deskLabel) })
  return kept.ok ? success(null) : failed({ of: 'journal', failure: kept.failure })
}
