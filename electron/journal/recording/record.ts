import type { EntryId, UtcTime } from '#shared/brands.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import { isOpen, isUncertain, type ClosingKind } from '#shared/model/history/history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { jsonText } from '../../common/files/json-text.ts'
import type { Connection } from '../connection.ts'
import type { JournalFailure } from '../journal-answer.ts'
import { daySum } from '../read/day-sum.ts'
import { sentForRow } from '../read/batches.ts'
import { findActionInFlight, findMerchantOrderId, seqOf, seqOrNull } from '../read/find.ts'
import type { Closing, Intent, LimitedIntent, Observation, OutcomeRecord } from '../records.ts'
import { integer, text } from '../row.ts'
import { observationApplies, stateAfterClosing } from '../write/entry-state.ts'
import { viewOf } from '../write/entry-view.ts'
import {
  appendIntent, appendRecord, countRepeat, historyOf, isClaimed, isRecorded, type ObservationEvent,
} from '../write/events.ts'
import { deriveEntry } from '../write/reading-tables.ts'
import { fieldsIn } from '../write/reply-facts.ts'
import { openStates } from '../write/state-lists.ts'
import { withReading } from './with-reading.ts'

/**
 * Commits an intent. Refused if its merchant order id has already created an order of the merchant, if another refund,
 * void or capture of its order has an open outcome, or if it would exceed its limit of the day. The checks run inside
 * the transaction, and the unique indexes refuse what the checks miss.
 */
export function recordIntent(connection: Connection, intent: LimitedIntent): Result<null, JournalFailure> {
  return writeUnlessRefused(connection, intent, () => {
    deriveEntry(connection, appendIntent(connection, withReading(connection, intent)), true)
  })
}

/** Commits how a send ended. */
export function recordOutcome(connection: Connection, outcome: OutcomeRecord): void {
  connection.transaction(() => {
    const seq = seqOf(connection, outcome.entryId)
    appendRecord(connection, seq, 'outcome', outcome)
    deriveEntry(connection, seq)
  })
}

/** Commits a request together with its outcome, as one entry, after the reply. */
export function recordRead(
  connection: Connection, { intent, outcome }: { intent: Intent; outcome: OutcomeRecord },
): Result<null, JournalFailure> {
  return writeUnlessRefused(connection, intent, () => {
    const seq = appendIntent(connection, withReading(connection, intent))
    appendRecord(connection, seq, 'outcome', outcome)
    deriveEntry(connection, seq)
  })
}

/**
 * Commits the result of a status query: as a new event if it differs from the last one, else by a counter. Changes
 * nothing if the entry is missing, as retention may have removed it during the query.
 */
export function recordObservation(connection: Connection, observation: Observation): { readonly changed: boolean } {
  return connection.transaction(() => {
    const seq = seqOrNull(connection, observation.entryId)
    if (seq === null) return { changed: false }
    const history = historyOf(connection, seq)
    // An observation from before the outcome had no effect, so an equal one after it is no repetition.
    const last = history.later.findLast((event) => event.kind === 'observation' || event.kind === 'outcome')
    const { state } = viewOf(history).row
    const resolvesNow = observation.resolves && !observationApplies(state, { resolves: false })
    // Any observation reopens an entry that was closed as not found, even if it equals the last before the closing.
    const wasClosed = isUncertain(state) && !isOpen(state)
    if (last?.kind === 'observation' && !resolvesNow && (!wasClosed || state !== 'not-found') && reportsTheSame(last, observation)) {
      countRepeat(connection, last.id, observation.at)
      return { changed: false }
    }
    appendRecord(connection, seq, 'observation', observation)
    deriveEntry(connection, seq)
    return { changed: true }
  })
}

/**
 * Commits that a person closed an open outcome. False, without a change, if the outcome is no longer of that kind, or
 * if this closing is recorded already: a closing of another desk must not close again what a status has opened since.
 */
export function recordClosing(connection: Connection, closing: Closing): { readonly closed: boolean } {
  return connection.transaction(() => {
    const seq = seqOrNull(connection, closing.entryId)
    if (seq === null || !canClose(connection, seq, closing.closes)) return { closed: false }
    if (isRecorded(connection, seq, 'closing', closing)) return { closed: false }
    appendRecord(connection, seq, 'closing', closing)
    deriveEntry(connection, seq)
    return { closed: true }
  })
}

function canClose(connection: Connection, seq: number, closes: ClosingKind): boolean {
  if (closes === 'collision') return connection.first('SELECT collision FROM entry WHERE seq = ?', seq)?.collision === 'open'
  const { state } = viewOf(historyOf(connection, seq)).row
  return stateAfterClosing(state, closes) !== state
}

function reportsTheSame({ record }: ObservationEvent, observation: Observation): boolean {
  return reportOf(record) === reportOf(observation)
}

/** The fields of a status by which a payment is compared with what was sent. */
const comparedFields = ['amount', 'initial-amount', 'currency', 'transaction-type'] as const

// Compared as stored, where a NUL or half a character of a reply is replaced. Of the reply only some fields are
// compared: each status request has its own serial number.
function reportOf({ status, stage, step, orderId, errorCode, errorText, lastFour, reply }: Observation): string {
  const fields = fieldsIn(reply)
  const compared = comparedFields.map((name) => filledReplyField(fields, name))
  return jsonText([status, stage, step, orderId, errorCode, errorText, lastFour, ...compared])
}

/**
 * Gives each intent that an earlier run left without an outcome the outcome `unknown`, or `not-sent` if the team
 * journal's permission was still missing. Returns their number. `startedAfter` is the newest event of the earlier run.
 */
export function closeLeftovers(connection: Connection, startedAfter: number, at: UtcTime): number {
  return connection.transaction(() => {
    const leftovers = connection.all(
      `SELECT seq, entry_id FROM entry
        WHERE state IN ${openStates} AND state = 'sending' AND seq <= ?`,
      startedAfter,
    )
    for (const row of leftovers) {
      const seq = integer(row, 'seq')
      const ended = applicationEnded(text<EntryId>(row, 'entry_id'), at)
      appendRecord(connection, seq, 'outcome', waitedForClaim(connection, seq) ? notClaimed(ended) : ended)
      deriveEntry(connection, seq)
    }
    return leftovers.length
  })
}

/** The fault of an outcome that is unknown because the application ended. */
export const applicationEndedFault = 'application-ended'

/** The outcome of an entry whose application ended before its reply arrived. */
export function applicationEnded(entryId: EntryId, at: UtcTime): OutcomeRecord {
  return {
    entryId, at, kind: 'unknown', fault: applicationEndedFault, httpStatus: null, status: null, stage: null,
    orderId: null, serialNumber: null, errorCode: null, errorText: null, lastFour: null, reply: null, durationMs: 0,
  }
}

/**
 * Whether an entry was still waiting for the permission of the team journal, without which nothing is sent. SECURITY:
 * restoring a backup may have lost the permission with the end of the file, so its absence then proves nothing.
 */
function waitedForClaim(connection: Connection, seq: number): boolean {
  if (historyOf(connection, seq).intent.claims !== 'before' || isClaimed(connection, seq)) return false
  return connection.first(
    `SELECT 1 FROM chain line JOIN audit ON line.kind = 'audit' AND audit.id = line.ref
      WHERE audit.action IN ('backup-restored', 'epoch-begun', 'entries-salvaged') AND line.position >
        (SELECT position FROM chain WHERE kind = 'event' AND ref = ?)`,
    seq,
  ) === null
}

function notClaimed(ended: OutcomeRecord): OutcomeRecord {
  return { ...ended, kind: 'not-sent', fault: 'not-claimed' }
}

/** The columns of the two unique indexes by profile that prevent money from moving twice, as in SQLite's error. */
export const columnsOfNewOrder = 'entry.profile_id, entry.merchant_order_id'
export const columnsOfAction = 'entry.profile_id, entry.order_id'

function writeUnlessRefused(
  connection: Connection, intent: LimitedIntent, write: () => void,
): Result<null, JournalFailure> {
  return connection.transaction(() => {
    const refusal = onceViolation(connection, intent) ?? overDayLimit(connection, intent)
    if (refusal !== null) return failed(refusal)
    write()
    return success(null)
  })
}

/** The rule of "money moves once" that an intent would break, with the conflicting entry; null if none. */
function onceViolation(connection: Connection, intent: Intent): JournalFailure | null {
  const { profileId, merchantKey, merchantOrderId, orderId, createsOrder, effect, batch } = intent
  const at = { profileId, merchantKey }
  const sent = batch === undefined ? null : sentForRow(connection, batch)
  if (sent !== null) return { code: 'batch-row-sent', entryId: sent }
  if (createsOrder && merchantOrderId !== null) {
    const used = findMerchantOrderId(connection, { ...at, merchantOrderId })
    if (used !== null) return { code: 'merchant-order-id-used', entryId: used.entryId }
  }
  if (!createsOrder && orderId !== null && (effect === 'moves-money' || effect === 'holds-money')) {
    const inFlight = findActionInFlight(connection, { ...at, orderId })
    if (inFlight !== null) return { code: 'order-busy', entryId: inFlight.entryId }
  }
  return null
}

/**
 * The limit of the day that an intent would exceed; null if none. Checked in the writing transaction, so that the
 * second of two simultaneous payments includes the first.
 */
function overDayLimit(connection: Connection, intent: LimitedIntent): JournalFailure | null {
  const { profileId, merchantKey, dayLimit } = intent
  if (dayLimit === undefined) return null
  const { kind, limit, reading, ...day } = dayLimit
  const sum = daySum(connection, { profileId, merchantKey, ...day })
  const amount = highestOf(intent)
  if (sum === null || amount === null) return { code: 'limited-amount-unknown' }
  if (BigInt(sum) + amount <= BigInt(limit)) return null
  return { code: 'over-limit', limit: kind, minorAmount: limit, currency: day.currency, reading, mayRaise: [] }
}

/** The highest amount that may move: the gateway tries enumerated amounts in turn. */
function highestOf({ reviewed, enumeratedMinorAmounts }: Intent): bigint | null {
  if (reviewed === null) return null
  return enumeratedMinorAmounts.map(BigInt).reduce((most, one) => one > most ? one : most, BigInt(reviewed.minorAmount))
}
