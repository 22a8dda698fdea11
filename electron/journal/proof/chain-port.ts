/** What the journal can be asked about its chain of links, its audit trail and what is old. Part of `port.ts`. */
import type { EntryId, Masked, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { AuditLine, Verification } from '#shared/model/maintenance.ts'
import type { JournalAnswer } from '../journal-answer.ts'

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
  /** The newest link that carries a seal, and whose. */
  readonly sealed: (Link & { readonly keyId: string }) | null
  /** The number of the newest event: how far the list of entries reaches at most. */
  readonly newestEvent: number
}

/** A seal on a link or on a checkpoint's digest, to be checked by the vault. */
export interface SealToCheck {
  readonly position: number
  readonly keyId: string
  readonly digest: Digest
  readonly seal: string
}

/** A checkpoint's seal: `position` is where its run of removed links begins, `linkedAt` its own place in the chain. */
export interface CheckpointToCheck extends SealToCheck {
  readonly linkedAt: number
}

/** At a place: its link; or the checkpoint of its removal, whose seal the vault must check. */
export interface LinkThere {
  readonly link: Digest | null
  readonly removed: CheckpointToCheck | null
}

/** How far a walk along the chain has come: the last link that stands, and the last row of each kind it covered. */
export interface Walk extends Link {
  readonly event: number
  readonly audit: number
  readonly checkpoint: number
}

export type ChainBreak = NonNullable<Verification['firstBreak']>

/**
 * What one part of the walk found. The seals are those of links that stand; the checkpoints those by which a gap was
 * crossed and those whose own place was passed, so that one may come twice.
 */
export interface WalkedPart {
  readonly walk: Walk
  readonly done: boolean
  readonly links: number
  readonly removed: number
  readonly seals: readonly SealToCheck[]
  readonly checkpoints: readonly CheckpointToCheck[]
  readonly broken: ChainBreak | null
}

/** A run of links that retention is about to remove, and what will stand in their place. */
export interface Checkpoint {
  readonly first: number
  readonly last: number
  readonly linkBefore: Digest
  readonly linkAfter: Digest
  readonly at: UtcTime
  /** What the vault seals. */
  readonly digest: Digest
}

/** Some old entries, and what removing them takes. */
export interface RemovalPlan {
  readonly entries: readonly number[]
  readonly checkpoints: readonly Checkpoint[]
  /** Where to look on; null when there is nothing older behind. */
  readonly next: number | null
}

/** An id, and the entry that it leads to. */
export interface IdentifierPlace {
  readonly kind: string
  readonly value: string
  readonly seq: number
}

export interface ChainPort {
  /** Commits a line of the audit trail durably before it answers. */
  recordAudit(line: AuditRecord): JournalAnswer<null>
  /** Newest first; `before` is the `next` of the page above. */
  audit(request: { before: string | null; limit: number }): JournalAnswer<{
    readonly lines: AuditLine[]
    readonly next: string | null
  }>

  chainEnds(): JournalAnswer<ChainEnds>
  /** The first links after the newest seal, in order. */
  unsealed(request: { limit: number }): JournalAnswer<Link[]>
  /** Keeps seals, in the order of their links. One whose link was removed meanwhile is left out. */
  recordSeals(request: { keyId: string; seals: readonly (Link & { readonly seal: string })[] }): JournalAnswer<null>
  linkAt(request: { position: number }): JournalAnswer<LinkThere>
  /**
   * The tables, indexes and triggers that are not as this version makes them, or were not when this run opened the file
   * (it put indexes and triggers back).
   */
  changedRules(): JournalAnswer<string[]>
  /** Walks on from where an earlier part ended (or the start) over `limit` links at most, not beyond `through`. */
  walkChain(request: { from: Walk | null; through: number; limit: number }): JournalAnswer<WalkedPart>
  /** The break at a position whose link stands but whose seal does not. */
  breakAt(request: { position: number; what: ChainBreak['what'] }): JournalAnswer<ChainBreak>
  /**
   * Compares the counts by which filters find their entries with the list and counts anew where they differ. `entries`
   * are those whose count was wrong, `newest` is one of them.
   */
  repairFacets(): JournalAnswer<{ readonly entries: number; readonly newest: EntryId | null }>
  /**
   * Compares what the list shows of some entries, and the ids by which they are found, with their events and derives
   * anew what differs. `repaired` are those; `identifiers` is how many ids all of these entries have; `next` is where
   * to go on, null at the end.
   */
  repairList(request: { after: number; limit: number }): JournalAnswer<{
    readonly repaired: EntryId[]
    readonly identifiers: number
    readonly next: number | null
  }>
  countIdentifiers(): JournalAnswer<number>
  /** Removes of the next ids those that no event of their entry names; `repaired` are the entries they led to. */
  removeStrangeIdentifiers(request: { after: IdentifierPlace | null; limit: number }): JournalAnswer<{
    readonly repaired: EntryId[]
    readonly next: IdentifierPlace | null
  }>

  /**
   * Counts entries from before a moment among the next `limit` ones: those that may go, and those that stay because
   * they are open or about the order of one that is.
   */
  countOlder(request: { before: UtcTime; after: number; limit: number }): JournalAnswer<{
    readonly entries: number
    readonly staying: number
    readonly next: number | null
  }>
  /** The next old entries that may go, and the checkpoints that would stand for them. Changes nothing. */
  planRemoval(request: { before: UtcTime; at: UtcTime; after: number; limit: number }): JournalAnswer<RemovalPlan>
  /**
   * Removes what was planned, whole or not at all, and appends its checkpoints to the chain, each with its seal (in
   * their order). Throws when the plan is not what stands there any more.
   */
  removeEntries(request: { plan: RemovalPlan; keyId: string; seals: readonly string[] }): JournalAnswer<null>
}
