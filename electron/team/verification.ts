/** What verifying a team journal is asked, tells meanwhile, and finds. */
import type { DeskId, EntryId } from '#shared/brands.ts'
import type { SeenDesk } from '#shared/team/chain-text.ts'

/** What a verification found wrong. */
export type TeamBreak =
  /** An event was removed, changed or put in: the chain does not hold at `number`. */
  | { readonly kind: 'link-wrong' | 'event-missing' | 'event-added'; readonly deskId: DeskId; readonly number: number }
  /** Content is another one than its event says, or is gone and no removal that counts names it. */
  | { readonly kind: 'content-wrong' | 'content-missing'; readonly deskId: DeskId; readonly number: number }
  /** A head is not signed by its desk's key, or does not fit the chain or the engine's notes about it. */
  | { readonly kind: 'head-wrong' | 'receipts-wrong'; readonly deskId: DeskId; readonly number: number }
  /** The chain ends before, or stands otherwise than, what this or another desk has read and signed. */
  | {
    readonly kind: 'witness-wrong'; readonly deskId: DeskId; readonly number: number
    readonly witness: DeskId | 'this-desk'
  }
  /** The desk's row is not what it said at joining, or another key than was known before. */
  | { readonly kind: 'desk-wrong'; readonly deskId: DeskId }
  /** A row of a derived table (claim, closing, entry, id) that the events do not explain, or lack. */
  | { readonly kind: 'derived-wrong'; readonly table: string; readonly entryId: EntryId }

/** One desk of a verified team journal. */
export interface VerifiedDesk {
  readonly deskId: DeskId
  readonly label: string
  readonly login: string
  /** Of its key, as `fingerprintOf` writes it. Null for a desk without one: nothing proves its chain. */
  readonly fingerprint: string | null
  readonly events: number
  /** The newest event that a valid head covers; 0 for none. What is behind it is not proven yet. */
  readonly provenThrough: number
  /** As people here compared, or signed events of admitted desks state. This desk counts as admitted. */
  readonly isAdmitted: boolean
}

/** How far a verification is: first the chains with their signatures, then the tables that are derived from them. */
export interface VerifyProgress {
  readonly step: 'chains' | 'tables'
  /** Events that were looked at in this step, and all of them. */
  readonly done: number
  readonly total: number
}

/** That a desk is admitted with this key, or no longer. */
export interface DeskStatement {
  readonly deskId: DeskId
  readonly fingerprint: string
  readonly isAdmitted: boolean
}

export interface TeamVerification {
  readonly desks: readonly VerifiedDesk[]
  /** At most 100. */
  readonly breaks: readonly TeamBreak[]
}

/** What a desk remembers of the others: its own witness. */
export interface KnownDesk extends SeenDesk {
  readonly publicKey: string | null
}

/** What somebody who verifies knows by themselves: `self` is their desk, null for none. */
export interface Knowledge {
  readonly self: DeskId | null
  readonly desks: readonly KnownDesk[]
  /** What people there stated of desks whose fingerprints they compared. */
  readonly statements: readonly DeskStatement[]
}
