import type { createJournal } from './journal.ts'

export type {
  AuditRecord, CheckedSlice, DerivedPlace, Digest, Link, NumberedAuditLine, PlannedRemoval, ProofKey, Walk, WalkedPart,
} from './chain/chain-types.ts'
export type { ConfirmedBatch, ConfirmedRow, TableReading } from './batch-records.ts'
export type { CountedRows, KeptBatch, KeptRow } from './read/batches.ts'
export type { PageQuery } from './list/pages.ts'
export type { EarlierEntry } from './read/bulk.ts'
export type { MerchantAt, NonceUse, OrderIds } from './read/queries.ts'
export type { UnsentRowsOf } from './read/unsent-rows.ts'
export type { Delivery, SeenOfDesk, TeamPosition } from './team/membership.ts'
export type { OutboxEvent } from './team/outbox.ts'
export type {
  DayLimit, Intent, OutcomeRecord, Observation, Closing, JournalOpenFailure, Restored, StartedOver, MaintenanceProgress,
} from './records.ts'

/**
 * The journal: append-only events, and reading tables that are derived from them. Its calls are declared and
 * implemented in the `methods.ts` of `recording/`, `read/`, `list/`, `proof/`, `recovery/` and `team/`.
 */
export type JournalPort = ReturnType<typeof createJournal>
