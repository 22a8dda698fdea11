/** The seams of claim, delivery and request, at one of which an application in a team kills itself. */
import { createTeams } from '../../../../electron/team/team.ts'
import type { TeamsPort } from '../../../../electron/team/port.ts'
import type { Seam, SeamAim } from '../messages.ts'
import { dieNow } from '../serve.ts'

export interface Seams {
  /** Starts counting; without an aim nothing happens. */
  arm(aim: SeamAim | null): void
  /** Whether the aim was reached. */
  isMet(): boolean
  /** Calls a function between two seams. */
  around<Answer>(before: Seam, after: Seam, call: () => Promise<Answer>): Promise<Answer>
}

/** Creates the seams, without an aim. */
export function createSeams(): Seams {
  let aim: SeamAim | null = null
  let met = 0
  const at = (seam: Seam): void => {
    if (aim?.seam !== seam || (met += 1) !== aim.nth) return
    if (aim.afterMs === 0) dieNow()
    else setTimeout(dieNow, aim.afterMs)
  }
  return {
    arm(next) { [aim, met] = [next, 0] },
    isMet: () => aim !== null && met >= aim.nth,
    async around(before, after, call) {
      at(before)
      const answer = await call()
      at(after)
      return answer
    },
  }
}

/** The team journals of the product, with seams around claims and deliveries. */
export function teamsWithSeams({ around }: Seams): TeamsPort {
  const teams = createTeams()
  return {
    ...teams,
    open(...opened) {
      const journal = teams.open(...opened)
      return {
        ...journal,
        claim: (...args) => around('claiming', 'claimed', () => journal.claim(...args)),
        publish: (...args) => around('publishing', 'published', () => journal.publish(...args)),
      }
    },
  }
}
