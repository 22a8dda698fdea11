/** The records of the journal, except those of its chain (`chain/chain-types.ts`) and queries (`read/queries.ts`). */
import type {
  CardReference, DeskId, EntryId, Masked, MerchantKey, MerchantOrderId, MinorUnits, OrderId, ProfileId, SerialNumber,
  UtcTime,
} from '#shared/brands.ts'
import type { DayLimitKind } from '#shared/gateway/operations/limit-kind.ts'
import type { Effect, OperationId } from '#shared/gateway/operations/operations.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { BatchPlace } from '#shared/model/payments/batch.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { ClosingKind, OutcomeKind, ReportedDifference } from '#shared/model/history/history.ts'
import type { HeadKeySignature } from '#shared/model/history/journal-head.ts'
import type { Salvage } from '#shared/model/history/maintenance.ts'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'
import type { JournalFailure } from './journal-answer.ts'

/**
 * The record that is written before the first byte leaves. Its type accepts masked texts only. `fields` are the
 * request's fields by wire name with masked values.
 */
export interface Intent {
  readonly entryId: EntryId
  readonly at: UtcTime
  /** The person who confirmed it, with the OS user; the OS user alone on a desk without a passphrase. */
  readonly who: string
  readonly profileId: ProfileId
  readonly profileName: string
  /** The merchant of the request. */
  readonly merchantKey: MerchantKey
  readonly environment: Environment
  readonly operation: OperationId
  readonly effect: Effect
  readonly createsOrder: boolean
  readonly entryPoint: EntryPoint
  readonly merchantOrderId: MerchantOrderId | null
  readonly orderId: OrderId | null
  /** The serial number in a query (`by-request-sn`), not one that the gateway returned. */
  readonly askedSerialNumber: SerialNumber | null
  readonly cardReference: CardReference | null
  readonly minorAmount: MinorUnits | null
  /** The sent currency, or that of the order if a refund, void or capture sends none; null if not known. */
  readonly currency: string | null
  /** Keyed digest of the account or card that receives the money; absent if the request names none. */
  readonly destination?: string
  /** Amounts that the gateway tries in turn (`enumerate_amounts`), in minor units; empty if none are sent. */
  readonly enumeratedMinorAmounts: readonly MinorUnits[]
  readonly fields: readonly { readonly name: string; readonly value: Masked }[]
  readonly url: string
  /** The merchant's login in the signed request. */
  readonly login: string
  /** Control text with the secret as a token, or the base string built from masked values. */
  readonly signedText: Masked
  /**
   * The gateway's clock at the send, as known from its replies in this run. It shows the age of the entry even if this
   * computer's clock is wrong. Null without a reply so far.
   */
  readonly gatewayAt: UtcTime | null
  /** Why a possible duplicate is intended, or an unverified card accepted; as typed, masked. */
  readonly reason: Masked | null
  /**
   * The amount that a person reviewed: the sent amount, or the order's if all of it is refunded, voided or captured.
   * Null if it was not known.
   */
  readonly reviewed: { readonly minorAmount: MinorUnits; readonly currency: string } | null
  /** True for a refund or void of a hold: it moves no money (addendum 8). */
  readonly releasesHold: boolean
  /** How the amounts are read, if not by ISO 4217; set when the intent is recorded (`sent-reading.ts`). */
  readonly minorUnitDigits?: 'always-two'
  /**
   * When the entry is claimed in the team journal. `before`: before it is sent, so without a recorded claim it was not
   * sent. `later`: after it is sent, as its merchant works alone. Absent outside a team.
   */
  readonly claims?: 'before' | 'later'
  /** The row of a batch that it sends; absent for a request that a person sends singly. */
  readonly batch?: BatchPlace
  /** The desk that sent it, if this desk only checks its status. */
  readonly adoptedFrom?: DeskId
}

/** Why content was removed: by age, or on request. */
type RemovalGround = 'age' | 'request'

/** That the content of an entry's events was removed, of those so far. */
export interface Removal {
  readonly entryId: EntryId
  readonly at: UtcTime
  readonly ground: RemovalGround
  /**
   * The number of events that the entry had; the content of these may be missing. 0 if a recovery copied the removal:
   * events that it copied without content have no digest, so no content is missing.
   */
  readonly covers: number
  /** The amount that had moved by then, in minor units, according to replies; null if it is not known. */
  readonly movedMinorAmount: MinorUnits | null
  /** What the gateway reported differently by then; absent without a difference. */
  readonly reportedOtherwise?: readonly ReportedDifference[]
}

/**
 * A stored removal. Removals are signed in batches: the last one of a batch has the vault's signature over the digests
 * of all of them (`removalsText`). Null for the others, and for all of them without a keychain.
 */
export interface SignedRemoval extends Removal {
  readonly signature: HeadKeySignature | null
}

/** The team journal's permission to send an entry; without one, an intent that claims `before` is not sent. */
export interface ClaimRecord {
  readonly entryId: EntryId
  readonly at: UtcTime
  readonly deskId: DeskId
  /** The number of the claim among those of its merchant order id or order. */
  readonly round: number
  /** The claim's event in the desk's chain of the team journal, and its link. */
  readonly position: { readonly number: number; readonly link: string }
}

/** The payments that are added up for a day. */
export interface DayPayments {
  /** When the day began. */
  readonly since: UtcTime
  readonly operations: readonly OperationId[]
  readonly currency: string
}

/** A limit on the sum of a day, which an intent must not exceed. */
export interface DayLimit extends DayPayments {
  readonly kind: DayLimitKind
  readonly limit: MinorUnits
  /** How the profile reads minor units, for showing the limit. */
  readonly reading: Switches['minorUnitDigits']
}

/** An intent, and the limit that is checked in the same transaction; only the intent is written. */
export interface LimitedIntent extends Intent {
  readonly dayLimit?: DayLimit
}

/** How a send ended; `status` and `stage` are null if the reply did not have them. */
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

/**
 * The result of a later status query of an order. A different one is a new event; an equal one increases a counter.
 */
export interface Observation {
  readonly entryId: EntryId
  readonly at: UtcTime
  readonly status: string
  readonly stage: string | null
  /** The 3-D Secure step (`tds-status`); a different one is a new event even if status and stage are the same. */
  readonly step: string | null
  readonly orderId: OrderId | null
  readonly serialNumber: SerialNumber | null
  readonly errorCode: string | null
  readonly errorText: Masked | null
  readonly lastFour: string | null
  readonly reply: Masked
  /** True if this resolves an entry with an unknown outcome: id, amount, currency and time match. */
  readonly resolves: boolean
}

/** A person's statement about an open outcome, and the reply of the status query that justified it. */
export interface Closing {
  readonly closes: ClosingKind
  readonly entryId: EntryId
  readonly at: UtcTime
  /** Who closed it, as in an intent, and why, as typed. */
  readonly who: string
  /** The name of the desk where it was closed, if that is another one of the team. */
  readonly desk?: string
  readonly reason: Masked
  readonly errorCode: string | null
  readonly errorText: Masked | null
  /** Whole raw reply, masked; null if no status was queried. */
  readonly reply: Masked | null
}

/** Why the journal cannot be opened at all. */
export type JournalOpenFailure =
  /** Another instance of the application holds it. */
  | { readonly code: 'held-by-another' }
  /** Created by a development version, which was never released. A person may have it quarantined. */
  | { readonly code: 'development-version' }
  /** Written by a newer version of the application. */
  | { readonly code: 'newer-version'; readonly found: number; readonly known: number }
  | { readonly code: 'unusable'; readonly detail: string }
  /** This process could lock the file, but it is no longer a journal. A start returns this if quarantine failed too. */
  | { readonly code: 'damaged'; readonly detail: string }

/** Why maintenance of the journal's files failed; details are plain sentences. The history was not changed. */
export type MaintenanceFailure =
  | JournalFailure
  | { readonly code: 'backup-failed'; readonly detail: string }
  | { readonly code: 'backup-unusable'; readonly detail: string }

/** The result of a restore. */
export interface Restored extends Salvage {
  /** The backup. */
  readonly fileName: string
  readonly at: UtcTime
  /** The end of the backup has no head, and the replaced history contradicts it. */
  readonly contradicted?: boolean | undefined
}

/** Why an empty journal was created; `beside` names the file if one was quarantined. */
export type StartedOver =
  | { readonly why: 'damaged' | 'development'; readonly beside: string }
  | { readonly why: 'missing' }

/** The state of the journal when this run opened it. */
export interface Beginning {
  /** Its chain was empty: this run wrote everything in it. */
  readonly empty: boolean
  /** It is empty although a history existed before. */
  readonly startedOver: StartedOver | null
  /** A completed restore that is not in the audit trail yet. */
  readonly restored: Restored | null
}

/** The progress of a long task; `total` is null while it is not known. */
export interface MaintenanceProgress {
  readonly task: 'backup' | 'restore' | 'salvage'
  readonly done: number
  readonly total: number | null
}

/** The result of checking a copy of the journal. */
export type FileCheck =
  | { readonly result: 'good'; readonly entries: number }
  | { readonly result: 'bad'; readonly detail: string }
