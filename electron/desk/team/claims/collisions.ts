/**
 * Entries of this desk that collide with another desk's: both were sent. They are open until a person compared them.
 */
import type { EntryId, TeamEventId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, type Result } from '#shared/result.ts'
import { whoActs } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import { utcTime } from '../../../common/processes/time.ts'

/** Creates an empty list. Closed collisions stay closed after a restart. */
export function collisions(services: Pick<Services, 'journal' | 'system' | 'users'>) {
  const { journal, system } = services
  const open = new Set<EntryId>()

  return {
    /** The open collisions. */
    open: open as ReadonlySet<EntryId>,
    /** Adds collisions; returns whether one of them is new and open. */
    async add(entryIds: readonly EntryId[]): Promise<boolean> {
      if (entryIds.every((entryId) => open.has(entryId))) return false
      const closed = await journal.teamClosedCollisions()
      // If that cannot be read, a closed one may be shown again.
      const news = entryIds.filter((entryId) => !open.has(entryId) && !(closed.ok && closed.value.includes(entryId)))
      for (const entryId of news) open.add(entryId)
      return news.length > 0
    },
    /**
     * Call after a person compared both. The team receives the person and the reason. `no-such-entry` if it is not
     * open.
     */
    async close(entryId: EntryId, reason: string): Promise<Result<null, Failure>> {
      if (!open.has(entryId)) return failed({ code: 'no-such-entry' })
      const noted = await journal.teamAppend({
        eventId: system.randomHex(16) as TeamEventId, entryId: null, kind: 'collision-closed', at: utcTime(system.now()),
        // SECURITY: masked, as it leaves this computer and people paste whole mails.
        facts: { record: { entryId, who: whoActs(services), reason: maskFreeText(reason) } },
      })
      if (noted.ok) open.delete(entryId)
      return noted
    },
    clear() { open.clear() },
  }
}

export type Collisions = ReturnType<typeof collisions>
