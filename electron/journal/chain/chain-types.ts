/** The types of the journal's chain of links and of its audit trail. Part of `port.ts`. */
import type { EntryId, Masked, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { SignedHead } from '#shared/model/history/journal-head.ts'
import type { LifeStep } from '#shared/model/keys/life-steps.ts'
import type { AuditLine, Verification } from '#shared/model/history/maintenance.ts'
import type { Removal } from '../records.ts'

/** SHA-256 as 64 lower-case hexadecimal digits. */
export type Digest = string

/** One line for the audit trail. Its type accepts masked text only. */
export interface AuditRecord {
  readonly at: UtcTime
  readonly osUser: string
  /** The name from the settings; empty without one. */
  readonly name: Masked
  readonly action: AuditLine['action']
  readonly subject: Masked
  readonly detail: Masked
  /** The number of things that the line is about. */
  readonly count?: number
  /** Two merchants that the line declares as one: from now on they share one history. */
  readonly sameMerchants?: readonly [MerchantKey, MerchantKey]
  /** Steps in the lifecycle of keys and control secrets that the line declares. */
  readonly lifeSteps?: readonly LifeStep[]
}

/** A line of the audit trail with its number there, and its link in the chain, which is unique. */
export interface NumberedAuditLine {
  readonly number: number
  readonly id: Digest
  readonly line: AuditLine
}

/** A link of the chain. Positions count from 1 and are never reused. */
export interface Link {
  readonly position: number
  readonly link: Digest
}

/** The ends of the chain. */
export interface ChainEnds {
  /** The newest position, 0 in an empty journal. */
  readonly position: number
  /** The newest position when this run opened the file, or a backup. This run did not write the rows up to there. */
  readonly openedAt: number
  /** The number of the epoch at the newest position. */
  readonly epoch: number
  /** The number of the newest event: the upper limit of the entries' numbers. */
  readonly newestEvent: number
}

/** The public key to verify heads with. From position `since` on no other key signs; null if that is not known. */
export interface ProofKey {
  /** PEM. */
  readonly publicKey: string
  readonly since: number | null
}

/**
 * The progress of a verification along the chain: the last valid link, and the last row of each kind that it covered.
 */
export interface Walk extends Link {
  readonly event: number
  readonly audit: number
  readonly head: number
  /** Digests of removals whose batch is not complete yet; the last removal of the batch has the signature. */
  readonly pending: readonly Digest[]
}

export type ChainBreak = NonNullable<Verification['firstBreak']>

/** The findings of one part of the verification. */
export interface WalkedPart {
  readonly walk: Walk
  readonly done: boolean
  readonly links: number
  /** The number of events whose content was removed, and of those removed on request. */
  readonly removed: number
  readonly removedOnRequest: number
  /** The number of heads that name the key, and of those that name another one. */
  readonly heads: number
  readonly headsByAnotherKey: number
  /** The position of the last removal that this key did not sign; 0 for none. */
  readonly unprovenRemoval: number
  readonly broken: ChainBreak | null
}

/** A planned removal, with the digest that the vault signs. */
export interface PlannedRemoval extends Removal {
  readonly digest: Digest
}

/** Old entries whose content can be removed. */
export interface RemovalPlan {
  readonly removals: readonly PlannedRemoval[]
  /** Where to continue the search; null if there is no older line. */
  readonly next: number | null
}

/** The correct number of rows in each table that is not sorted by entry. */
export type ExpectedRows = Readonly<Record<'identifier' | 'nonce' | 'note' | 'entry_tag' | 'batch_entry', number>>

/** The values of a row's key columns, in their order. */
type Key = readonly (string | number)[]

interface KeysPlace { readonly table: keyof ExpectedRows; readonly after: Key; readonly expected: ExpectedRows }

/** The progress of checking derived data. */
export type DerivedPlace =
  | { readonly stage: 'entries'; readonly after: number; readonly expected: ExpectedRows }
  | KeysPlace & { readonly stage: 'keys'; readonly counted: number }
  | KeysPlace & { readonly stage: 'strange-keys' }
  | { readonly stage: 'facets'; readonly after: Key }
  | { readonly stage: 'values'; readonly after: number }
  | { readonly stage: 'cards'; readonly after: Key }
  | { readonly stage: 'final-sums'; readonly after: number }

/** The progress within one stage. */
export type PlaceIn<Stage extends DerivedPlace['stage']> = Extract<DerivedPlace, { readonly stage: Stage }>

/** The findings and corrections of one slice of that check. */
export interface CheckedSlice {
  readonly wrong: readonly Mismatch[]
  /** Where to continue; null at the end. */
  readonly next: DerivedPlace | null
}

/** A difference between a table and the events in `entries` entries; `entryId` is one of them, or null for none. */
export interface Mismatch {
  readonly table: 'entry' | 'list_entry' | 'entry_text' | 'identifier' | 'nonce' | 'note' | 'entry_tag' | 'batch_entry' | 'facet' | 'list_value' | 'card'
    | 'final_sum' | 'merchant_alias'
  readonly entryId: EntryId | null
  readonly entries: number
}

/** The beginning of an epoch of the chain: the position and time of its line in the audit trail. */
export interface Epoch {
  readonly number: number
  readonly position: number
  readonly at: UtcTime
}

/** The check of the newest head that names the key. A valid one proves everything up to its position. */
export interface CheckedHead {
  readonly newest: SignedHead | null
  /** The number of events and audit lines after it; nothing proves who wrote them. */
  readonly unsigned: number
  readonly broken: ChainBreak | null
}
