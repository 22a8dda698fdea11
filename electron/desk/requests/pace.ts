/** The pace of requests while a batch runs: its sends, status checks and polls share the profile's rate. */
import type { ProfileId } from '#shared/brands.ts'
import type { BatchPace } from '#shared/model/profiles/profile.ts'
import type { SendReport } from '../../gateway/port.ts'
import type { System } from '../services.ts'

/** An answer that takes longer slows the batch down. */
const slowAnswerMs = 5_000
/** The largest factor by which the rate is lowered. */
const mostSlowing = 16
const tooManyRequests = 429

/**
 * Who waits: a row of the batch, a check that a person waits for, or any other check. A person's check comes first.
 * Rows and other checks alternate: checks of many orders in progress must not stop the batch.
 */
export type Turn = 'row' | 'person' | 'check'

export interface Paces {
  /**
   * From now on requests of the profile wait for their turn: at most `perSecond` a second (null: no limit) and `atOnce`
   * at the same time. `refused` is called when the gateway answers that there were too many.
   */
  begin(profileId: ProfileId, pace: BatchPace, refused: () => void): void
  /**
   * The batch ended or pauses. Its waiting rows resolve at once, so that they notice it. Checks keep their pace until
   * none waits, as the gateway may have answered that there were too many requests.
   */
  end(profileId: ProfileId): void
  /** The desk is being locked: everything that waits resolves at once and may not send. */
  rest(): void
  /** Resolves when the next request of the profile may start; at once if no pace is set. */
  turn(profileId: ProfileId, whose: Turn): Promise<void>
  /** Call when a request of the profile is sent. */
  sending(profileId: ProfileId): void
  /** Call with its result. A slow or failed one halves the rate; good ones raise it again, up to the profile's rate. */
  recordReply(profileId: ProfileId, report: Pick<SendReport, 'outcome' | 'durationMs' | 'httpStatus'>): void
}

interface Waiting {
  readonly whose: Turn
  readonly resume: () => void
}

interface Pace {
  readonly apartMs: number
  readonly atOnce: number
  readonly profileId: ProfileId
  readonly refused: () => void
  ended: boolean
  underWay: number
  slowing: number
  /** By the monotonic clock. */
  freeAt: number
  waiting: readonly Waiting[]
  lastWasRow: boolean
  cancel: () => void
}

/** Creates the paces. Without a batch nothing waits. */
export function createPaces({ monotonic, schedule }: Pick<System, 'monotonic' | 'schedule'>): Paces {
  const paces = new Map<ProfileId, Pace>()

  function resumeWaiting(pace: Pace): void {
    pace.cancel()
    pace.cancel = () => undefined
    for (let next = nextOf(pace); next !== undefined && pace.underWay < pace.atOnce; next = nextOf(pace)) {
      const now = monotonic()
      if (now < pace.freeAt) {
        pace.cancel = schedule(Math.ceil(pace.freeAt - now), () => { resumeWaiting(pace) })
        return
      }
      pace.freeAt = now + pace.apartMs * pace.slowing
      const given = next
      pace.waiting = pace.waiting.filter((one) => one !== given)
      pace.lastWasRow = given.whose === 'row'
      given.resume()
    }
    if (pace.ended && pace.waiting.length === 0) paces.delete(pace.profileId)
  }

  return {
    begin(profileId, { perSecond, atOnce }, refused) {
      const before = paces.get(profileId)
      before?.cancel()
      const pace: Pace = {
        profileId, apartMs: perSecond === null ? 0 : 1_000 / perSecond, atOnce, refused, ended: false, underWay: 0,
        slowing: 1, freeAt: monotonic(), waiting: before?.waiting ?? [], lastWasRow: false,
        cancel: () => undefined,
      }
      paces.set(profileId, pace)
      resumeWaiting(pace)
    },
    end(profileId) {
      const pace = paces.get(profileId)
      if (pace === undefined) return
      const rows = pace.waiting.filter(({ whose }) => whose === 'row')
      pace.waiting = pace.waiting.filter(({ whose }) => whose !== 'row')
      pace.ended = true
      resumeWaiting(pace)
      for (const { resume } of rows) resume()
    },
    rest() {
      const all = [...paces.values()]
      paces.clear()
      for (const pace of all) {
        pace.cancel()
        for (const { resume } of pace.waiting) resume()
      }
    },
    turn(profileId, whose) {
      const pace = paces.get(profileId)
      if (pace === undefined || (pace.ended && whose === 'row')) return Promise.resolve()
      return new Promise((resolve) => {
        const waiter = { whose, resume: resolve }
        pace.waiting = whose === 'person' ? [waiter, ...pace.waiting] : [...pace.waiting, waiter]
        if (pace.waiting.length === 1) resumeWaiting(pace)
      })
    },
    sending(profileId) {
      const pace = paces.get(profileId)
      if (pace !== undefined) pace.underWay += 1
    },
    recordReply(profileId, { outcome, durationMs, httpStatus }) {
      const pace = paces.get(profileId)
      if (pace === undefined) return
      // Requests that were in progress when the batch began were not counted.
      pace.underWay = Math.max(pace.underWay - 1, 0)
      if (httpStatus === tooManyRequests && !pace.ended) pace.refused()
      const failed = outcome.kind === 'unknown' || outcome.kind === 'not-sent'
      pace.slowing = failed || durationMs > slowAnswerMs
        ? Math.min(pace.slowing * 2, mostSlowing)
        : Math.max(pace.slowing / 1.25, 1)
      resumeWaiting(pace)
    },
  }
}

function nextOf({ waiting, lastWasRow }: Pace): Waiting | undefined {
  const [first] = waiting
  if (lastWasRow || first?.whose === 'person') return first
  return waiting.find(({ whose }) => whose === 'row') ?? first
}
