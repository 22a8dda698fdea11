/** What the journal tells of its chain of links, and what its audit trail is told. Part of `port.ts`. */
import type { EntryId, Masked, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { SignedHead } from '#shared/model/journal-head.ts'
import type { LifeStep } from '#shared/model/life-steps.ts'
import type { AuditLine, Verification } from '#shared/model/maintenance.ts'
import type { Removal } from '../records.ts'

/** SHA-256 as 64 lower-case hexadecimal digits. */
export type Digest = string

/** One line for the audit trail. Masked by the type: nothing that a person typed gets in as it was typed. */
export interface AuditRecord {
  readonly at: UtcTime
  readonly osUser: string
  /** The name typed in the settings; empty when none is. */
  readonly name: Masked
  readonly action: AuditLine['action']
  readonly subject: Masked
  readonly detail: Masked
  /** How many, where the line tells of a number of things. */
  readonly count?: number
  /** Two merchants that the line declares one: from now on they share one history. */
  readonly sameMerchants?: readonly [MerchantKey, MerchantKey]
  /** Steps in the life of keys and control secrets that the line declares. */
  readonly lifeSteps?: readonly LifeStep[]
}

/** A line of the audit trail with its number there, and its link in the chain, which no other line has. */
export interface NumberedAuditLine {
  readonly number: number
  readonly id: Digest
  readonly line: AuditLine
}

/** A place in the chain: positions count from 1 and are never used again. */
export interface Link {
  readonly position: number
  readonly link: Digest
}

/** The ends of the chain. */
export interface ChainEnds {
  /** The newest position, 0 in an empty journal. */
  readonly position: number
  /** The newest position when this run opened the file, or a backup: what stands up to there it did not write. */
  readonly openedAt: number
  /** The number of the epoch at the newest position. */
  readonly epoch: number
  /** The number of the newest event: how far the list of entries reaches at most. */
  readonly newestEvent: number
}

/** The public key of heads, for a check; from `since` on no other key signs, null where that is not known. */
export interface ProofKey {
  /** PEM. */
  readonly publicKey: string
  readonly since: number | null
}

/** How far a walk along the chain has come: the last link that stands, and the last row of each kind it covered. */
export interface Walk extends Link {
  readonly event: number
  readonly audit: number
  readonly head: number
  /** Digests of the removals that were passed and are still to be signed by the last one of their batch. */
  readonly pending: readonly Digest[]
}

export type ChainBreak = NonNullable<Verification['firstBreak']>

/** What one part of the walk found. */
export interface WalkedPart {
  readonly walk: Walk
  readonly done: boolean
  readonly links: number
  /** Events whose content was removed, and those of them that somebody asked for. */
  readonly removed: number
  readonly removedOnRequest: number
  /** Heads that name the key, and those that name another one. */
  readonly heads: number
  readonly headsByAnotherKey: number
  /** The position of the last removal that this key did not sign; 0 for none. */
  readonly unprovenRemoval: number
  readonly broken: ChainBreak | null
}

/** A removal that is to be made, with the digest that the vault signs. */
export interface PlannedRemoval extends Removal {
  readonly digest: Digest
}

/** Old entries whose content may go. */
export interface RemovalPlan {
  readonly removals: readonly PlannedRemoval[]
  /** Where to look on; null when there is nothing older behind. */
  readonly next: number | null
}

/** How many rows of each table without an order by entries belong there. */
export type ExpectedRows = Readonly<Record<'identifier' | 'nonce', number>>

/** The key of a row, by its columns in their order. */
type Key = readonly (string | number)[]

interface KeysPlace { readonly table: keyof ExpectedRows; readonly after: Key; readonly expected: ExpectedRows }

/** How far the check of what is derived has come. */
export type DerivedPlace =
  | { readonly stage: 'entries'; readonly after: number; readonly expected: ExpectedRows }
  | KeysPlace & { readonly stage: 'keys'; readonly counted: number }
  | KeysPlace & { readonly stage: 'strange-keys' }
  | { readonly stage: 'facets'; readonly after: Key }
  | { readonly stage: 'values'; readonly after: number }

/** Such a place in one of its stages. */
export type PlaceIn<Stage extends DerivedPlace['stage']> = Extract<DerivedPlace, { readonly stage: Stage }>

/** What one slice of that check found and corrected. */
export interface CheckedSlice {
  readonly wrong: readonly Mismatch[]
  /** Where to go on; null at the end. */
  readonly next: DerivedPlace | null
}

/** What a table held otherwise than the events say: `entries` of them, of which `entryId` is one; null for no entry. */
export interface Mismatch {
  readonly table: 'entry' | 'list_entry' | 'entry_text' | 'identifier' | 'nonce' | 'facet' | 'list_value'
  readonly entryId: EntryId | null
  readonly entries: number
}

/** Where an epoch of the chain begins: the line of the audit trail that says why stands there. */
export interface Epoch {
  readonly number: number
  readonly position: number
  readonly at: UtcTime
}

/** Whether the newest head that names a key is signed by it: then it proves everything up to its position. */
export interface CheckedHead {
  readonly newest: SignedHead | null
  /** Events and audit lines behind it: nothing proves who wrote them. */
  readonly unsigned: number
  readonly broken: ChainBreak | null
}
