/** The messages between an application that sends a batch and the test that kills it. */
import type { EntryId, MerchantOrderId } from '#shared/brands.ts'
import type { BatchPause, BatchRowState, BatchState } from '#shared/model/payments/batch.ts'
import type { Cells } from '../../../support/fixtures/batch-rows.ts'

/** A row as the desk shows it. */
export interface FoundRow {
  readonly merchantOrderId: MerchantOrderId | null
  readonly state: BatchRowState
  readonly entryId: EntryId | null
}

/** The newest batch. */
export interface FoundBatch {
  readonly state: BatchState
  readonly why: BatchPause | null
  readonly rows: readonly FoundRow[]
}

export type ToBatchProcess =
  /** Open everything, and report the newest batch. */
  | { readonly kind: 'begin' }
  /** Start a batch of these charges, or resume the newest (null); report it when it stops, or after some seconds. */
  | { readonly kind: 'run'; readonly rows: readonly Cells[] | null }
  /** Check all open outcomes, and report the newest batch. */
  | { readonly kind: 'ask' }
  /** Quit. */
  | { readonly kind: 'end' }

export type FromBatchProcess =
  /** All its code is loaded and nothing is open. */
  | { readonly kind: 'loaded' }
  /** The newest batch; null if there is none. */
  | { readonly kind: 'begun' | 'rested' | 'asked'; readonly batch: FoundBatch | null }
