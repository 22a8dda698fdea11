/** The pace of requests while a batch runs: sends, status checks and polls of its profile take turns. */
import type { ProfileId } from '#shared/brands.ts'
import type { SendReport } from '../../gateway/port.ts'
import type { System } from '../services.ts'

/** An answer that takes longer slows the batch down. */
const slowAnswerMs = 5_000
/** The rate is lowered to this part of it at most. */
const mostSlowing = 16

export interface Paces {
  /** From now on requests of the profile take turns, at most so many a second; null for as many as come. */
  begin(profileId: ProfileId, perSecond: number | null): void
  end(profileId: ProfileId): void
  /** Resolves when the next request of the profile may begin: at once where no batch runs. */
  turn(profileId: ProfileId): Promise<void>
  /** A slow or failed answer halves the rate; good ones raise it again, up to the profile's. */
  heard(profileId: ProfileId, report: Pick<SendReport, 'outcome' | 'durationMs'>): void
}

interface Pace {
  readonly apartMs: number
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
    while (pace.waiting.length > 0) {
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
    begin(profileId, perSecond) {
      paces.set(profileId, {
        apartMs: perSecond === null ? 0 : 1_000 / perSecond, slowing: 1, freeAt: monotonic(), waiting: [],
        cancel: () => undefined,
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
      if (pace === undefined || pace.apartMs === 0) return Promise.resolve()
      return new Promise((resolve) => {
        pace.waiting.push(resolve)
        if (pace.waiting.length === 1) goOn(pace)
      })
    },
    heard(profileId, { outcome, durationMs }) {
      const pace = paces.get(profileId)
      if (pace === undefined) return
      const failed = outcome.kind === 'unknown' || outcome.kind === 'not-sent'
      pace.slowing = failed || durationMs > slowAnswerMs
        ? Math.min(pace.slowing * 2, mostSlowing)
        : Math.max(pace.slowing / 1.25, 1)
    },
  }
}
