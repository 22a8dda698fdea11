import type { EntryId } from '#shared/brands.ts'
import { isFinalStatus, nextPollDelay } from '#shared/gateway/order-status.ts'
import { filledReplyField } from '#shared/gateway/reply.ts'
import type { Follow } from '#shared/model/answer.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { EntryDetail } from '#shared/model/history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { replyOf } from './answer.ts'
import { askAboutEntry, observationOf, tellsOfAnotherTransaction } from './entry-status.ts'
import type { Done, Exchange } from './exchange.ts'
import type { FindPlace } from './place.ts'
import type { Rooms, Tell } from './rooms.ts'
import { utcTime } from './time.ts'

/** Follows orders to their final status on the polling plan (addendum 7). */
export interface Followers {
  /** Starts, or answers how far it is; following an entry twice does not ask twice as often. */
  follow(entryId: EntryId): Promise<Result<Follow, Failure>>
  stop(entryId: EntryId): void
  stopAll(): void
}

interface Follower {
  readonly detail: EntryDetail
  since: number
  state: Follow
  cancel: () => void
  stopped: boolean
}

/** After a restart many orders are taken up at once; they must not all be asked about in the same moment. */
const betweenFirstPollsMs = 200

/** Makes the followers. Each answer is told to the page and, where it changed something, to the journal. */
export function followers(
  rooms: Rooms, exchange: Exchange, findPlace: FindPlace, tell: Tell, changed: () => void,
): Followers {
  const running = new Map<EntryId, Follower>()

  function schedule(follower: Follower, extraMs = 0): void {
    // A clock that was set back begins the plan anew: else it would ask every 3 s until the old time is reached again.
    follower.since = Math.min(follower.since, rooms.computer.now())
    const planned = nextPollDelay(rooms.computer.now() - follower.since)
    if (planned === null) {
      end(follower, 'plan-ended')
      return
    }
    const delay = planned + extraMs
    follower.state = { ...follower.state, nextAt: utcTime(rooms.computer.now() + delay) }
    follower.cancel = rooms.computer.schedule(delay, () => { poll(follower).catch(() => { cannotAsk(follower, 'defect') }) })
    tell('orders.followed', follower.state)
  }

  function end(follower: Follower, ended: NonNullable<Follow['ended']>): void {
    follower.stopped = true
    follower.cancel()
    running.delete(follower.detail.row.entryId)
    follower.state = { ...follower.state, nextAt: null, ended }
    tell('orders.followed', follower.state)
  }

  function cannotAsk(follower: Follower, code: string): void {
    rooms.log('follow-cannot-ask', { code })
    if (!follower.stopped) end(follower, 'cannot-ask')
  }

  async function poll(follower: Follower): Promise<void> {
    const asked = await askAboutEntry(rooms, exchange, findPlace, follower.detail)
    // Stopped while the question was under way: its answer is kept all the same, but nothing goes on.
    if (asked.ok) await note(follower, asked.value)
    if (follower.stopped) return
    if (!asked.ok) {
      cannotAsk(follower, asked.failure.code)
      return
    }
    if (isFinal(asked.value, follower.detail)) end(follower, 'final')
    else schedule(follower)
  }

  async function note(follower: Follower, done: Done): Promise<void> {
    follower.state = { ...follower.state, answer: done.answer, timesAsked: follower.state.timesAsked + 1 }
    const observation = observationOf(done, follower.detail, false)
    if (observation === null) return
    const kept = await rooms.journal.recordObservation(observation)
    if (!kept.ok) rooms.log('observation-not-kept', { code: kept.failure.code })
    else if (kept.value.changed) changed()
  }

  return {
    async follow(entryId) {
      const known = running.get(entryId)
      if (known !== undefined) return success(known.state)
      const detail = await rooms.journal.entry({ entryId })
      if (!detail.ok) return detail
      if (detail.value === null) return failed({ code: 'no-such-entry' })
      const started = running.get(entryId)
      if (started !== undefined) return success(started.state)
      const follower: Follower = {
        detail: detail.value,
        since: followedSince(detail.value, rooms.computer.now()),
        state: { entryId, answer: null, timesAsked: 0, nextAt: null, ended: null },
        cancel: () => undefined,
        stopped: false,
      }
      const before = running.size
      running.set(entryId, follower)
      schedule(follower, before * betweenFirstPollsMs)
      return success(follower.state)
    },
    stop(entryId) {
      const follower = running.get(entryId)
      if (follower !== undefined) end(follower, 'stopped-by-person')
    },
    stopAll() {
      for (const follower of running.values()) {
        follower.stopped = true
        follower.cancel()
      }
      running.clear()
    },
  }
}

/** An order is followed from when it was made, so that a restart does not begin the plan anew; a query from now on. */
function followedSince(detail: EntryDetail, now: number): number {
  return detail.row.effect === 'reads' ? now : Date.parse(detail.row.at)
}

function isFinal(done: Done, detail: EntryDetail): boolean {
  if (done.report.outcome.kind !== 'answered') return false
  // The end of a refund is not the end of its sale.
  if (tellsOfAnotherTransaction(done.report.outcome.reply, detail)) return false
  const reply = replyOf(done.report.outcome)
  const status = reply === null ? null : filledReplyField(reply, 'status')
  return status !== null && isFinalStatus(status)
}
