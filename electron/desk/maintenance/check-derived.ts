import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Verification } from '#shared/model/history/maintenance.ts'
import { success, type Result } from '#shared/result.ts'
import type { CheckedSlice, DerivedPlace } from '../../journal/port.ts'
import type { Services } from '../services.ts'

/**
 * Compares all data for listing, filtering and searching entries with the events, and corrects it. Works in slices, so
 * that the journal serves other calls in between. Call it only if the chain is valid. `report` receives the number of
 * the current entry.
 */
export async function checkDerived(
  { journal }: Pick<Services, 'journal'>, report: (seq: number) => void,
): Promise<Result<Verification['repaired'], Failure>> {
  const entries = new Set<EntryId>()
  const entriesInCounts = new Set<EntryId>()
  let inFacets = 0
  for (let from: DerivedPlace | null = null; ;) {
    const slice: Result<CheckedSlice, Failure> = await journal.checkDerived({ from })
    if (!slice.ok) return slice
    for (const { table, entryId, entries: number } of slice.value.wrong) {
      if (table === 'facet') inFacets += number
      if (entryId !== null) (table === 'facet' || table === 'list_value' ? entriesInCounts : entries).add(entryId)
    }
    from = slice.value.next
    if (from === null) break
    if (from.stage === 'entries') report(from.after)
  }
  // Wrong counts of filters follow from wrong entries, so they are reported only if every entry was correct.
  const [found, least] = entries.size > 0 ? [entries, 0] : [entriesInCounts, inFacets]
  const [firstEntryId] = found
  return success(firstEntryId === undefined ? null : { entries: Math.max(found.size, least), firstEntryId })
}
