import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Verification } from '#shared/model/history/maintenance.ts'
import { success, type Result } from '#shared/result.ts'
import type { CheckedSlice, DerivedPlace } from '../../journal/port.ts'
import type { Services } from '../services.ts'

/**
 * Compares all data for listing, filtering and searching entries with their events, and corrects it. It works in
 * slices, between which the journal serves others. Call it only when the chain is valid. `report` gets the number of
 * the present entry.
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
  // Wrong counts of filters matter only where every entry was correct: they follow the entries.
  const [found, least] = entries.size > 0 ? [entries, 0] : [ofCounts, inFacets]
  const [firstEntryId] = found
  return success(firstEntryId === undefined ? null : { entries: Math.max(found.size, least), firstEntryId })
}
