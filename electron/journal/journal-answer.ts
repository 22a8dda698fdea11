/** The result of every method of the journal, and its failures. */
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import type { DayLimitKind } from '#shared/gateway/operations/limit-kind.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { Result } from '#shared/result.ts'

export type JournalFailure =
  /** The journal has an intent of this merchant with this merchant order id that may have been sent. */
  | { readonly code: 'merchant-order-id-used'; readonly entryId: EntryId }
  /** The row of the batch already has an entry that may have been sent. */
  | { readonly code: 'batch-row-sent'; readonly entryId: EntryId }
  /** Another refund, void or capture of the intent's order is an open outcome. */
  | { readonly code: 'order-busy'; readonly entryId: EntryId }
  /** The intent would exceed its limit of the day. `mayRaise` is empty: the journal does not know who may raise it. */
  | {
    readonly code: 'over-limit'; readonly limit: DayLimitKind; readonly minorAmount: MinorUnits
    readonly currency: string; readonly reading: Switches['minorUnitDigits']; readonly mayRaise: readonly []
  }
  /** An entry that counts towards the limit of the day has an unknown amount. */
  | { readonly code: 'limited-amount-unknown' }
  /**
   * The disk is full, the file is missing, or SQLite refused: nothing may be sent. `detail` is a plain sentence without
   * secrets.
   */
  | { readonly code: 'journal-unwritable'; readonly detail: string }

export type JournalAnswer<Value> = Promise<Result<Value, JournalFailure>>
