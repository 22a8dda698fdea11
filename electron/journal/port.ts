import type {
  CardReference, EntryId, Masked, MerchantOrderId, MinorUnits, OrderId, ProfileId, SerialNumber, UtcTime,
} from '#shared/brands.ts'
import type { Effect, OperationId } from '#shared/gateway/operations.ts'
import type { EntryPoint } from '#shared/model/profile.ts'
import type { Environment } from '#shared/model/environment.ts'
import type {
  EntryDetail, EntryState, HistoryPage, HistoryQuery, HistoryRow, OutcomeKind,
} from '#shared/model/history.ts'
import type { Result } from '#shared/result.ts'

/**
 * What is written before the first byte leaves. Texts are masked by the type: nothing else is accepted. `fields` are
 * the request's fields by wire name with masked values.
 */
export interface Intent {
  readonly entryId: EntryId
  readonly at: UtcTime
  /** The OS user who pressed the button. */
  readonly who: string
  readonly profileId: ProfileId
  readonly profileName: string
  readonly environment: Environment
  readonly operation: OperationId
  readonly effect: Effect
  readonly createsOrder: boolean
  readonly entryPoint: EntryPoint
  readonly merchantOrderId: MerchantOrderId | null
  readonly orderId: OrderId | null
  /** A serial number that was asked about (`by-request-sn`), not one that the gateway answered with. */
  readonly askedSerialNumber: SerialNumber | null
  readonly cardReference: CardReference | null
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  /** Amounts offered in turn (`enumerate_amounts`), in minor units; empty when not sent. */
  readonly enumeratedMinorAmounts: readonly MinorUnits[]
  readonly fields: readonly { readonly name: string; readonly value: Masked }[]
  readonly url: string
  /** Control text with the secret as a token, or the base string built from masked values. */
  readonly signedText: Masked
  /** Why a second like charge is right, or that an unverified card was accepted; as typed. */
  readonly reason: Masked | null
}

/** How a send ended; `status` and `stage` are there when the reply carried them. */
export interface OutcomeRecord {
  readonly entryId: EntryId
  readonly at: UtcTime
  readonly kind: OutcomeKind
  /** The fault's id from the client's table for `not-sent` and `unknown`. */
  readonly fault: string | null
  readonly httpStatus: number | null
  readonly status: string | null
  readonly stage: string | null
  readonly orderId: OrderId | null
  readonly serialNumber: SerialNumber | null
  readonly errorCode: string | null
  readonly errorText: Masked | null
  readonly lastFour: string | null
  /** Whole raw reply, masked. */
  readonly reply: Masked | null
  readonly durationMs: number
}

/** What a later status query saw of an order; only a change makes a new event, an equal one raises a counter. */
export interface Observation {
  readonly entryId: EntryId
  readonly at: UtcTime
  readonly status: string
  readonly stage: string | null
  /** The 3-D Secure step (`tds-status`); one that differs is news even where status and stage are the same. */
  readonly step: string | null
  readonly orderId: OrderId | null
  readonly serialNumber: SerialNumber | null
  readonly errorCode: string | null
  readonly errorText: Masked | null
  readonly lastFour: string | null
  readonly reply: Masked
  /** True when this settles an entry whose outcome was unknown: id, amount, currency and time were found to fit. */
  readonly settles: boolean
}

export type JournalFailure =
  /** An intent with this merchant order id stands in the journal of this profile and was not surely unsent. */
  | { readonly code: 'merchant-order-id-used'; readonly entryId: EntryId }
  /** Another refund, void or capture of the intent's order is being sent, under way or unknown. */
  | { readonly code: 'order-busy'; readonly entryId: EntryId }
  /** The disk is full, the file is gone, or SQLite refused: nothing may be sent. `detail` is plain and secret-free. */
  | { readonly code: 'journal-unwritable'; readonly detail: string }

/** Why the journal can't be opened at all. */
export type JournalOpenFailure =
  /** Another instance of the application holds it. */
  | { readonly code: 'held-by-another' }
  /** Written by a newer version of the application. */
  | { readonly code: 'newer-version'; readonly found: number; readonly known: number }
  | { readonly code: 'unusable'; readonly detail: string }

export type JournalAnswer<Value> = Promise<Result<Value, JournalFailure>>

/** What is known of an order from earlier entries, to fill in what a status request needs. */
export interface KnownOrder {
  readonly profileId: ProfileId
  readonly entryPoint: EntryPoint
  readonly merchantOrderId: MerchantOrderId
  readonly orderId: OrderId | null
}

export interface LikeChargeQuery {
  readonly profileId: ProfileId
  readonly cardReference: CardReference
  readonly minorAmount: MinorUnits
  readonly currency: string
  readonly since: UtcTime
}

/** An order like one that is reviewed, by what a double click repeats: operation, amount and currency. */
export interface LikeOrderQuery {
  readonly profileId: ProfileId
  readonly operation: OperationId
  readonly minorAmount: MinorUnits
  readonly currency: string
  readonly since: UtcTime
}

/** The journal: append-only events, and tables for reading that are derived from them. */
export interface JournalPort {
  /** Commits durably (synchronous=FULL) before it answers. Must succeed before anything is sent. */
  recordIntent(intent: Intent): JournalAnswer<null>
  recordOutcome(outcome: OutcomeRecord): JournalAnswer<null>
  /** A read: its request and its answer as one entry, written after the answer. */
  recordRead(read: { intent: Intent; outcome: OutcomeRecord }): JournalAnswer<null>
  recordObservation(observation: Observation): JournalAnswer<{ readonly changed: boolean }>
  /** At start: intents without an outcome become `unknown` (fault `application-ended`); answers with how many. */
  closeLeftovers(request: { at: UtcTime }): JournalAnswer<{ readonly count: number }>

  search(query: HistoryQuery): JournalAnswer<HistoryPage>
  entry(request: { entryId: EntryId }): JournalAnswer<EntryDetail | null>
  /** Entries about orders (not reads, not registrations) that are unknown or not final, newest first. */
  needingAttention(): JournalAnswer<HistoryRow[]>
  countNeedingAttention(): JournalAnswer<number>
  /** The newest entry of the profile that carries the id (as asked, answered or observed); null when none does. */
  findOrder(request: {
    profileId: ProfileId
    merchantOrderId?: MerchantOrderId
    orderId?: OrderId
    serialNumber?: SerialNumber
  }): JournalAnswer<KnownOrder | null>
  /**
   * Every entry about an order, oldest first; of more than `limit` the newest. Those that carry its order id count, and
   * those that carry its merchant order id and no other order id (a lost reply has none).
   */
  orderEntries(request: {
    profileId: ProfileId
    orderId: OrderId | null
    merchantOrderId: MerchantOrderId | null
    limit: number
  }): JournalAnswer<{ readonly entries: EntryDetail[]; readonly cut: boolean }>
  /** The newest like charge or hold since a moment, in any state but not-sent, refused, access-denied. */
  findLikeCharge(query: LikeChargeQuery): JournalAnswer<HistoryRow | null>
  /** The newest like order since a moment, in any state but not-sent, refused, access-denied. */
  findLikeOrder(query: LikeOrderQuery): JournalAnswer<HistoryRow | null>
  /** Every refund, void and capture of an order made from this computer, in any state, newest first. */
  orderActions(request: { profileId: ProfileId; orderId: OrderId }): JournalAnswer<HistoryRow[]>
  /** The newest entry that used the merchant order id to create an order and was not surely unsent. */
  findMerchantOrderId(request: {
    profileId: ProfileId
    merchantOrderId: MerchantOrderId
  }): JournalAnswer<HistoryRow | null>
  /** Entries accepted by the gateway whose order is not final, oldest first: what is followed again after a restart. */
  unfinished(): JournalAnswer<{ readonly row: HistoryRow; readonly state: EntryState }[]>

  selfCheck(): JournalAnswer<{
    readonly fullTextSearch: boolean
    readonly sqliteVersion: string
    readonly onThread: boolean
  }>
  close(): Promise<null>
}
