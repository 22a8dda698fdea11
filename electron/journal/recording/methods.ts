import type { UtcTime } from '#shared/brands.ts'
import type { BatchId, BatchPlace } from '#shared/model/payments/batch.ts'
import type { NoteRecord } from '#shared/model/history/note.ts'
import type { Calls } from '../calls.ts'
import type { AuditRecord } from '../chain/chain-types.ts'
import type { Connection } from '../connection.ts'
import type { Closing, Intent, LimitedIntent, Observation, OutcomeRecord, SignedRemoval } from '../records.ts'
import { recordAudit } from '../write/audit.ts'
import { overwritingDeleted } from '../write/overwriting-deleted.ts'
import { dropRemovedTerms } from '../write/search-index.ts'
import { changeBatch, isBatchAsConfirmed, removeUnsentRows, setRowAside, startBatch } from './batches.ts'
import { countOlder, countRemovable, planErasure, planRemoval, removeContent } from './content-removal.ts'
import { recordNote } from './notes.ts'
import {
  closeLeftovers, recordClosing, recordIntent, recordObservation, recordOutcome, recordRead, startOfRun,
} from './record.ts'

/**
 * The journal's calls that write, and those that plan a removal of content. Each that writes commits durably
 * (synchronous=FULL) before it answers.
 */
export function recordingMethods(connection: Connection, { read, write, attempt, intent, outcome }: Calls) {
  const started = startOfRun(connection)
  return {
    /** Must succeed before anything is sent. */
    recordIntent: intent((record: LimitedIntent) => recordIntent(connection, record)),
    recordOutcome: outcome((record: OutcomeRecord) => {
      recordOutcome(connection, record)
      return null
    }),
    /** A read: its request and its reply as one entry, written after the reply. */
    recordRead: attempt((ended: { intent: Intent; outcome: OutcomeRecord }) => recordRead(connection, ended)),
    /** Changes nothing where the entry is missing: retention may have removed it during the query. */
    recordObservation: write((observation: Observation) => recordObservation(connection, observation)),
    /** Closes an open outcome; one that no longer matches the closing's kind, or is missing, is not closed. */
    recordClosing: write((closing: Closing) => recordClosing(connection, closing)),
    /** Adds or changes a note; one that is not there, or was removed, is not changed. */
    recordNote: write((note: NoteRecord) => recordNote(connection, note)),
    /** A confirmed batch, with its line of the audit trail. */
    startBatch: write((request: Parameters<typeof startBatch>[1]) => {
      startBatch(connection, request)
      return null
    }),
    /** Another state of a batch, with its line; not from any other state than those of `from`. */
    changeBatch: write((request: Parameters<typeof changeBatch>[1]) => changeBatch(connection, request)),
    /** Why a row of a batch was set aside. */
    setRowAside: write((request: Parameters<typeof setRowAside>[1]) => {
      setRowAside(connection, request)
      return null
    }),
    /** Whether the rows of a batch are those that the audit trail has the digest of. */
    isBatchAsConfirmed: read(({ batchId }: { batchId: BatchId }) => isBatchAsConfirmed(connection, batchId)),
    /** At start: intents without an outcome become `unknown` (fault `application-ended`); answers with how many. */
    closeLeftovers: write(({ at }: { at: UtcTime }) => ({ count: closeLeftovers(connection, started, at) })),
    recordAudit: write((line: AuditRecord) => {
      recordAudit(connection, line)
      return null
    }),
    /**
     * Counts entries from before a moment among the next `limit` ones: those that may be removed, and those that stay
     * because they are open or about the order of an open one.
     */
    countOlder: read((request: { before: UtcTime; after: number; limit: number }) => countOlder(connection, request)),
    /** The next old entries whose content may go, each with the removal that is to be signed. Changes nothing. */
    planRemoval: read((request: { before: UtcTime; at: UtcTime; after: number; limit: number }) =>
      planRemoval(connection, request)),
    /** Counts, among these entries, those whose content may go and those that have some and stay. */
    countRemovable: read(({ entries }: { entries: readonly number[] }) => countRemovable(connection, entries)),
    /** Those of these entries whose content may go on request, each with the removal that is to be signed. */
    planErasure: read((request: { entries: readonly number[]; at: UtcTime }) => planErasure(connection, request)),
    /**
     * Appends removals and removes the content of their entries, all or nothing. Throws when one no longer matches its
     * plan.
     */
    removeContent: write(({ removals }: { removals: readonly SignedRemoval[] }) => {
      removeContent(connection, removals)
      return null
    }),
    /** Removes the content of rows of batches that were never sent, all or nothing. */
    removeUnsentRows: write(({ rows }: { rows: readonly BatchPlace[] }) => {
      removeUnsentRows(connection, rows)
      return null
    }),
    /** Overwrites a part of the search terms of removed entries; true while there is more to do. */
    dropRemovedTerms: write((step: { begins: boolean }) =>
      overwritingDeleted(connection, () => dropRemovedTerms(connection, step))),
  }
}
