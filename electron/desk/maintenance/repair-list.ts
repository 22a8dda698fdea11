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
  const take = <Place>(part: { readonly repaired: readonly EntryId[]; readonly next: Place | null }): Place | null => {
    for (const entryId of part.repaired) repaired.add(entryId)
    return part.next
  }
  let expected = 0
  // Below the first entry as well: somebody could have put a row there.
  const first = Number.MIN_SAFE_INTEGER
  const list = await inParts(first, (after) => journal.repairList({ after, limit: atOnce }), (part) => {
    expected += part.identifiers
    if (part.next !== null) report(part.next)
    return take(part)
  })
  if (!list.ok) return list
  const there = await journal.countIdentifiers()
  if (!there.ok) return there
  // Every id that belongs there is there: as many of them means no other. What was just written only costs a walk.
  const strange = there.value === expected ? success(null) : await inParts(
    null as IdentifierPlace | null, (after) => journal.removeStrangeIdentifiers({ after, limit: atOnce }), take,
  )
  if (!strange.ok) return strange
  const counts = await inParts(0, (after) => journal.repairListCounts({ after, limit: valuesAtOnce }), take)
  if (!counts.ok) return counts
  const [firstEntryId] = repaired
  if (firstEntryId !== undefined) return success({ entries: repaired.size, firstEntryId })
  const { entries, newest } = facets.value
  return success(newest === null ? null : { entries, firstEntryId: newest })
}

/** Asks for one part after the other, between which the journal serves others; `next` says where to go on, or null. */
async function inParts<Place, Part>(
  first: Place, ask: (from: Place) => Promise<Result<Part, Failure>>, next: (part: Part) => Place | null,
): Promise<Result<null, Failure>> {
  for (let from = first; ;) {
    const part = await ask(from)
    if (!part.ok) return part
    const goesOn = next(part.value)
    if (goesOn === null) return success(null)
    from = goesOn
  }
}
