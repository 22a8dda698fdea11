import type {
  CardReference, EntryId, Masked, MerchantKey, MerchantOrderId, MinorUnits, OrderId, ProfileId, SerialNumber, UtcTime,
} from '#shared/brands.ts'
import type { Effect, OperationId } from '#shared/gateway/operations.ts'
import type { EntryPoint } from '#shared/model/profile.ts'
import type { Environment } from '#shared/model/environment.ts'
import type {
  ClosingKind, EntryDetail, EntryState, HistoryFilter, HistoryPage, HistoryQuery, HistoryRow, OutcomeKind,
} from '#shared/model/history.ts'
import type { Backup, Salvage, Maintenance } from '#shared/model/maintenance.ts'
import type { Result } from '#shared/result.ts'
import type { JournalAnswer, JournalFailure } from './journal-answer.ts'
import type { ChainPort } from './proof/chain-port.ts'
import type { KnownOrder, LikeChargeQuery, LikeOrderQuery, MerchantAt, NonceUse } from './read/queries.ts'

export type { JournalAnswer, JournalFailure } from './journal-answer.ts'
export type { KnownOrder, LikeChargeQuery, LikeOrderQuery, MerchantAt, NonceUse } from './read/queries.ts'
export { isOfKind } from './methods.ts'
export type {
  AuditRecord, ChainBreak, ChainEnds, ChainPort, Checkpoint, CheckpointToCheck, Digest, IdentifierPlace,
  Link, LinkThere, RemovalPlan, SealToCheck, Walk, WalkedPart,
} from './proof/chain-port.ts'

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
  /** Who is charged; absent in entries of earlier versions, where it is read from address and login. */
  readonly merchantKey?: MerchantKey
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
  /** The merchant's login that signed it; absent in entries of earlier versions. */
  readonly login?: string
  /** Control text with the secret as a token, or the base string built from masked values. */
  readonly signedText: Masked
  /**
   * What the gateway's clock showed then, as far as its replies had told in this run: with it the time that has passed
   * is measured whatever this computer's clock does. Null when it had told nothing; absent in earlier versions.
   */
  readonly gatewayAt?: UtcTime | null
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
  /** True when this resolves an entry whose outcome was unknown: id, amount, currency and time were found to fit. */
  readonly settles: boolean
}

/** A person's word about an open outcome, and the reply of the status query that it was given upon. */
export interface Closing {
  /** Absent in records of earlier versions: `not-found`. */
  readonly closes?: ClosingKind
  readonly entryId: EntryId
  readonly at: UtcTime
  /** The OS user who closed it, and why, as typed. */
  readonly who: string
  readonly reason: Masked
  readonly errorCode: string | null
  readonly errorText: Masked | null
  /** Whole raw reply, masked; null where none was asked for. */
  readonly reply: Masked | null
}

/** Why the journal can't be opened at all. */
export type JournalOpenFailure =
  /** Another instance of the application holds it. */
  | { readonly code: 'held-by-another' }
  /** Written by a newer version of the application. */
  | { readonly code: 'newer-version'; readonly found: number; readonly known: number }
  | { readonly code: 'unusable'; readonly detail: string }
  /** This process could lock it, and it is not a journal any more. It could not be put aside where this is said. */
  | { readonly code: 'damaged'; readonly detail: string }

/** Why the journal's files could not be looked after; details are plain sentences. The history is as it was. */
export type MaintenanceFailure =
  | JournalFailure
  | { readonly code: 'backup-failed'; readonly detail: string }
  | { readonly code: 'backup-unusable'; readonly detail: string }

/** What a restore made of the journal. */
export interface Restored extends Salvage {
  /** The backup. */
  readonly fileName: string
  readonly at: UtcTime
  /** The end of the backup has no seal, and the history that it replaced knows it otherwise. */
  readonly contradicted?: boolean | undefined
}

/** How the journal stood when this run opened it. */
export interface Beginning {
  /** Its chain held nothing at all: whatever it ends with later was written by this run. */
  readonly empty: boolean
  /** It is empty though a history was here before: `beside` the damaged file, null where that history is gone. */
  readonly anew: { readonly beside: string | null } | null
  /** A restore that took place, and that the audit trail does not have yet. */
  readonly restored: Restored | null
}

/** How far a long piece of work has come; `total` is null while nobody knows. */
export interface MaintenanceProgress {
  readonly task: 'backup' | 'restore' | 'salvage'
  readonly done: number
  readonly total: number | null
}

export type MaintenanceAnswer<Value> = Promise<Result<Value, MaintenanceFailure>>

/** The journal: append-only events, and tables for reading that are derived from them. */
export interface JournalPort extends ChainPort {
  /** Commits durably (synchronous=FULL) before it answers. Must succeed before anything is sent. */
  recordIntent(intent: Intent): JournalAnswer<null>
  recordOutcome(outcome: OutcomeRecord): JournalAnswer<null>
  /** A read: its request and its answer as one entry, written after the answer. */
  recordRead(read: { intent: Intent; outcome: OutcomeRecord }): JournalAnswer<null>
  /** Nothing is changed where the entry is gone: retention may have removed it while its order was asked about. */
  recordObservation(observation: Observation): JournalAnswer<{ readonly changed: boolean }>
  /** Closes an open outcome; one that is not of the closing's kind (any more), or gone, is not closed. */
  recordClosing(closing: Closing): JournalAnswer<{ readonly closed: boolean }>
  /** At start: intents without an outcome become `unknown` (fault `application-ended`); answers with how many. */
  closeLeftovers(request: { at: UtcTime }): JournalAnswer<{ readonly count: number }>

  /**
   * A page, newest first. One that is shorter than asked for and has a `next` was cut to give the thread back: older
   * entries are still to be looked through, from `next` on.
   */
  search(query: HistoryQuery): JournalAnswer<HistoryPage>
  /**
   * How many entries a filter shows; with `atLeast` there are more. Exact without a text; with one it counts to 10,000,
   * in pieces: other calls are served meanwhile.
   */
  count(filter: HistoryFilter): JournalAnswer<{ readonly count: number; readonly atLeast: boolean }>
  entry(request: { entryId: EntryId }): JournalAnswer<EntryDetail | null>
  /** Open outcomes: entries about orders (not reads, not registrations) without a certain end, newest first. */
  needingAttention(): JournalAnswer<HistoryRow[]>
  countNeedingAttention(): JournalAnswer<number>
  /** Those of them that are unknown, ended in error, or collide with another entry; oldest first. */
  openOutcomes(): JournalAnswer<HistoryRow[]>
  /** Those that a profile or its merchant has, newest first. */
  openOutcomesOf(request: MerchantAt): JournalAnswer<HistoryRow[]>
  /** True when money was touched, or may have been, through this profile or for this merchant. */
  touchedMoney(request: MerchantAt): JournalAnswer<boolean>
  /** The merchants that stand for these, in their order: the same one for all that are the same merchant. */
  merchantRoots(request: { merchantKeys: readonly MerchantKey[] }): JournalAnswer<MerchantKey[]>
  /** The newest entry of the merchant that carries the id (as asked, answered or observed); null when none does. */
  findOrder(request: MerchantAt & {
    merchantOrderId?: MerchantOrderId
    orderId?: OrderId
    serialNumber?: SerialNumber
  }): JournalAnswer<KnownOrder | null>
  /**
   * Every entry about an order, oldest first; of more than `limit` the newest. Those that carry its order id count, and
   * those that carry its merchant order id and no other order id (a lost reply has none).
   */
  orderEntries(request: MerchantAt & {
    orderId: OrderId | null
    merchantOrderId: MerchantOrderId | null
    limit: number
  }): JournalAnswer<{ readonly entries: EntryDetail[]; readonly cut: boolean }>
  /** The newest like charge or hold that was not undone and not closed by hand. */
  findLikeCharge(query: LikeChargeQuery): JournalAnswer<HistoryRow | null>
  /** The newest like order that was not undone and not closed by hand. */
  findDuplicateOrder(query: LikeOrderQuery): JournalAnswer<HistoryRow | null>
  /** Every refund, void and capture of an order made from this computer, in any state, newest first. */
  orderActions(request: MerchantAt & { orderId: OrderId }): JournalAnswer<HistoryRow[]>
  /** The newest entry that used the merchant order id to create an order and was not surely unsent. */
  findMerchantOrderId(request: MerchantAt & { merchantOrderId: MerchantOrderId }): JournalAnswer<HistoryRow | null>
  /**
   * The earliest moment (milliseconds since 1970, at most `now`) that anything written after the entry carries; null
   * when there is none. A clock that was ahead is known by it: the entry is at least that old.
   */
  writtenAfter(request: { entryId: EntryId; now: number }): JournalAnswer<number | null>
  /**
   * The newest entry that was signed with exactly this OAuth nonce, by whatever profile; null when none was, or when
   * retention removed it. `besides` is left out: an entry that is itself asked about.
   */
  nonceUse(request: { nonce: string; besides?: EntryId | null }): JournalAnswer<NonceUse | null>
  /** Entries accepted by the gateway whose order is not final, oldest first: what is followed again after a restart. */
  unfinished(): JournalAnswer<{ readonly row: HistoryRow; readonly state: EntryState }[]>

  beginning(): JournalAnswer<Beginning>
  /** The journal's own file, its backups (each opened for this), and what was put aside. */
  describeFiles(): JournalAnswer<Omit<Maintenance, 'backupProblem'>>
  /** Copies the journal while it goes on being written, and checks the copy. */
  backUp(request: { at: UtcTime }): MaintenanceAnswer<Backup>
  /**
   * Makes a backup the journal and adds what the present one yields. Waits for the outcome of what is being sent; until
   * it has ended intents are refused as `journal-unwritable`, and other writes wait.
   */
  restore(request: { fileName: string; at: UtcTime }): MaintenanceAnswer<Salvage & Pick<Restored, 'contradicted'>>
  /** The audit trail has the last restore: it is not reported at the next start. */
  restoreNoted(): JournalAnswer<null>
  /** Adds what a journal that was put aside yields, a few entries at a time: other calls are served meanwhile. */
  salvage(request: { fileName: string; at: UtcTime }): MaintenanceAnswer<Salvage>
  /** Notes that a person has given up a file that was put aside, which stays; without a name what is gone. */
  resolveDamage(request: { fileName: string | null }): JournalAnswer<null>
  /** Notes that the history's end is gone; `what` names the missing end, which is noted no more once it is resolved. */
  noteMissing(request: { what: string }): JournalAnswer<null>

  selfCheck(): JournalAnswer<{
    readonly fullTextSearch: boolean
    readonly sqliteVersion: string
    readonly onThread: boolean
  }>
  close(): Promise<null>
}
