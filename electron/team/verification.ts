/** The input, progress and result of verifying a team journal. */
import type { DeskId, EntryId } from '#shared/brands.ts'
import type { SeenDesk } from '#shared/team/chain-text.ts'

/** A finding of a verification. */
export type TeamBreak =
  /** An event was removed, changed or inserted: the chain is broken at `number`. */
  | { readonly kind: 'link-wrong' | 'event-missing' | 'event-added'; readonly deskId: DeskId; readonly number: number }
  /** Content differs from its event's digest, or is missing without a valid removal. */
  | { readonly kind: 'content-wrong' | 'content-missing'; readonly deskId: DeskId; readonly number: number }
  /** A head is not signed by its desk's key, or does not match the chain or the server's receipts. */
  | { readonly kind: 'head-wrong' | 'receipts-wrong'; readonly deskId: DeskId; readonly number: number }
  /** The chain ends before an event that this or another desk has read and signed, or differs there. */
  | {
    readonly kind: 'witness-wrong'; readonly deskId: DeskId; readonly number: number
    readonly witness: DeskId | 'this-desk'
  }
  /** The desk's row differs from its statement at joining, or has another key than was known before. */
  | { readonly kind: 'desk-wrong'; readonly deskId: DeskId }
  /** A row of a derived table (claim, closing, entry, id) that differs from the events or is missing. */
  | { readonly kind: 'derived-wrong'; readonly table: string; readonly entryId: EntryId }

/** One desk of a verified team journal. */
export interface VerifiedDesk {
  readonly deskId: DeskId
  readonly label: string
  readonly login: string
  /** The fingerprint of its key (`fingerprintOf`). Null for a desk without a key: nothing proves its chain. */
  readonly fingerprint: string | null
  readonly events: number
  /** The newest event that a valid head covers; 0 for none. Later events are not proven yet. */
  readonly provenThrough: number
  /** True if people here compared its key, or signed events of admitted desks state it. True for this desk. */
  readonly isAdmitted: boolean
}

/** The progress of a verification: first the chains with their signatures, then the derived tables. */
export interface VerifyProgress {
  readonly step: 'chains' | 'tables'
  /** The number of events checked in this step so far, and of all events. */
  readonly done: number
  readonly total: number
}

/** A statement that a desk is admitted with this key, or that its admission is withdrawn. */
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

/** What the verifying desk has recorded about a desk, as a witness. */
export interface KnownDesk extends SeenDesk {
  readonly publicKey: string | null
}

/** The verifier's own knowledge. `self` is the verifier's desk; null without one. */
export interface Knowledge {
  readonly self: DeskId | null
  readonly desks: readonly KnownDesk[]
  /** Statements of the verifier's people about desks whose fingerprints they compared. */
  readonly statements: readonly DeskStatement[]
}
