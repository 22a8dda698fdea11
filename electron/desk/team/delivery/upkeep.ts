/** What is done now and then while the team is reached: claims that ended are told again, and a head is published. */
import { success, type Result } from '#shared/result.ts'
import type { TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import type { DeliveryFailure } from './delivery.ts'
import { tellEndedAgain } from './ended-claims.ts'
import { publishHead } from './publish-head.ts'

const everyMs = 60_000
const mostSeldomMs = 60 * 60_000

export interface Upkeep {
  /** Right after a contact that went well; `areNotClosed` where it could not end the claim of an entry that ended. */
  after(team: TeamJournalPort, areNotClosed: boolean): Promise<Result<null, DeliveryFailure>>
}

/** Makes it; what is due is told by the clock that nobody sets. */
export function createUpkeep(services: Pick<Services, 'journal' | 'vault' | 'system' | 'profiles' | 'membership'>): Upkeep {
  const { journal, system } = services
  let tellAt = 0
  let headAt = 0
  let tellEveryMs = everyMs

  return {
    async after(team, areNotClosed) {
      if (areNotClosed) {
        tellAt = Math.min(tellAt, system.monotonic() + tellEveryMs)
        // What a person without the right closed stays open for good: it is told ever more seldom.
        tellEveryMs = Math.min(tellEveryMs * 2, mostSeldomMs)
      }
      if (system.monotonic() < Math.min(tellAt, headAt)) return success(null)
      if (system.monotonic() >= tellAt) {
        tellAt = Infinity
        const told = await tellEndedAgain(services, team)
        if (!told.ok) {
          tellAt = 0
          return told
        }
      }
      const stands = await journal.teamDelivery()
      const isHeadDue = system.monotonic() >= headAt && stands.ok && stands.value?.waiting === 0
      if (!isHeadDue || stands.value === null) return success(null)
      headAt = system.monotonic() + everyMs
      const published = await publishHead(services, team, stands.value)
      return published.ok ? success(null) : published
    },
  }
}
