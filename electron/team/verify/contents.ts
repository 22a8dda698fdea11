/** Finds missing content that no signed removal explains. */
import type { DeskId, EntryId, UtcTime } from '#shared/brands.ts'
import { utcTimeSchema } from '#shared/model/values/branded.ts'
import { z } from '#shared/model/values/zod.ts'
import { recordIn } from '../../common/signatures/team-head.ts'
import type { TeamBreak, TeamEvent } from '../port.ts'
import { isOlder, removalIn, type NamedRemoval } from '../retention/named.ts'

/** The facts about a desk that decide whether its removals count. */
export interface Trusted {
  readonly deskId: DeskId
  readonly provenThrough: number
  /** True if its chain has no break and its key is the known one. */
  readonly isWhole: boolean
  readonly isAdmitted: boolean
}

type Missing = Pick<TeamEvent, 'deskId' | 'number' | 'entryId' | 'at' | 'receivedAt'>

const ownRecordSchema = z.object({ at: utcTimeSchema })

/** Collects missing content and removals during a verification of all chains. */
export function createContents() {
  const missing: Missing[] = []
  const named: NamedRemoval[] = []
  /** The number of a desk's newest removal of its own content of an entry. It covers the events before it. */
  const own = new Map<string, number>()

  return {
    /** Adds an event with a valid link. */
    add(event: TeamEvent): void {
      const { deskId, number, entryId, at, receivedAt, kind, contentDigest, content } = event
      if (contentDigest !== null && content === null) missing.push({ deskId, number, entryId, at, receivedAt })
      const removal = removalIn(event)
      if (removal !== null) named.push(removal)
      if (kind !== 'removal' || entryId === null) return
      if (ownRecordSchema.safeParse(recordIn(event.facts)).success) own.set(nameOf(deskId, entryId), number)
    },
    /** The valid removals for all desks, in the order in which they were added. */
    validRemovals(desks: readonly Trusted[]): readonly NamedRemoval[] {
      return named.filter((removal) => isValid(removal, desks))
    },
    /** Missing content without a valid removal. */
    unexplained(desks: readonly Trusted[]): TeamBreak[] {
      const explained = new Map<string, UtcTime>()
      for (const { before, removed } of this.validRemovals(desks)) {
        for (const { deskId, numbers } of removed) {
          for (const number of numbers) explained.set(nameOf(deskId, number), before)
        }
      }
      // SECURITY: a desk may remove its own content without other desks, but a head of the desk must cover the removal.
      const isRemovedByItself = ({ deskId, entryId, number }: Missing): boolean => {
        const removal = own.get(nameOf(deskId, entryId))
        const through = desks.find((desk) => desk.deskId === deskId)?.provenThrough ?? 0
        return removal !== undefined && number < removal && removal <= through
      }
      return missing.filter((event) => {
        const before = explained.get(nameOf(event.deskId, event.number))
        return !(before !== undefined && isOlder(event, before)) && !isRemovedByItself(event)
      }).map(({ deskId, number }) => ({ kind: 'content-missing', deskId, number }))
    },
  }
}

/** SECURITY: a removal is valid only if a head of an admitted desk covers it, signed with the desk's known key. */
function isValid({ deskId, number }: NamedRemoval, desks: readonly Trusted[]): boolean {
  return desks.some((desk) => desk.deskId === deskId && desk.isAdmitted && desk.isWhole && number <= desk.provenThrough)
}

function nameOf(deskId: DeskId, what: number | EntryId | null): string {
  return `${deskId} ${what ?? ''}`
}
