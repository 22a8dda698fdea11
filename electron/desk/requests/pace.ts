/** The pace of requests while a batch runs: sends, status checks and polls of its profile take turns. */
import type { ProfileId } from '#shared/brands.ts'
import type { BatchPace } from '#shared/model/profiles/profile.ts'
import type { SendReport } from '../../gateway/port.ts'
import type { System } from '../services.ts'

/** An answer that takes longer slows the batch down. */
const slowAnswerMs = 5_000
/** The rate is lowered to this part of it at most. */
const mostSlowing = 16
const tooManyRequests = 429

export interface Paces {
  /**
   * From now on requests of the profile take turns: at most so many a second (null: as many as come), and so many at
   * once. `refused` is called for an answer that there were too many.
   */
  begin(profileId: ProfileId, pace: BatchPace, refused: () => void): void
  end(profileId: ProfileId): void
  /** Resolves when the next request of the profile may begin: at once where no batch runs. */
  turn(profileId: ProfileId): Promise<void>
  /** A request of the profile is sent now. */
  sending(profileId: ProfileId): void
  /** Its answer: a slow or failed one halves the rate; good ones raise it again, up to the profile's. */
  heard(profileId: ProfileId, report: Pick<SendReport, 'outcome' | 'durationMs' | 'httpStatus'>): void
}

interface Pace {
  readonly apartMs: number
  readonly atOnce: number
  readonly refused: () => void
  underWay: number
  slowing: number
  /** By the monotonic clock. */
  freeAt: number
  readonly waiting: (() => void)[]
  cancel: () => void
}

/** Creates the paces; without a batch nothing waits. */
export function createPaces({ monotonic, schedule }: Pick<System, 'monotonic' | 'schedule'>): Paces {
  const paces = new Map<ProfileId, Pace>()

  function goOn(pace: Pace): void {
    pace.cancel()
    pace.cancel = () => undefined
    while (pace.waiting.length > 0 && pace.underWay < pace.atOnce) {
      const now = monotonic()
      if (now < pace.freeAt) {
        pace.cancel = schedule(Math.ceil(pace.freeAt - now), () => { goOn(pace) })
        return
      }
      pace.freeAt = now + pace.apartMs * pace.slowing
      pace.waiting.shift()?.()
    }
  }

  return {
    begin(profileId, { perSecond, atOnce }, refused) {
      paces.set(profileId, {
        apartMs: perSecond === null ? 0 : 1_000 / perSecond, atOnce, refused, underWay: 0, slowing: 1,
        freeAt: monotonic(), waiting: [], cancel: () => undefined,
      })
    },
    end(profileId) {
      const pace = paces.get(profileId)
      if (pace === undefined) return
      paces.delete(profileId)
      pace.cancel()
      for (const resume of pace.waiting) resume()
    },
    turn(profileId) {
      const pace = paces.get(profileId)
      if (pace === undefined) return Promise.resolve()
      return new Promise((resolve) => {
        pace.waiting.push(resolve)
        if (pace.waiting.length === 1) goOn(pace)
      })
    },
    sending(profileId) {
      const pace = paces.get(profileId)
      if (pace !== undefined) pace.underWay += 1
    },
    heard(profileId, { outcome, durationMs, httpStatus }) {
      const pace = paces.get(profileId)
      if (pace === undefined) return
      // Requests that were under way when the batch began were not counted.
      pace.underWay = Math.max(pace.underWay - 1, 0)
      if (httpStatus === tooManyRequests) pace.refused()
      const failed = outcome.kind === 'unknown' || outcome.kind === 'not-sent'
      pace.slowing = failed || durationMs > slowAnswerMs
        ? Math.min(pace.slowing * 2, mostSlowing)
        : Math.max(pace.slowing / 1.25, 1)
      goOn(pace)
    },
  }
}
