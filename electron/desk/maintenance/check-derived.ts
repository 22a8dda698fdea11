import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Verification } from '#shared/model/maintenance.ts'
import { success, type Result } from '#shared/result.ts'
import type { CheckedSlice, DerivedPlace } from '../../journal/port.ts'
import type { Services } from '../services.ts'

/**
 * Compares everything by which entries are listed, filtered and found with their events, and corrects it, slice by
 * slice, between which the journal serves others. Call it only when the chain holds. `report` gets the number of the
 * entry it has come to.
 */
export async function checkDerived(
  { journal }: Pick<Services, 'journal'>, report: (seq: number) => void,
): Promise<Result<Verification['repaired'], Failure>> {
  const entries = new Set<EntryId>()
  const ofCounts = new Set<EntryId>()
  let inFacets = 0
  for (let from: DerivedPlace | null = null; ;) {
    const slice: Result<CheckedSlice, Failure> = await journal.checkDerived({ from })
    if (!slice.ok) return slice
    for (const { table, entryId, entries: number } of slice.value.wrong) {
      if (table === 'facet') inFacets += number
      if (entryId !== null) (table === 'facet' || table === 'list_value' ? ofCounts : entries).add(entryId)
    }
    from = slice.value.next
    if (from === null) break
    if (from.stage === 'entries') report(from.after)
  }
  // Counts by which filters find entries matter by themselves where each entry was right: they follow the others.
  const [found, least] = entries.size > 0 ? [entries, 0] : [ofCounts, inFacets]
  const [firstEntryId] = found
  return success(firstEntryId === undefined ? null : { entries: Math.max(found.size, least), firstEntryId })
}
