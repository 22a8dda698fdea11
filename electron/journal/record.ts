import type { EntryId, UtcTime } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Connection } from './connection.ts'
import { observationApplies } from './entry-state.ts'
import { viewOf } from './entry-view.ts'
import {
  appendClosing, appendIntent, appendObservation, appendOutcome, countRepeat, historyOf, newestEvent,
  type ObservationEvent,
} from './events.ts'
import { findActionInFlight, findMerchantOrderId, seqOf, seqOrNull } from './find.ts'
import type { Closing, Intent, JournalFailure, Observation, OutcomeRecord } from './port.ts'
import { deriveEntry } from './reading-tables.ts'
import { integer, text } from './row.ts'
import { brokeUniqueIndex } from './sqlite-failure.ts'
import { openStates } from './state-lists.ts'

/**
 * Commits an intent, unless its merchant order id has made an order already, or it would be the second refund, void or
 * capture of its order in flight. The indexes alone decide that.
 */
export function recordIntent(connection: Connection, intent: Intent): Result<null, JournalFailure> {
  return refusingSecondOnes(connection, intent, () => {
    deriveEntry(connection, appendIntent(connection, intent))
  })
}

/** Commits how a send ended. */
export function recordOutcome(connection: Connection, outcome: OutcomeRecord): void {
  connection.transaction(() => {
    const seq = seqOf(connection, outcome.entryId)
    appendOutcome(connection, seq, outcome)
    deriveEntry(connection, seq)
  })
}

/** Commits a request and its answer at once. */
export function recordRead(
  connection: Connection, { intent, outcome }: { intent: Intent; outcome: OutcomeRecord },
): Result<null, JournalFailure> {
  return refusingSecondOnes(connection, intent, () => {
    const seq = appendIntent(connection, intent)
    appendOutcome(connection, seq, outcome)
    deriveEntry(connection, seq)
  })
}

/**
 * Commits what a status query saw: a new event when it tells something new, one more on a counter otherwise. Nothing
 * where the entry is gone: retention may have removed it while its order was asked about.
 */
export function recordObservation(connection: Connection, observation: Observation): { readonly changed: boolean } {
  return connection.transaction(() => {
    const seq = seqOrNull(connection, observation.entryId)
    if (seq === null) return { changed: false }
    const history = historyOf(connection, seq)
    const last = history.later.findLast((event) => event.kind === 'observation')
    const { state } = viewOf(history).row
    const settlesNow = observation.settles && !observationApplies(state, { settles: false })
    // What was closed as not found is opened again by any observation, also by one like the last before the closing.
    if (last !== undefined && !settlesNow && state !== 'not-found' && tellsTheSame(last, observation)) {
      countRepeat(connection, last.id, observation.at)
      return { changed: false }
    }
    appendObservation(connection, seq, observation)
    deriveEntry(connection, seq)
    return { changed: true }
  })
}

/** Commits that a person closed an unknown entry as not found; answers whether it still was there, and unknown. */
export function recordClosing(connection: Connection, closing: Closing): { readonly closed: boolean } {
  return connection.transaction(() => {
    const seq = seqOrNull(connection, closing.entryId)
    if (seq === null || viewOf(historyOf(connection, seq)).row.state !== 'unknown') return { closed: false }
    appendClosing(connection, seq, closing)
    deriveEntry(connection, seq)
    return { closed: true }
  })
}

// The serial number and with it the raw reply differ in every answer: a status request has a serial number of its own.
function tellsTheSame({ record }: ObservationEvent, observation: Observation): boolean {
  return record.status === observation.status && record.stage === observation.stage
    && (record.step ?? null) === observation.step && record.orderId === observation.orderId
    && record.errorCode === observation.errorCode
    && record.errorText === observation.errorText && record.lastFour === observation.lastFour
}

/** Where a run of the application began: what is older and has no outcome was left by one that ended. */
export function startOfRun(connection: Connection): number {
  return newestEvent(connection)
}

/** Gives each intent that an earlier run left without an outcome the outcome `unknown`; answers with how many. */
export function closeLeftovers(connection: Connection, startedAfter: number, at: UtcTime): number {
  return connection.transaction(() => {
    const leftovers = connection.all(
      `SELECT seq, entry_id FROM entry
        WHERE state IN ${openStates} AND state = 'sending' AND seq <= ?`,
      startedAfter,
    )
    for (const row of leftovers) {
      const seq = integer(row, 'seq')
      appendOutcome(connection, seq, applicationEnded(text<EntryId>(row, 'entry_id'), at))
      deriveEntry(connection, seq)
    }
    return leftovers.length
  })
}

/** Why such an outcome is unknown. */
export const applicationEndedFault = 'application-ended'

/** The outcome of an entry that nobody can be waiting for any more: the application ended before its answer came. */
export function applicationEnded(entryId: EntryId, at: UtcTime): OutcomeRecord {
  return {
    entryId, at, kind: 'unknown', fault: applicationEndedFault, httpStatus: null, status: null, stage: null,
    orderId: null, serialNumber: null, errorCode: null, errorText: null, lastFour: null, reply: null, durationMs: 0,
  }
}

/** The columns of the two indexes that keep money from moving twice, as SQLite names them when they refuse. */
export const columnsOfNewOrder = 'entry.profile_id, entry.merchant_order_id'
export const columnsOfAction = 'entry.profile_id, entry.order_id'

function refusingSecondOnes(connection: Connection, intent: Intent, write: () => void): Result<null, JournalFailure> {
  try {
    connection.transaction(write)
    return success(null)
  } catch (error) {
    const refusal = secondOne(connection, intent, error)
    if (refusal === null) throw error
    return failed(refusal)
  }
}

/** Which rule of "money moves once" an insert broke; null when the error is another one. */
function secondOne(connection: Connection, intent: Intent, error: unknown): JournalFailure | null {
  const { profileId, merchantOrderId, orderId } = intent
  if (merchantOrderId !== null && brokeUniqueIndex(error, columnsOfNewOrder)) {
    const used = findMerchantOrderId(connection, { profileId, merchantOrderId })
    return used === null ? null : { code: 'merchant-order-id-used', entryId: used.entryId }
  }
  if (orderId !== null && brokeUniqueIndex(error, columnsOfAction)) {
    const inFlight = findActionInFlight(connection, { profileId, orderId })
    return inFlight === null ? null : { code: 'order-busy', entryId: inFlight.entryId }
  }
  return null
}
