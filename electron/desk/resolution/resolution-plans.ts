/** Open outcomes, each asked about on the polling plan until it is resolved or the plan ends. */
import type { EntryId } from '#shared/brands.ts'
import { nextPollDelay } from '#shared/gateway/order-status.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import type { OpenOutcome } from '#shared/model/resolution.ts'
import { failed } from '#shared/result.ts'
import type { Services } from '../services.ts'
import { askingPace, followedFor, type LastAsked } from './resolution-plan.ts'
import { spreadQueue } from './spread-queue.ts'

export type Checked = CallAnswer<'orders.checkStatus'>

/** Where the resolving of one entry stands. */
interface ResolutionState {
  readonly phase: OpenOutcome['phase']
  /** Milliseconds since 1970; null when nothing is planned, or while the plan waits for the vault. */
  readonly nextAskAt: number | null
  readonly last: (LastAsked & Pick<OpenOutcome, 'said'>) | null
  readonly cannotAsk: Failure | null
}

export interface ResolutionPlans {
  /** Compares with the journal: begins what became unknown, ends what is unknown no more. */
  look(): Promise<void>
  /** Takes up every plan, ended ones too: after a start, an unlock. */
  takeUp(): Promise<void>
  /** The same after the computer woke, unless the vault is locked. */
  woke(): Promise<void>
  /** Takes up the plans that could not ask: a profile was changed, and with it perhaps what stood in the way. */
  takeUpStuck(): void
  /** Asks nothing until `takeUp`: the vault is locked. */
  wait(): void
  stopAll(): void
  resolutionState(entryId: EntryId): ResolutionState
  /** Takes the plan up again, its first question at once. */
  askAgain(row: HistoryRow): void
  /** Asks once, when its turn comes, about an entry that may have no plan. */
  askOnce(entryId: EntryId): void
  /** Keeps what a status query that was asked at a moment brought. */
  note(entryId: EntryId, asked: AskedMoment, checked: Checked): void
}

/** When a question was asked: by this computer's clock, and by the one that nobody can set. */
type AskedMoment = Pick<LastAsked, 'at' | 'mark'>

interface Plan {
  readonly row: HistoryRow
  /** By the clock that nobody can set. */
  since: number
  resolutionState: ResolutionState
  queued: boolean
  ended: boolean
  cancel: () => void
}

const byHand: ResolutionState = { phase: 'by-hand', nextAskAt: null, last: null, cannotAsk: null }

/** Makes the plans. `check` asks once and resolves what fits; `changed` is called whenever a standing changed. */
export function resolutionPlans(
  services: Pick<Services, 'system' | 'journal' | 'log'>,
  check: (entryId: EntryId) => Promise<Checked>,
  changed: () => void,
): ResolutionPlans {
  const { system, journal } = services
  const plans = new Map<EntryId, Plan>()
  const queue = spreadQueue((delayMs, callback) => system.schedule(delayMs, callback), askingPace)
  let waitsForVault = false
  let stopped = false
  let looking: 'no' | 'once' | 'again' = 'no'

  async function compare(): Promise<void> {
    const found = await journal.openOutcomes()
    if (!found.ok || stopped) return
    // A double is compared by a person: no answer of the gateway resolves it.
    const unknown = new Map(found.value.filter(({ state }) => state === 'unknown' || state === 'error')
      .map((row) => [row.entryId, row]))
    const gone = [...plans.values()].filter(({ row }) => !unknown.has(row.entryId))
    const fresh = [...unknown.values()].filter(({ entryId }) => !plans.has(entryId))
    gone.forEach(end)
    fresh.forEach(begin)
    if (gone.length + fresh.length > 0) changed()
  }

  function begin(row: HistoryRow): Plan {
    const plan: Plan = { row, since: 0, resolutionState: byHand, queued: false, ended: false, cancel: () => undefined }
    plans.set(row.entryId, plan)
    takeUpPlan(plan)
    return plan
  }

  function end(plan: Plan): void {
    plan.ended = true
    plan.cancel()
    plans.delete(plan.row.entryId)
  }

  /** However old it is, it is asked about once soon; from then on the plan decides. */
  function takeUpPlan(plan: Plan): void {
    plan.since = system.monotonic() - followedFor(plan.row, system.now() - Date.parse(plan.row.at))
    plan.resolutionState = { ...plan.resolutionState, cannotAsk: null }
    goOn(plan, nextPollDelay(0))
  }

  function goOn(plan: Plan, delayMs: number | null): void {
    plan.cancel()
    if (plan.resolutionState.phase === 'asking') return
    if (waitsForVault) stand(plan, { phase: 'planned', nextAskAt: null })
    else if (delayMs === null) stand(plan, { phase: 'by-hand', nextAskAt: null })
    else {
      stand(plan, { phase: 'planned', nextAskAt: system.now() + delayMs })
      plan.cancel = system.schedule(delayMs, () => { enqueue(plan) })
    }
  }

  function stand(plan: Plan, resolutionState: Pick<ResolutionState, 'phase' | 'nextAskAt'>): void {
    plan.resolutionState = { ...plan.resolutionState, ...resolutionState }
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
    stand(plan, { phase: 'asking', nextAskAt: null })
    changed()
    await askNow(plan.row.entryId)
    if (plan.ended) return
    stand(plan, { phase: 'planned', nextAskAt: null })
    goOn(plan, plan.resolutionState.cannotAsk === null ? nextPollDelay(system.monotonic() - plan.since) : null)
    changed()
  }

  async function askNow(entryId: EntryId): Promise<void> {
    const asked: AskedMoment = { at: system.now(), mark: system.monotonic() }
    const checked = await check(entryId).catch(() => failed({ code: 'defect' as const }))
    note(entryId, asked, checked)
  }

  function note(entryId: EntryId, asked: AskedMoment, checked: Checked): void {
    const plan = plans.get(entryId)
    if (plan === undefined) return
    if (checked.ok) {
      const { mismatches, answer: { outcome, errorCode, errorText } } = checked.value
      const said = outcome.kind === 'refused' ? { errorCode, errorText } : null
      plan.resolutionState = { ...plan.resolutionState, last: { ...asked, mismatches, said }, cannotAsk: null }
    } else {
      if (checked.failure.code !== plan.resolutionState.cannotAsk?.code) {
        services.log('resolution-cannot-ask', { entry: entryId, code: checked.failure.code })
      }
      plan.resolutionState = { ...plan.resolutionState, cannotAsk: checked.failure }
      if (checked.failure.code === 'vault-locked') wait()
    }
    changed()
  }

  function wait(): void {
    waitsForVault = true
    for (const plan of plans.values()) goOn(plan, null)
    changed()
  }

  async function look(): Promise<void> {
    if (looking !== 'no') looking = 'again'
    if (looking !== 'no' || stopped) return
    do {
      looking = 'once'
      await compare()
    } while (wantedAgain())
    looking = 'no'
  }

  // What was called while the journal was asked changed it.
  const wantedAgain = (): boolean => looking === 'again'

  async function takeUp(): Promise<void> {
    waitsForVault = false
    plans.forEach(takeUpPlan)
    await look()
    changed()
  }

  return {
    look,
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
    askAgain(row) {
      const plan = plans.get(row.entryId) ?? begin(row)
      plan.since = system.monotonic()
      plan.resolutionState = { ...plan.resolutionState, cannotAsk: null }
      if (plan.resolutionState.phase === 'asking') return
      goOn(plan, 0)
      plan.cancel()
      enqueue(plan)
      changed()
    },
    askOnce: (entryId) => { if (!waitsForVault) queue.add(() => askNow(entryId)) },
    note,
  }
}
