/**
 * The plans of open outcomes: each is checked on the polling plan until it is resolved or the plan ends (addendum 7).
 */
import type { EntryId } from '#shared/brands.ts'
import type { Follow } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { failed } from '#shared/result.ts'
import type { Services } from '../services.ts'
import { askingPace, followedFor } from './resolution-plan.ts'
import {
  byHand, stateAfterCheck, stateAfterPoll, type AskedMoment, type Checked, type ResolutionState,
} from './resolution-state.ts'
import { pacedQueue } from './paced-queue.ts'

export interface ResolutionPlans {
  /** Compares with the journal: begins plans of new open outcomes, ends those of closed ones. */
  compareWithJournal(): Promise<void>
  /** Resumes every plan, also ended ones, with one check each soon: after a start, an unlock. */
  takeUp(): Promise<void>
  /** The same after the computer woke, unless the vault is locked. */
  woke(): Promise<void>
  /** Resumes the plans that could not check: a changed profile may have removed the obstacle. */
  takeUpStuck(): void
  /** Checks nothing until `takeUp`: the vault is locked. */
  wait(): void
  stopAll(): void
  resolutionState(entryId: EntryId): ResolutionState
  /** A person checked just now, which resumes an ended plan. */
  askedByPerson(entryId: EntryId, asked: AskedMoment, checked: Checked): void
  /** Checks once, in its turn, an entry that may have no plan. */
  askOnce(entryId: EntryId): void
  /** Reports the progress of a followed entry; after a poll also the cardholder's step in its reply. */
  followed(state: Follow, polled: { readonly cardholder: OpenOutcome['cardholder'] } | null): void
}

/** The dependencies of the plans. */
interface Parts {
  /** Checks once and resolves on a match. */
  readonly check: (entryId: EntryId) => Promise<Checked>
  /** The progress of following an entry, which polls meanwhile; null when it is not followed. */
  readonly followOf: (entryId: EntryId) => Follow | null
  /** Called whenever a state changed. */
  readonly changed: () => void
}

/** Failures that are over once the keychain answers. */
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
  const queue = pacedQueue((delayMs, callback) => system.schedule(delayMs, callback), askingPace)
  let waitsForVault = false
  let stopped = false
  let listed = ''
  let comparing: 'no' | 'once' | 'again' = 'no'

  async function compare(): Promise<void> {
    const found = await journal.openOutcomes()
    if (!found.ok || stopped) return
    const open = new Map(found.value.map((row) => [row.entryId, row]))
    const closed = [...plans.values()].filter(({ row }) => !isAskedAbout(open.get(row.entryId)))
    const fresh = found.value.filter((row) => isAskedAbout(row) && !plans.has(row.entryId))
    closed.forEach(end)
    fresh.forEach(begin)
    for (const plan of plans.values()) updateRow(plan, open.get(plan.row.entryId))
    const isListed = [...open].map(([entryId, { state }]) => `${entryId} ${state}`).join()
    if (isListed !== listed) changed()
    listed = isListed
  }

  /** A changed state restarts the plan: an error, for example, is checked less often. */
  function updateRow(plan: Plan, row: HistoryRow | undefined): void {
    if (row === undefined || row.state === plan.row.state) return
    plan.row = row
    takeUpPlan(plan)
  }

  function begin(row: HistoryRow): void {
    const plan: Plan = { row, since: 0, resolutionState: byHand, queued: false, ended: false, cancel: () => undefined }
    plans.set(row.entryId, plan)
    takeUpPlan(plan)
  }

  function end(plan: Plan): void {
    plan.ended = true
    plan.cancel()
    plans.delete(plan.row.entryId)
  }

  /** It is checked once soon at any age; then the plan decides, or its follower. */
  function takeUpPlan(plan: Plan): void {
    restart(plan)
    const follow = followOf(plan.row.entryId)
    if (follow === null) goOn(plan, system.pollDelay(0))
    else followed(follow, null)
  }

  function restart(plan: Plan): void {
    plan.since = system.monotonic() - followedFor(plan.row, system.now() - Date.parse(plan.row.at))
    plan.resolutionState = { ...plan.resolutionState, cannotAsk: null }
  }

  function goOn(plan: Plan, delayMs: number | null): void {
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
    queue.add(() => ask(plan))
  }

  async function ask(plan: Plan): Promise<void> {
    plan.queued = false
    if (plan.ended || waitsForVault) return
    plan.cancel()
    setPhase(plan, 'asking')
    changed()
    await askNow(plan.row.entryId)
    if (plan.ended) return
    setPhase(plan, 'planned')
    goOnByPlan(plan)
    changed()
  }

  function goOnByPlan(plan: Plan): void {
    const follow = followOf(plan.row.entryId)
    if (follow !== null) followed(follow, null)
    else goOn(plan, waitsForChange(plan.resolutionState) ? null : system.pollDelay(system.monotonic() - plan.since))
  }

  async function askNow(entryId: EntryId): Promise<void> {
    const asked: AskedMoment = { at: system.now(), mark: system.monotonic() }
    const checked = await check(entryId).catch(() => failed({ code: 'defect' as const }))
    note(entryId, asked, checked)
  }

  function note(entryId: EntryId, asked: AskedMoment, checked: Checked): void {
    const plan = plans.get(entryId)
    if (plan === undefined) return
    const before = plan.resolutionState.cannotAsk?.code
    plan.resolutionState = stateAfterCheck(plan.resolutionState, asked, checked)
    if (!checked.ok) {
      if (checked.failure.code !== before) {
        services.log('resolution-cannot-ask', { entry: entryId, code: checked.failure.code })
      }
      if (checked.failure.code === 'vault-locked') wait()
    } else keychainWorks(plan)
    changed()
  }

  function askedByPerson(entryId: EntryId, asked: AskedMoment, checked: Checked): void {
    note(entryId, asked, checked)
    const plan = plans.get(entryId)
    if (plan === undefined || plan.resolutionState.phase === 'asking') return
    if (checked.ok) restart(plan)
    goOnByPlan(plan)
    changed()
  }

  function followed(follow: Follow, polled: Parameters<ResolutionPlans['followed']>[1]): void {
    const plan = plans.get(follow.entryId)
    if (plan === undefined) return
    if (polled !== null && follow.answer !== null) {
      const asked = { at: system.now(), mark: system.monotonic() }
      plan.resolutionState = stateAfterPoll(plan.resolutionState, asked, follow.answer, polled.cardholder)
      keychainWorks(plan)
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
    else if (ended === 'plan-ended') goOnByPlan(plan)
    // Where polling failed, the plan finds the reason; where it ended with an error, the plan continues.
    else takeUpPlan(plan)
  }

  /** A request of the profile was signed: its other entries that the keychain stopped are checked again too. */
  function keychainWorks({ row: { profileId } }: Plan): void {
    for (const plan of plans.values()) {
      const code = plan.resolutionState.cannotAsk?.code ?? null
      if (plan.row.profileId === profileId && code !== null && endsWithKeychain.includes(code)) takeUpPlan(plan)
    }
  }

  function wait(): void {
    waitsForVault = true
    for (const plan of plans.values()) goOn(plan, null)
    changed()
  }

  function enqueueOnce(entryId: EntryId): void {
    if (!waitsForVault) queue.add(() => askNow(entryId))
  }

  async function compareWithJournal(): Promise<void> {
    if (comparing !== 'no') comparing = 'again'
    if (comparing !== 'no' || stopped) return
    do {
      comparing = 'once'
      await compare()
    } while (wantedAgain())
    comparing = 'no'
  }

  // A call during the query of the journal changed it.
  const wantedAgain = (): boolean => comparing === 'again'

  async function takeUp(): Promise<void> {
    waitsForVault = false
    for (const plan of plans.values()) {
      takeUpPlan(plan)
      if (followOf(plan.row.entryId) !== null) enqueueOnce(plan.row.entryId)
    }
    await compareWithJournal()
    changed()
  }

  return {
    compareWithJournal,
    takeUp,
    woke: async () => { if (!waitsForVault) await takeUp() },
    takeUpStuck() {
      if (waitsForVault) return
      for (const plan of plans.values()) if (plan.resolutionState.cannotAsk !== null) takeUpPlan(plan)
      changed()
    },
    wait,
    stopAll() {
      stopped = true
      queue.clear()
      for (const plan of [...plans.values()]) end(plan)
    },
    resolutionState(entryId) {
      const resolutionState = plans.get(entryId)?.resolutionState ?? byHand
      return waitsForVault ? { ...resolutionState, cannotAsk: { code: 'vault-locked' } } : resolutionState
    },
    askedByPerson,
    askOnce: enqueueOnce,
    followed,
  }
}

/** True where the next check would fail too until something was changed; a full disk may get space at any time. */
function waitsForChange({ cannotAsk }: ResolutionState): boolean {
  return cannotAsk !== null && cannotAsk.code !== 'journal-unwritable'
}

/**
 * True for outcomes that a reply of the gateway can resolve: a person compares collisions, and a send in progress gets
 * its own reply.
 */
function isAskedAbout(row: HistoryRow | undefined): boolean {
  return row !== undefined && (row.state === 'unknown' || row.state === 'error' || row.state === 'processing')
}
