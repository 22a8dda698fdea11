/**
 * Periodic work while the team can be reached: reports ended claims again, records closings of other desks, shares the
 * team's key, publishes a head.
 */
import { success, type Result } from '#shared/result.ts'
import type { TeamJournalPort } from '../../../team/port.ts'
import type { Services } from '../../services.ts'
import type { DeliveryFailure } from './delivery.ts'
import { recordClosedElsewhere } from './closed-elsewhere.ts'
import { reportEndedClaims } from './ended-claims.ts'
import { publishHead } from './publish-head.ts'
import { shareKey } from './sharing-key.ts'

const everyMs = 60_000
const longestPauseMs = 60 * 60_000

/** Creates the periodic work. It uses the monotonic clock. */
export function createPeriodicWork(services: Pick<Services, 'journal' | 'vault' | 'system' | 'profiles' | 'membership' | 'log'>) {
  const { journal, system } = services
  let reportAt = 0
  let headAt = 0
  let shareAt = 0
  let closingsAt = 0
  let reportEveryMs = everyMs

  return {
    /** Call when the desks that share the team's key may have changed: it is shared after the next contact. */
    shareSoon() { shareAt = 0 },
    /** Call when another desk may have closed an outcome of this one: it is recorded after the next contact. */
    readClosingsSoon() { closingsAt = 0 },
    /**
     * Runs after a successful contact. `areNotClosed`: the contact could not end the claim of an entry that has ended.
     */
    async after(team: TeamJournalPort, areNotClosed: boolean): Promise<Result<null, DeliveryFailure>> {
      if (areNotClosed) {
        reportAt = Math.min(reportAt, system.monotonic() + reportEveryMs)
        // A claim that a person closed without the right stays open permanently, so it is reported at growing
        // intervals.
        reportEveryMs = Math.min(reportEveryMs * 2, longestPauseMs)
      }
      if (system.monotonic() < Math.min(reportAt, headAt, shareAt, closingsAt)) return success(null)
      if (system.monotonic() >= reportAt) {
        reportAt = Infinity
        const reported = await reportEndedClaims(services, team)
        if (!reported.ok) {
          reportAt = 0
          return reported
        }
      }
      if (system.monotonic() >= closingsAt) {
        closingsAt = Infinity
        const recorded = await recordClosedElsewhere(services, team)
        // Not a failure of the contact: it concerns no send.
        if (!recorded.ok) closingsAt = system.monotonic() + everyMs
      }
      const before = await journal.teamDelivery()
      if (system.monotonic() >= shareAt && before.ok && before.value?.waiting === 0) {
        shareAt = system.monotonic() + everyMs
        const shared = await shareKey(services, team, before.value.deskId)
        if (!shared.ok) {
          shareAt = 0
          return shared
        }
      }
      const delivery = await journal.teamDelivery()
      const isHeadDue = system.monotonic() >= headAt && delivery.ok && delivery.value?.waiting === 0
      if (!isHeadDue || delivery.value === null) return success(null)
      headAt = system.monotonic() + everyMs
      const published = await publishHead(services, team, delivery.value)
      return published.ok ? success(null) : published
    },
  }
}
