import type { UtcTime } from '#shared/brands.ts'
import type { Calls } from '../calls.ts'
import type { Connection } from '../connection.ts'
import type { AuditRecord } from '../proof/chain-types.ts'
import type { Closing, Intent, LimitedIntent, Observation, OutcomeRecord, SignedRemoval } from '../records.ts'
import { recordAudit } from './audit.ts'
import {
  closeLeftovers, recordClosing, recordIntent, recordObservation, recordOutcome, recordRead, startOfRun,
} from './record.ts'
import { dropRemovedTerms } from '../search/search-index.ts'
import { overwritingDeleted } from './overwriting-deleted.ts'
import { removeContent } from './content-removal.ts'

/** The journal's calls that write. Each commits durably (synchronous=FULL) before it answers. */
export function writeMethods(connection: Connection, { write, attempt, intent, outcome }: Calls) {
  const started = startOfRun(connection)
  return {
    /** Must succeed before anything is sent. */
    recordIntent: intent((record: LimitedIntent) => recordIntent(connection, record)),
    recordOutcome: outcome((record: OutcomeRecord) => {
      recordOutcome(connection, record)
      return null
    }),
    /** A read: its request and its answer as one entry, written after the answer. */
    recordRead: attempt((read: { intent: Intent; outcome: OutcomeRecord }) => recordRead(connection, read)),
    /** Nothing is changed where the entry is gone: retention may have removed it while its order was asked about. */
    recordObservation: write((observation: Observation) => recordObservation(connection, observation)),
    /** Closes an open outcome; one that is not of the closing's kind (any more), or gone, is not closed. */
    recordClosing: write((closing: Closing) => recordClosing(connection, closing)),
    /** At start: intents without an outcome become `unknown` (fault `application-ended`); answers with how many. */
    closeLeftovers: write(({ at }: { at: UtcTime }) => ({ count: closeLeftovers(connection, started, at) })),
    recordAudit: write((line: AuditRecord) => {
      recordAudit(connection, line)
      return null
    }),
    /**
     * Appends removals and removes the content of their entries, all or nothing. Throws when one is not what was
     * planned any more.
     */
    removeContent: write(({ removals }: { removals: readonly SignedRemoval[] }) => {
      removeContent(connection, removals)
      return null
    }),
    /** Overwrites a part of what the search still holds of removed entries; true while there is more to do. */
    dropRemovedTerms: write((step: { begins: boolean }) =>
      overwritingDeleted(connection, () => dropRemovedTerms(connection, step))),
  }
}
