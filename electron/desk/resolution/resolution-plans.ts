/**
 * The plans of open outcomes. Each outcome is checked on the polling plan until it is resolved or the plan ends
 * (addendum 7).
 */
import type { EntryId } from '#shared/brands.ts'
import type { Follow } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { failed } from '#shared/result.ts'
import type { Services } from '../services.ts'
import { queryPace, followedFor } from './resolution-plan.ts'
import {
  byHand, stateAfterCheck, stateAfterPoll, type QueryTime, type Checked, type ResolutionState,
} from './resolution-state.ts'
import { pacedQueue } from './paced-queue.ts'

export interface ResolutionPlans {
  /** Compares the plans with the journal: begins plans of new open outcomes, ends those of closed ones. */
  compareWithJournal(): Promise<void>
  /** Resumes every plan, also ended ones, with one check each soon. Call after a start and an unlock. */
  resume(): Promise<void>
  /** The same after the computer woke, unless the vault is locked. */
  woke(): Promise<void>
  /** Resumes the plans that could not check, as a changed profile may have removed the obstacle. */
  resumeBlocked(): void
  /** Checks nothing until `resume`, as the vault is locked. */
  suspend(): void
  stopAll(): void
  resolutionState(entryId: EntryId): ResolutionState
  /** Call after a person's check, which resumes an ended plan. */
  checkedByPerson(entryId: EntryId, queryTime: QueryTime, checked: Checked): void
  /** Checks an entry once, in the queue; it may have no plan. */
  checkOnce(entryId: EntryId): void
  /** Call with the progress of a followed entry; after a poll also with the cardholder's step in its reply. */
  followed(state: Follow, polled: { readonly cardholder: OpenOutcome['cardholder'] } | null): void
}

/** The dependencies of the plans. */
interface Parts {
  /** Checks once and resolves on a match. */
  readonly check: (entryId: EntryId) => Promise<Checked>
  /** The progress of following an entry, which polls meanwhile; null if it is not followed. */
  readonly followOf: (entryId: EntryId) => Follow | null
  /** Called whenever a state changed. */
  readonly changed: () => void
}

/** Failures that end once the keychain answers. */
const endsWithKeychain: readonly Failure['code'][] = ['keychain-missing', 'keychain-locked', 'keychain-waiting']

interface Plan {
  row: HistoryRow
  /** By the monotonic clock. */
  since: number
  resolutionState: ResolutionState
  queued: boolean
  ended: boolean
  cancel: () => void
}

/** Creates the plans. */
export function resolutionPlans(
  services: Pick<Services, 'system' | 'journal' | 'log'>, { check, followOf, changed }: Parts,
): ResolutionPlans {
  const { system, journal } = services
  const plans = new Map<EntryId, Plan>()
  const queue = pacedQueue((delayMs, callback) => system.schedule(delayMs, callback), queryPace)
  let waitsForVault = false
  let stopped = false
  let listed = ''
  let comparing: 'no' | 'once' | 'again' = 'no'

  async function compare(): Promise<void> {
    const found = await journal.openOutcomes()
    if (!found.ok || stopped) return
    const open = new Map(found.value.map((row) => [row.entryId, row]))
    const closed = [...plans.values()].filter(({ row }) => !isCheckable(open.get(row.entryId)))
    const fresh = found.value.filter((row) => isCheckable(row) && !plans.has(row.entryId))
    closed.forEach(end)
    fresh.forEach(begin)
    for (const plan of plans.values()) updateRow(plan, open.get(plan.row.entryId))
    const isListed = [...open].map(([entryId, { state }]) => `${entryId} ${state}`).join()
    if (isListed !== listed) changed()
    listed = isListed
  }

  /** A changed state restarts the plan; for example, an error is checked less often. */
  function updateRow(plan: Plan, row: HistoryRow | undefined): void {
    if (row === undefined || row.state === plan.row.state) return
    plan.row = row
    resumePlan(plan)
  }

  function begin(row: HistoryRow): void {
    const plan: Plan = { row, since: 0, resolutionState: byHand, queued: false, ended: false, cancel: () => undefined }
    plans.set(row.entryId, plan)
    resumePlan(plan)
  }

  function end(plan: Plan): void {
    plan.ended = true
    plan.cancel()
    plans.delete(plan.row.entryId)
  }

  /** The entry is checked once soon, at any age. Then the plan decides, or the follower. */
  function resumePlan(plan: Plan): void {
    restart(plan)
    const follow = followOf(plan.row.entryId)
    if (follow === null) planNext(plan, system.pollDelay(0))
    else followed(follow, null)
  }

  function restart(plan: Plan): void {
    plan.since = system.monotonic() - followedFor(plan.row, system.now() - Date.parse(plan.row.at))
    plan.resolutionState = { ...plan.resolutionState, cannotAsk: null }
  }

  function planNext(plan: Plan, delayMs: number | null): void {
    plan.cancel()
    if (plan.resolutionState.phase === 'asking') return
    if (waitsForVault) setPhase(plan, 'planned')
    else if (delayMs === null) setPhase(plan, 'by-hand')
    else {
      setPhase(plan, 'planned', system.now() + delayMs, system.pollDelay(system.monotonic() - plan.since + delayMs))
      plan.cancel = system.schedule(delayMs, () => { enqueue(plan) })
    }
  }

  function setPhase(
    plan: Plan, phase: ResolutionState['phase'], nextAskAt: number | null = null, thenEveryMs: number | null = null,
  ): void {
    plan.resolutionState = { ...plan.resolutionState, phase, nextAskAt, thenEveryMs }
  }

  function enqueue(plan: Plan): void {
    if (plan.queued || plan.ended) return
    plan.queued = true
    queue.add(() => checkPlanned(plan))
  }

  async function checkPlanned(plan: Plan): Promise<void> {
    plan.queued = false
    if (plan.ended || waitsForVault) return
    plan.cancel()
    setPhase(plan, 'asking')
    changed()
    await checkNow(plan.row.entryId)
    if (plan.ended) return
    setPhase(plan, 'planned')
    continuePlan(plan)
    changed()
  }

  function continuePlan(plan: Plan): void {
    const follow = followOf(plan.row.entryId)
    if (follow !== null) followed(follow, null)
    else planNext(plan, waitsForChange(plan.resolutionState) ? null : system.pollDelay(system.monotonic() - plan.since))
  }

  async function checkNow(entryId: EntryId): Promise<void> {
    const queryTime: QueryTime = { at: system.now(), mark: system.monotonic() }
    const checked = await check(entryId).catch(() => failed({ code: 'defect' as const }))
    note(entryId, queryTime, checked)
  }

  function note(entryId: EntryId, queryTime: QueryTime, checked: Checked): void {
    const plan = plans.get(entryId)
    if (plan === undefined) return
    const before = plan.resolutionState.cannotAsk?.code
    plan.resolutionState = stateAfterCheck(plan.resolutionState, queryTime, checked)
    if (!checked.ok) {
      if (checked.failure.code !== before) {
        services.log('resolution-cannot-ask', { entry: entryId, code: checked.failure.code })
      }
      if (checked.failure.code === 'vault-locked') suspend()
    } else resumeAfterKeychain(plan)
    changed()
  }

  function checkedByPerson(entryId: EntryId, queryTime: QueryTime, checked: Checked): void {
    note(entryId, queryTime, checked)
    const plan = plans.get(entryId)
    if (plan === undefined || plan.resolutionState.phase === 'asking') return
    if (checked.ok) restart(plan)
    continuePlan(plan)
    changed()
  }

  function followed(follow: Follow, polled: Parameters<ResolutionPlans['followed']>[1]): void {
    const plan = plans.get(follow.entryId)
    if (plan === undefined) return
    if (polled !== null && follow.answer !== null) {
      const queryTime = { at: system.now(), mark: system.monotonic() }
      plan.resolutionState = stateAfterPoll(plan.resolutionState, queryTime, follow.answer, polled.cardholder)
      resumeAfterKeychain(plan)
    }
    if (plan.resolutionState.phase !== 'asking') setPhaseByFollow(plan, follow)
    changed()
  }

  function setPhaseByFollow(plan: Plan, { nextAt, ended }: Follow): void {
    plan.cancel()
    if (ended === null && nextAt !== null) {
      const next = Date.parse(nextAt)
      setPhase(plan, 'planned', next, system.pollDelay(next - Date.parse(plan.row.at)))
    } else if (ended === 'stopped-by-person') setPhase(plan, 'by-hand')
    else if (ended === 'plan-ended') continuePlan(plan)
    // If polling failed, the plan finds the reason; if it ended with an error, the plan continues.
    else resumePlan(plan)
  }

  /** A request of the profile was signed, so its other entries that the keychain stopped are checked again. */
  function resumeAfterKeychain({ row: { profileId } }: Plan): void {
    for (const plan of plans.values()) {
      const code = plan.resolutionState.cannotAsk?.code ?? null
      if (plan.row.profileId === profileId && code !== null && endsWithKeychain.includes(code)) resumePlan(plan)
    }
  }

  function suspend(): void {
    waitsForVault = true
    for (const plan of plans.values()) planNext(plan, null)
    changed()
  }

  function enqueueOnce(entryId: EntryId): void {
    if (!waitsForVault) queue.add(() => checkNow(entryId))
  }

  async function compareWithJournal(): Promise<void> {
    if (comparing !== 'no') comparing = 'again'
    if (comparing !== 'no' || stopped) return
    do {
      comparing = 'once'
      await compare()
    } while (isWantedAgain())
    comparing = 'no'
  }

  // A function, as a call may have changed the value during the query of the journal.
  const isWantedAgain = (): boolean => comparing === 'again'

  async function resume(): Promise<void> {
    waitsForVault = false
    for (const plan of plans.values()) {
      resumePlan(plan)
      if (followOf(plan.row.entryId) !== null) enqueueOnce(plan.row.entryId)
    }
    await compareWithJournal()
    changed()
  }

  return {
    compareWithJournal,
    resume,
    woke: async () => { if (!waitsForVault) await resume() },
    resumeBlocked() {
      if (waitsForVault) return
      for (const plan of plans.values()) if (plan.resolutionState.cannotAsk !== null) resumePlan(plan)
      changed()
    },
    suspend,
    stopAll() {
      stopped = true
      queue.clear()
      for (const plan of [...plans.values()]) end(plan)
    },
    resolutionState(entryId) {
      const resolutionState = plans.get(entryId)?.resolutionState ?? byHand
      return waitsForVault ? { ...resolutionState, cannotAsk: { code: 'vault-locked' } } : resolutionState
    },
    checkedByPerson,
    checkOnce: enqueueOnce,
    followed,
  }
}

/** True if the next check would fail too until something is changed. A full disk may get space at any time. */
function waitsForChange({ cannotAsk }: ResolutionState): boolean {
  return cannotAsk !== null && cannotAsk.code !== 'journal-unwritable'
}

/**
 * True for outcomes that a reply of the gateway can resolve. A person compares collisions, and a send in progress gets
 * its own reply.
 */
function isCheckable(row: HistoryRow | undefined): boolean {
  return row !== undefined && (row.state === 'unknown' || row.state === 'error' || row.state === 'processing')
}
