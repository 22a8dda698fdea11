import type { UtcTime } from '#shared/brands.ts'
import type { BatchId, BatchPlace } from '#shared/model/payments/batch.ts'
import type { Calls } from '../calls.ts'
import type { SignedRemoval } from '../records.ts'
import { recordAudit } from '../write/audit.ts'
import { overwritingDeleted } from '../write/overwriting-deleted.ts'
import { dropRemovedTerms } from '../write/search-index.ts'
import { changeBatch, isBatchAsConfirmed, removeUnsentRows, setRowAside, startBatch } from './batches.ts'
import { countOlder, countRemovable, planErasure, planRemoval, removeContent } from './content-removal.ts'
import { recordNote } from './notes.ts'
import {
  closeLeftovers, recordClosing, recordIntent, recordObservation, recordOutcome, recordRead,
} from './record.ts'

/**
 * The journal's calls that write, and those that plan a removal of content. Each that writes commits durably
 * (synchronous=FULL) before it answers. `started` is the newest event when this run of the application began.
 */
export function recordingMethods({ read, write, attempt, intent, outcome }: Calls, started: number) {
  return {
    /** Must succeed before anything is sent. */
    recordIntent: intent(recordIntent),
    recordOutcome: outcome(recordOutcome),
    /** A read: its request and its reply as one entry, written after the reply. */
    recordRead: attempt(recordRead),
    /** Changes nothing where the entry is missing: retention may have removed it during the query. */
    recordObservation: write(recordObservation),
    /** Closes an open outcome; one that no longer matches the closing's kind, or is missing, is not closed. */
    recordClosing: write(recordClosing),
    /** Adds or changes a note; one that is not there, or was removed, is not changed. */
    recordNote: write(recordNote),
    /** A confirmed batch, with its line of the audit trail. */
    startBatch: write(startBatch),
    /** Another state of a batch, with its line; not from any other state than those of `from`. */
    changeBatch: write(changeBatch),
    /** Why a row of a batch was set aside. */
    setRowAside: write(setRowAside),
    /** Whether the rows of a batch are those that the audit trail has the digest of. */
    isBatchAsConfirmed: read((connection, { batchId }: { batchId: BatchId }) =>
      isBatchAsConfirmed(connection, batchId)),
    /** At start: intents without an outcome become `unknown` (fault `application-ended`); answers with how many. */
    closeLeftovers: write((connection, { at }: { at: UtcTime }) =>
      ({ count: closeLeftovers(connection, started, at) })),
    recordAudit: write(recordAudit),
    /**
     * Counts entries from before a moment among the next `limit` ones: those that may be removed, and those that stay
     * because they are open or about the order of an open one.
     */
    countOlder: read(countOlder),
    /** The next old entries whose content may go, each with the removal that is to be signed. Changes nothing. */
    planRemoval: read(planRemoval),
    /** Counts, among these entries, those whose content may go and those that have some and stay. */
    countRemovable: read((connection, { entries }: { entries: readonly number[] }) =>
      countRemovable(connection, entries)),
    /** Those of these entries whose content may go on request, each with the removal that is to be signed. */
    planErasure: read(planErasure),
    /**
     * Appends removals and removes the content of their entries, all or nothing. Throws when one no longer matches its
     * plan.
     */
    removeContent: write((connection, { removals }: { removals: readonly SignedRemoval[] }) => {
      removeContent(connection, removals)
    }),
    /** Removes the content of rows of batches that were never sent, all or nothing. */
    removeUnsentRows: write((connection, { rows }: { rows: readonly BatchPlace[] }) => {
      removeUnsentRows(connection, rows)
    }),
    /** Overwrites a part of the search terms of removed entries; true while there is more to do. */
    dropRemovedTerms: write((connection, step: { begins: boolean }) =>
      overwritingDeleted(connection, () => dropRemovedTerms(connection, step))),
  }
}
