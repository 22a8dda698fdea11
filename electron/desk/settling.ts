/** Settling what is unknown: by itself on the polling plan, anew when a person asks, by hand as not found at last. */
import type { EntryId, MerchantOrderId, ProfileId } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import { isFinalStatus } from '#shared/gateway/order-status.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Answer } from '#shared/model/answer.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { ClosingKind, HistoryRow } from '#shared/model/history.ts'
import type { Unsettled } from '#shared/model/settling.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Closing } from '../journal/port.ts'
import type { Ages } from './ages.ts'
import { audited } from './audit.ts'
import { isInDoubt } from './entry-status.ts'
import { knownLastFour } from './known-card.ts'
import { merchantOfProfile } from './merchant.ts'
import type { Rooms, Tell } from './rooms.ts'
import { closingOf, lets, mayClose } from './settling-plan.ts'
import { settlingPlans, type Checked, type SettlingPlans } from './settling-plans.ts'
import { utcTime } from './time.ts'

/** An order that was told of: by a lookup, a callback, a redirect. */
export interface ToldOrder {
  readonly profileId: ProfileId
  readonly merchantOrderId: MerchantOrderId | null
}

export interface Settling {
  readonly plans: SettlingPlans
  /** Asks once about an entry, now; what it brings counts for the plan too. */
  check(entryId: EntryId): Promise<Checked>
  list(): Promise<CallAnswer<'settling.list'>>
  askAgain(entryId: EntryId): Promise<CallAnswer<'settling.askAgain'>>
  close(input: ParsedInput<'settling.close'>): Promise<CallAnswer<'settling.close'>>
  /** Something else told of an order: an entry in doubt about it is asked about, so that nothing stays hidden. */
  heardOf(order: ToldOrder): Promise<void>
}

type TheirWord = Pick<Closing, 'errorCode' | 'errorText' | 'reply'>
const nothingAsked: TheirWord = { errorCode: null, errorText: null, reply: null }

const minute = 60_000

/** Makes the settling. `checkStatus` asks the gateway once and settles what fits; it never sends anything again. */
export function settling(
  rooms: Rooms, ages: Ages, checkStatus: (entryId: EntryId) => Promise<Checked>, tell: Tell, journalChanged: () => void,
): Settling {
  const { computer, journal } = rooms
  const lastFourOf = knownLastFour(rooms)
  const plans = settlingPlans(rooms, askByPlan, () => { tell('settling.changed', null) })

  async function askByPlan(entryId: EntryId): Promise<Checked> {
    const checked = await checkStatus(entryId)
    if (checked.ok && checked.value.settled) tellEnd(entryId, checked.value.answer)
    return checked
  }

  /** A screen that shows how the deed was lost learns how it ended; what is not final is followed, and told by that. */
  function tellEnd(entryId: EntryId, answer: Answer): void {
    const status = answer.reply?.fields.find(({ name }) => name === 'status')?.value ?? ''
    if (isFinalStatus(status)) tell('orders.followed', { entryId, answer, timesAsked: 1, nextAt: null, ended: 'final' })
  }

  async function check(entryId: EntryId): Promise<Checked> {
    const asked = { at: computer.now(), mark: computer.monotonic() }
    const checked = await checkStatus(entryId)
    plans.note(entryId, asked, checked)
    return checked
  }

  async function closingNow(row: HistoryRow): Promise<Pick<Unsettled, 'closes' | 'closesFrom' | 'mayBeClosed'>> {
    const closes = closingOf(row)
    const waitMs = rooms.settings.read().notFoundAfterMinutes * minute
    const age = await ages.of(row)
    const { last } = plans.standing(row.entryId)
    return {
      closes,
      closesFrom: utcTime(computer.now() + Math.max(0, waitMs - age)),
      mayBeClosed: closes !== null && mayClose(closes, last, { age, waitMs, mark: computer.monotonic() }),
    }
  }

  async function unsettled(row: HistoryRow): Promise<Unsettled> {
    const { phase, nextAskAt, last, cannotAsk } = plans.standing(row.entryId)
    return {
      row: { ...row, lastFour: await lastFourOf(row) },
      phase,
      nextAskAt: nextAskAt === null ? null : utcTime(nextAskAt),
      lastAskedAt: last === null ? null : utcTime(last.at),
      doubts: last?.doubts ?? [],
      said: last?.said ?? null,
      cannotAsk,
      ...await closingNow(row),
    }
  }

  async function close(closing: Closing): Promise<Result<null, Failure>> {
    const kept = await journal.recordClosing(closing)
    if (!kept.ok) return kept
    if (kept.value.closed) return success(null)
    const standing = await journal.entry({ entryId: closing.entryId })
    if (!standing.ok) return standing
    // Found and settled in the meantime, or gone with the history that a backup took the place of.
    return failed({ code: standing.value === null ? 'no-such-entry' : 'not-found-no-more' })
  }

  /** What was not known a while ago may have turned up: a person's word is given upon an answer of right now. */
  async function askedRightNow(entryId: EntryId, closes: ClosingKind): Promise<Result<TheirWord, Failure>> {
    const checked = await check(entryId)
    if (!checked.ok) return checked
    const { answer: { errorCode, errorText, reply }, doubts, settled } = checked.value
    if (settled || !lets(closes, doubts) || reply === null) return failed({ code: 'not-found-no-more' })
    return success({ errorCode, errorText, reply: reply.raw })
  }

  /** `nothing-to-settle` for what is no open outcome, or only under way. */
  async function openRow(entryId: EntryId): Promise<Result<HistoryRow, Failure>> {
    const found = await journal.unsettled()
    if (!found.ok) return found
    const row = found.value.find((one) => one.entryId === entryId)
    return row === undefined ? failed({ code: 'nothing-to-settle' }) : success(row)
  }

  return {
    plans,
    check,
    async list() {
      const found = await journal.unsettled()
      return found.ok ? success(await Promise.all(found.value.map(unsettled))) : found
    },
    async askAgain(entryId) {
      const row = await openRow(entryId)
      if (!row.ok) return row
      const { cannotAsk } = plans.standing(entryId)
      if (cannotAsk?.code === 'vault-locked') return failed(cannotAsk)
      plans.askAgain(row.value)
      return success(null)
    },
    async close({ entryId, reason }) {
      const row = await openRow(entryId)
      if (!row.ok) return row
      const { closes, mayBeClosed } = await closingNow(row.value)
      if (closes === null) return failed({ code: 'nothing-to-settle' })
      if (!mayBeClosed) return failed({ code: 'too-early-to-close' })
      const told = closes === 'collision' ? success(nothingAsked) : await askedRightNow(entryId, closes)
      if (!told.ok) return told
      const closing: Closing = {
        entryId, at: utcTime(computer.now()), who: computer.description.osUser, reason: maskFreeText(reason), closes,
        ...told.value,
      }
      const line = { action: 'closed-by-hand', subject: row.value.merchantOrderId ?? entryId, detail: reason } as const
      const kept = await audited(rooms, line, () => close(closing))
      if (kept.ok) journalChanged()
      return kept
    },
    async heardOf({ profileId, merchantOrderId }) {
      if (merchantOrderId === null) return
      const found = await journal.findMerchantOrderId({ ...merchantOfProfile(rooms, profileId), merchantOrderId })
      if (found.ok && found.value !== null && isInDoubt(found.value)) plans.askOnce(found.value.entryId)
    },
  }
}
