import type { UtcTime } from '#shared/brands.ts'
import type { Calls } from '../calls.ts'
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
 * The journal's calls that write, and those that plan a removal of content. A call that writes commits durably
 * (synchronous=FULL) before it returns. The calls are documented at their functions. `started` is the newest event when
 * this run of the application began.
 */
export function recordingMethods({ read, write, attempt, intent, outcome }: Calls, started: number) {
  return {
    /** Must succeed before anything is sent. */
    recordIntent: intent(recordIntent),
    recordOutcome: outcome(recordOutcome),
    recordRead: attempt(recordRead),
    recordObservation: write(recordObservation),
    recordClosing: write(recordClosing),
    recordNote: write(recordNote),
    startBatch: write(startBatch),
    changeBatch: write(changeBatch),
    setRowAside: write(setRowAside),
    isBatchAsConfirmed: read(isBatchAsConfirmed),
    closeLeftovers: write((connection, { at }: { at: UtcTime }) =>
      ({ count: closeLeftovers(connection, started, at) })),
    recordAudit: write(recordAudit),
    countOlder: read(countOlder),
    planRemoval: read(planRemoval),
    countRemovable: read(countRemovable),
    planErasure: read(planErasure),
    removeContent: write(removeContent),
    removeUnsentRows: write(removeUnsentRows),
    dropRemovedTerms: write((connection, step: { begins: boolean }) =>
      overwritingDeleted(connection, () => dropRemovedTerms(connection, step))),
  }
}
