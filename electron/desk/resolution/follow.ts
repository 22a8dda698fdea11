import type { EntryId } from '#shared/brands.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import type { Follow } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { replyOf, type SendResult, type CoreContext } from '../requests/index.ts'
import { queryEntry, type StatusReply, observationOf, reportsAnotherTransaction } from './entry-status.ts'
import { followedFor } from './resolution-plan.ts'
import { utcTime } from '../../common/processes/time.ts'

/** Follows orders to their final status on the polling plan (addendum 7). */
export interface Followers {
  /** Starts following, or returns the progress. Following an entry twice does not poll twice as often. */
  follow(entryId: EntryId): Promise<Result<Follow, Failure>>
  /**
   * The same for a request that was just sent or resolved. Its callers only listen, so a failed start is emitted as the
   * end of following.
   */
  begin(entryId: EntryId): Promise<void>
  stop(entryId: EntryId): void
  stopAll(): void
  /** The progress; null if the entry is not being followed. */
  stateOf(entryId: EntryId): Follow | null
  /**
   * Calls back with every state that the page receives: when following begins and ends, and after each poll, with the
   * poll's result.
   */
  watch(watcher: FollowWatcher): void
}

/** `queried` is null if no poll preceded. */
type FollowWatcher = (state: Follow, queried: StatusReply | null) => void

interface Follower {
  readonly detail: EntryDetail
  since: number
  state: Follow
  cancel: () => void
  stopped: boolean
}

/**
 * Creates the followers. Each answer is emitted to the page and, if it contains something new, recorded in the journal.
 */
export function followers(core: CoreContext): Followers {
  const { services, emit } = core
  const running = new Map<EntryId, Follower>()
  let watcher: FollowWatcher = () => undefined

  function schedule(follower: Follower, queried: StatusReply | null): void {
    // If the clock was set back, the plan restarts: otherwise it would poll every 3 s until the old time is reached
    // again.
    follower.since = Math.min(follower.since, services.system.now())
    const delay = services.system.pollDelay(services.system.now() - follower.since)
    if (delay === null) {
      end(follower, 'plan-ended', queried)
      return
    }
    follower.state = { ...follower.state, nextAt: utcTime(services.system.now() + delay) }
    follower.cancel = services.system.schedule(delay, () => { poll(follower).catch(() => { cannotAsk(follower, 'defect') }) })
    emit('orders.followed', follower.state)
    watcher(follower.state, queried)
  }

  function end(follower: Follower, ended: NonNullable<Follow['ended']>, queried: StatusReply | null = null): void {
    const wasPlanned = follower.state.nextAt !== null
    follower.stopped = true
    follower.cancel()
    running.delete(follower.detail.row.entryId)
    follower.state = { ...follower.state, nextAt: null, ended }
    emit('orders.followed', follower.state)
    // The watcher knows nothing of an entry that was too old to be followed.
    if (wasPlanned) watcher(follower.state, queried)
  }

  function cannotAsk(follower: Follower, code: string): void {
    services.log('follow-cannot-ask', { code })
    if (!follower.stopped) end(follower, 'cannot-ask')
  }

  async function poll(follower: Follower): Promise<void> {
    const queried = await queryEntry(core, follower.detail, 'check')
    // If following was stopped during the query, its answer is still recorded, but polling ends.
    if (queried.ok) await note(follower, queried.value)
    if (follower.stopped) return
    if (!queried.ok) {
      cannotAsk(follower, queried.failure.code)
      return
    }
    if (isFinal(queried.value, follower.detail)) end(follower, 'final', queried.value)
    else schedule(follower, queried.value)
  }

  async function note(follower: Follower, done: SendResult): Promise<void> {
    follower.state = { ...follower.state, answer: done.answer, timesAsked: follower.state.timesAsked + 1 }
    const observation = observationOf(done, follower.detail, false)
    if (observation === null) return
    const kept = await services.journal.recordObservation(observation)
    if (!kept.ok) services.log('observation-not-kept', { code: kept.failure.code })
  }

  const following: Followers = {
    async follow(entryId) {
      const known = running.get(entryId)
      if (known !== undefined) return success(known.state)
      const detail = await services.journal.entry({ entryId })
      if (!detail.ok) return detail
      if (detail.value === null) return failed({ code: 'no-such-entry' })
      const started = running.get(entryId)
      if (started !== undefined) return success(started.state)
      const follower: Follower = {
        detail: detail.value,
        since: followedSince(detail.value, services.system.now()),
        state: { entryId, answer: null, timesAsked: 0, nextAt: null, ended: null },
        cancel: () => undefined,
        stopped: false,
      }
      running.set(entryId, follower)
      schedule(follower, null)
      return success(follower.state)
    },
    async begin(entryId) {
      const begun = await following.follow(entryId)
      if (begun.ok) return
      services.log('follow-not-started', { code: begun.failure.code })
      emit('orders.followed', { entryId, answer: null, timesAsked: 0, nextAt: null, ended: 'cannot-ask' })
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
    stateOf: (entryId) => running.get(entryId)?.state ?? null,
    watch(next) { watcher = next },
  }
  return following
}

/**
 * The start of the polling plan. It counts from the order's creation, so that a restart does not restart the plan. But
 * a person can follow an order of any age for another half an hour. For a read it is now.
 */
function followedSince({ row }: EntryDetail, now: number): number {
  return row.effect === 'reads' ? now : now - followedFor(row, now - Date.parse(row.at))
}

function isFinal(done: SendResult, detail: EntryDetail): boolean {
  if (done.report.outcome.kind !== 'answered') return false
  // The final status of a refund is not the final status of its sale.
  if (reportsAnotherTransaction(done.report.outcome.reply, detail)) return false
  const reply = replyOf(done.report.outcome)
  const status = reply === null ? null : filledReplyField(reply, 'status')
  return status !== null && isFinalStatus(status)
}
