import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Verification } from '#shared/model/maintenance.ts'
import { success, type Result } from '#shared/result.ts'
import type { IdentifierPlace } from '../../journal/port.ts'
import type { Services } from '../services.ts'

/** Entries, and ids of entries, looked at in one turn of the journal: some milliseconds. */
const atOnce = 100
/** Values of the lists counted in one turn: few, because one may be that of every entry. */
const valuesAtOnce = 10

type Repaired = Verification['repaired']

/**
 * Compares everything by which entries are listed, filtered and found by their ids with their events, and puts it
 * right. Call it only when the chain holds. `report` hears the number of the entry it has come to.
 */
export async function repairList(
  { journal }: Pick<Services, 'journal'>, report: (seq: number) => void,
): Promise<Result<Repaired, Failure>> {
  const facets = await journal.repairFacets()
  if (!facets.ok) return facets
  const repaired = new Set<EntryId>()
  let expected = 0
  // Below the first entry as well: somebody could have put a row there.
  for (let after: number | null = Number.MIN_SAFE_INTEGER; after !== null;) {
    const part: Awaited<ReturnType<typeof journal.repairList>> = await journal.repairList({ after, limit: atOnce })
    if (!part.ok) return part
    for (const entryId of part.value.repaired) repaired.add(entryId)
    expected += part.value.identifiers
    after = part.value.next
    if (after !== null) report(after)
  }
  const there = await journal.countIdentifiers()
  if (!there.ok) return there
  // Every id that belongs there is there: as many of them means no other. What was just written only costs a walk.
  const strange = there.value === expected ? success([]) : await removeStrange(journal)
  if (!strange.ok) return strange
  for (const entryId of strange.value) repaired.add(entryId)
  const counts = await repairCounts(journal)
  if (!counts.ok) return counts
  for (const entryId of counts.value) repaired.add(entryId)
  const [firstEntryId] = repaired
  if (firstEntryId !== undefined) return success({ entries: repaired.size, firstEntryId })
  const { entries, newest } = facets.value
  return success(newest === null ? null : { entries, firstEntryId: newest })
}

async function repairCounts(journal: Services['journal']): Promise<Result<EntryId[], Failure>> {
  const repaired: EntryId[] = []
  for (let after: number | null = 0; after !== null;) {
    const part: Awaited<ReturnType<typeof journal.repairListCounts>> =
      await journal.repairListCounts({ after, limit: valuesAtOnce })
    if (!part.ok) return part
    repaired.push(...part.value.repaired)
    after = part.value.next
  }
  return success(repaired)
}

async function removeStrange(journal: Services['journal']): Promise<Result<EntryId[], Failure>> {
  const repaired: EntryId[] = []
  for (let after: IdentifierPlace | null = null; ;) {
    const part: Awaited<ReturnType<typeof journal.removeStrangeIdentifiers>> =
      await journal.removeStrangeIdentifiers({ after, limit: atOnce })
    if (!part.ok) return part
    repaired.push(...part.value.repaired)
    if (part.value.next === null) return success(repaired)
    after = part.value.next
  }
}
