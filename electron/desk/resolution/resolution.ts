/** Resolves open outcomes: automatically on the polling plan, when a person requests a check, or by hand. */
import type { EntryId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { ClosingKind, HistoryRow } from '#shared/model/history/history.ts'
import { outcomeGroupOf, outcomeGroups } from '#shared/model/payments/outcome-groups.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Followers } from './follow.ts'
import type { Closing } from '../../journal/port.ts'
import type { Notices } from '../notices.ts'
import { merchantOfProfile, type CoreContext } from '../requests/index.ts'
import { audited, whoActs } from '../maintenance/index.ts'
import { checkStatus } from './check-status.ts'
import { cardholderOf } from './cardholder.ts'
import { knownLastFour } from './known-card.ts'
import { entriesToCheck, type ReportedOrder } from './reported-order.ts'
import { closingOf, permitsClosing, mayClose } from './resolution-plan.ts'
import { resolutionPlans, type ResolutionPlans } from './resolution-plans.ts'
import type { Checked } from './resolution-state.ts'
import { utcTime } from '../../common/processes/time.ts'

export interface Resolution {
  readonly plans: ResolutionPlans
  /** Checks an entry once, now, for a person. An ended plan continues from there. */
  check(entryId: EntryId): Promise<Checked>
  list(): Promise<CallAnswer<'resolution.list'>>
  /** `giveUp` closes only outcomes that stay unknown permanently. */
  close(input: ParsedInput<'resolution.close'>, giveUp: boolean): Promise<CallAnswer<'resolution.close'>>
  /**
   * Call when another source reported an order: checks its entries that are unclear, in another state than reported, or
   * reported with other values than they were sent.
   */
  checkReported(order: ReportedOrder): Promise<void>
}

type GatewayReply = Pick<Closing, 'errorCode' | 'errorText' | 'reply'>
const noReply: GatewayReply = { errorCode: null, errorText: null, reply: null }

const minute = 60_000

/** The notices that resolving causes. */
type Ended = Pick<Notices, 'paymentEnded' | 'outcomeResolved'>

/** Creates the resolution. A check queries the gateway once and resolves on a match; it never sends a request again. */
export function resolution(core: CoreContext, following: Followers, notices: Ended): Resolution {
  const { services, ages, emit } = core
  const { system, journal } = services
  const lastFourOf = knownLastFour(services)
  const plans = resolutionPlans(services, {
    check: checkByPlan,
    followOf: (entryId) => following.stateOf(entryId),
    changed: () => { emit('resolution.changed', null) },
  })
  following.watch((state, asked) => {
    plans.followed(state, asked === null ? null : { cardholder: cardholderOf(asked, asked.target) })
    if (state.ended === 'final') notices.paymentEnded(state.entryId)
  })

  async function checkByPlan(entryId: EntryId): Promise<Checked> {
    const checked = await checkStatus(core, following, entryId, 'check')
    if (checked.ok && checked.value.ended) {
      emitEnd(entryId, checked.value.answer)
      notices.outcomeResolved(entryId)
    }
    return checked
  }

  /** Emits the result to a screen that shows the payment. */
  function emitEnd(entryId: EntryId, answer: Answer): void {
    emit('orders.followed', { entryId, answer, timesAsked: 1, nextAt: null, ended: 'final' })
  }

  async function check(entryId: EntryId): Promise<Checked> {
    const asked = { at: system.now(), mark: system.monotonic() }
    const checked = await checkStatus(core, following, entryId, 'person')
    plans.checkedByPerson(entryId, asked, checked)
    return checked
  }

  async function closingNow(row: HistoryRow): Promise<Pick<OpenOutcome, 'closes' | 'closesFrom' | 'mayBeClosed'>> {
    const closes = closingOf(row)
    const waitMs = services.settings.read().notFoundAfterMinutes * minute
    const age = await ages.of(row)
    const { last } = plans.resolutionState(row.entryId)
    return {
      closes,
      closesFrom: utcTime(system.now() + Math.max(0, waitMs - age)),
      mayBeClosed: closes !== null && mayClose(closes, last, { age, waitMs, mark: system.monotonic() }),
    }
  }

  async function openOutcome(row: HistoryRow): Promise<OpenOutcome> {
    const { phase, nextAskAt, thenEveryMs, last, timesAsked, cannotAsk } = plans.resolutionState(row.entryId)
    return {
      row: { ...row, lastFour: await lastFourOf(row) },
      phase: row.state === 'sending' ? 'sending' : phase,
      nextAskAt: nextAskAt === null ? null : utcTime(nextAskAt),
      thenEveryMs,
      timesAsked,
      lastAskedAt: last === null ? null : utcTime(last.at),
      mismatches: last?.mismatches ?? [],
      said: last?.said ?? null,
      cannotAsk,
      cardholder: last?.cardholder ?? null,
      ...await closingNow(row),
    }
  }

  async function close(closing: Closing): Promise<Result<null, Failure>> {
    const kept = await journal.recordClosing(closing)
    if (!kept.ok) return kept
    if (kept.value.closed) return success(null)
    const resolutionState = await journal.entry({ entryId: closing.entryId })
    if (!resolutionState.ok) return resolutionState
    // Resolved meanwhile, or lost with a history that a backup replaced.
    return failed({ code: resolutionState.value === null ? 'no-such-entry' : 'not-found-no-more' })
  }

  /** The order may have appeared meanwhile, so closing by hand requires a reply from now. */
  async function queryBeforeClosing(entryId: EntryId, closes: ClosingKind): Promise<Result<GatewayReply, Failure>> {
    const checked = await check(entryId)
    if (!checked.ok) return checked
    const { answer: { errorCode, errorText, reply }, mismatches, resolved, orderStatus } = checked.value
    if (resolved || !permitsClosing(closes, mismatches) || reply === null) return failed({ code: 'not-found-no-more' })
    if (closes === 'unknown' && !isFinalStatus(orderStatus ?? '')) return failed({ code: 'order-under-way' })
    return success({ errorCode, errorText, reply: reply.raw })
  }

  /** `nothing-to-resolve` for an entry that is not an open outcome. */
  async function openRow(entryId: EntryId): Promise<Result<HistoryRow, Failure>> {
    const found = await journal.openOutcomes()
    if (!found.ok) return found
    const row = found.value.find((one) => one.entryId === entryId)
    return row === undefined ? failed({ code: 'nothing-to-resolve' }) : success(row)
  }

  return {
    plans,
    check,
    async list() {
      const found = await journal.openOutcomes()
      if (!found.ok) return found
      const inOrder = outcomeGroups.flatMap((group) => found.value.filter((row) => outcomeGroupOf(row) === group))
      return success(await Promise.all(inOrder.map(openOutcome)))
    },
    async close({ entryId, reason }, giveUp) {
      const session = services.users.session()
      const row = await openRow(entryId)
      if (!row.ok) return row
      const { closes, mayBeClosed } = await closingNow(row.value)
      if (closes === null || (closes === 'unknown') !== giveUp) return failed({ code: 'nothing-to-resolve' })
      if (!mayBeClosed) return failed({ code: 'too-early-to-close' })
      const reported = closes === 'collision' ? success(noReply) : await queryBeforeClosing(entryId, closes)
      if (!reported.ok) return reported
      // SECURITY: the desk was locked during the query; the next person has closed nothing.
      if (session !== services.users.session()) return failed({ code: 'desk-locked' })
      const closing: Closing = {
        entryId, at: utcTime(system.now()), who: whoActs(services), reason: maskFreeText(reason), closes,
        ...reported.value,
      }
      const line = { action: 'closed-by-hand', subject: row.value.merchantOrderId ?? entryId, detail: reason } as const
      return await audited(services, line, () => close(closing))
    },
    async checkReported(order) {
      const { profileId, merchantOrderId } = order
      if (merchantOrderId === null) return
      const at = merchantOfProfile(services, profileId)
      const creator = await journal.findMerchantOrderId({ ...at, merchantOrderId })
      if (!creator.ok) return
      const orderId = order.orderId ?? creator.value?.orderId ?? null
      const actions = orderId === null ? success([]) : await journal.orderActions({ ...at, orderId })
      if (!actions.ok) return
      const switches = services.profiles.get(profileId)?.switches ?? defaultSwitches
      for (const { entryId } of entriesToCheck(creator.value, actions.value, order, switches)) plans.checkOnce(entryId)
    },
  }
}
