import type { DeskId, EntryId, MerchantKey, TeamEventId, UtcTime } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history.ts'
import type { ClaimSlot, TeamContent, TeamFacts, TeamHistoryRow } from '#shared/model/team.ts'
import type { Result } from '#shared/result.ts'
import type { SeenDesk, SignedTeamHead, TeamHead } from '#shared/team/chain-text.ts'
import type { TeamFailure } from './failure.ts'
import type { TeamLogin } from './login.ts'
import type { DeskSecret, Membership } from './membership-port.ts'
import type { Knowledge, TeamVerification, VerifyProgress } from './verification.ts'

export type { TeamLogin } from './login.ts'
export type { DeskSecret, Membership, MembershipPort } from './membership-port.ts'
export type { Knowledge, KnownDesk, TeamBreak, TeamVerification, VerifiedDesk, VerifyProgress } from './verification.ts'
export type { TeamFailure } from './failure.ts'

/** The databases of teams: the only way to one. */
export interface TeamsPort {
  /**
   * Tries in order what a desk needs; stops at the first step that fails. Changes nothing. `self`: the desk, once it
   * has joined; a team of the other kind (a rehearsal, or none) fails then.
   */
  test(login: TeamLogin, self?: JoinedDesk | null): Promise<readonly TeamTestStep[]>
  /**
   * Creates or upgrades schema and roles with an owner's login, and gives the named logins the role of a desk or an
   * administrator. Each migration is one transaction; what is there is left alone. Refuses a newer schema. With
   * `rehearsal` a new team is marked as one for good; one that is there must be one (`not-a-rehearsal`).
   */
  install(
    owner: TeamLogin, members: readonly TeamMember[], options?: { readonly rehearsal: boolean },
  ): Promise<Result<Installed, TeamFailure>>
  /** The team journal behind a login. Connects at the first call, and again after each failure. */
  open(login: TeamLogin, secret: DeskSecret): TeamJournalPort
}

/** What a desk that has joined is compared by. */
export type JoinedDesk = Pick<Membership, 'deskId' | 'rehearsal'>

export interface TeamMember {
  /** A login that exists in the database. */
  readonly user: string
  readonly role: 'desk' | 'administrator'
}

/** Versions of the schema before and after; 0 where there was none. */
export interface Installed {
  readonly from: number
  readonly to: number
  /** Whether the team is a rehearsal. */
  readonly rehearsal: boolean
}

export type TeamTestStepName = 'reach' | 'encryption' | 'login' | 'session' | 'version' | 'schema' | 'rights' | 'clock'

/** One step of the test, and what was found; `detail` is a plain sentence. */
export interface TeamTestStep {
  readonly step: TeamTestStepName
  readonly result: 'ok' | 'warning' | 'failed'
  readonly detail: string
  /** Names of other admitted desks that joined with this login. */
  readonly otherDesks?: readonly string[]
  /** Of the step `schema`: the team is a rehearsal. */
  readonly rehearsal?: boolean
}

/** An installation as it joins. `publicKey` (PEM, Ed25519) verifies its heads; null without a key. */
export interface JoiningDesk {
  readonly deskId: DeskId
  readonly label: string
  readonly publicKey: string | null
  /** Whether its team is a rehearsal. */
  readonly rehearsal: boolean
  /** By the desk's clock, for the event `joined` that its chain begins with. */
  readonly at: UtcTime
}

/** A point in a desk's own chain: its newest event there and that event's link; number 0 stands before the first. */
export interface ChainPosition {
  readonly number: number
  readonly link: string
}

/** What the team journal knew of a desk when it connected. */
export type Joined =
  /** As the desk remembers, or further: what was sent without an answer arrived. */
  | { readonly kind: 'current'; readonly position: ChainPosition }
  /**
   * The database went back in time (a restore, an asynchronous failover), here or for desks that were read before:
   * claim nothing, tell people, publish again what is behind `position`.
   */
  | { readonly kind: 'went-back'; readonly position: ChainPosition; readonly missingOf: readonly DeskId[] }
  /** An administrator has not admitted this desk, or no longer: it can neither claim nor publish. */
  | { readonly kind: 'not-admitted'; readonly position: ChainPosition }
  /** Another event stands where this desk has its own: its journal was copied or restored. Write nothing. */
  | { readonly kind: 'forked'; readonly position: ChainPosition }

/** An event to be delivered. The same event has the same id at every attempt. */
export interface TeamDraft {
  readonly eventId: TeamEventId
  readonly entryId: EntryId | null
  /** Lower-case words with hyphens, such as `outcome`. Kinds that the engine does not know are kept like all others. */
  readonly kind: string
  readonly at: UtcTime
  readonly facts: TeamFacts
  /** Null for an event without one; `text` is null where it was removed before. */
  readonly content: { readonly digest: string; readonly text: TeamContent | null } | null
}

/** Who holds what was to be claimed. */
export interface Holder {
  readonly entryId: EntryId
  readonly deskId: DeskId
  readonly deskLabel: string
  readonly login: string
  readonly who: string
  readonly since: UtcTime
  /** The newest state that was delivered; null before the first. */
  readonly state: EntryState | null
}

export type ClaimVerdict =
  /** The one answer that permits sending, and only at once: older than 5 s it is asked for again. */
  | { readonly kind: 'won'; readonly position: ChainPosition; readonly round: number; readonly at: UtcTime }
  /** Another entry has the merchant order id for good, or the order for now. */
  | { readonly kind: 'taken'; readonly holder: Holder }
  /** A possible duplicate that nobody has seen: `key` and `seen` say what to pass once a person accepts it. */
  | { readonly kind: 'duplicate'; readonly holder: Holder; readonly key: string; readonly seen: number }
  /** This entry's claim was made and has ended: do not send. */
  | { readonly kind: 'closed'; readonly position: ChainPosition }

/** What became of a delivery. */
export interface Published {
  readonly position: ChainPosition
  /** Entries whose claim could not be made when it was delivered, as another entry holds it: open outcomes. */
  readonly collisions: readonly EntryId[]
  /** Entries whose claim stays open although an event would end it: too early, or not this desk's to end. */
  readonly notClosed: readonly EntryId[]
}

/** An event as the team journal has it. */
export interface TeamEvent {
  readonly deskId: DeskId
  readonly number: number
  readonly eventId: TeamEventId
  readonly entryId: EntryId | null
  readonly kind: string
  readonly at: UtcTime
  readonly receivedAt: UtcTime
  readonly login: string
  /** JSON text as the desk wrote it; read it with `teamFactsSchema`. */
  readonly facts: string
  /** SHA-256, as 64 hexadecimal digits; null for an event without content. */
  readonly contentDigest: string | null
  /** Null for an event without content, or whose content was removed. */
  readonly content: TeamContent | null
  readonly link: string
}

export interface TeamDesk {
  readonly deskId: DeskId
  readonly label: string
  readonly login: string
  readonly publicKey: string | null
  /** Whether the database lets it claim and publish. Who admitted it is proven by signed events alone. */
  readonly isAdmitted: boolean
  readonly position: ChainPosition
}

/** What is new since a point; `more`: ask again at once. */
export interface Feed {
  readonly events: readonly TeamEvent[]
  readonly more: boolean
  /** Desks whose chain ends before what was read of it, or stands otherwise: the database went back in time. */
  readonly wentBack: readonly DeskId[]
  readonly desks: readonly TeamDesk[]
}

/** An open claim: an open outcome of the whole team. */
export interface OpenClaim {
  readonly slot: ClaimSlot
  readonly holder: Holder
}

/** What retention may remove, who asks for it, and why. */
export interface RemovalRequest {
  /** What is removed is older, by the clocks of its desk and of the server; a year ago at least. */
  readonly before: UtcTime
  readonly at: UtcTime
  readonly who: string
  readonly reason: string
}

/** The events that a desk publishes for a removal, with the number of entries and events that they name. */
export interface ProposedRemoval {
  readonly drafts: readonly TeamDraft[]
  readonly entries: number
  readonly events: number
  /** More may go: propose it again. */
  readonly more: boolean
}

/**
 * A team journal. Every call answers within its deadline, connects again after a failure, and never repeats by itself
 * what may have been done, but for claims and deliveries, which are the same however often they arrive.
 */
export interface TeamJournalPort {
  /**
   * Makes this desk known, or finds it again. `acknowledged` is the newest own position that the desk has an answer
   * for, `seen` what it has read of the others. Fails with `desk-of-another` when it joined with another login, with
   * `desk-not-proven` when it joined with another secret, with `not-a-rehearsal` or `is-a-rehearsal` when the database
   * is of a team of the other kind.
   */
  join(
    desk: JoiningDesk, acknowledged: ChainPosition, seen: readonly SeenDesk[],
  ): Promise<Result<Joined, TeamFailure>>
  /**
   * Claims for an entry what `draft.facts.claim` says, as the event behind `position`. While the answer is in doubt it
   * is repeated with the same ids, on new connections, until there is a verdict or `deadlineMs` is over. After a
   * failure nothing may be sent; where `mayHaveHappened` the claim may stand, and is asked for again with the same
   * draft and position before anything else is delivered, then ended as not sent.
   */
  claim(
    deskId: DeskId, position: ChainPosition, draft: TeamDraft, deadlineMs?: number,
  ): Promise<Result<ClaimVerdict, TeamFailure>>
  /**
   * Appends events in order behind `position`, at most 200 a call. What is there already is passed over. A claim among
   * them (made while working alone, or lost with the database) is made if it can be. Fails with `chain-gap` or
   * `chain-forked` when `position` is not this desk's.
   */
  publish(
    deskId: DeskId, position: ChainPosition, drafts: readonly TeamDraft[],
  ): Promise<Result<Published, TeamFailure>>
  /**
   * Composes a head over all that was delivered through `position`, signed by `sign`, with `seen` as a witness: the
   * event to be published next. Null when `sign` answers null (no key, locked) or nothing is there to sign.
   */
  composeHead(
    deskId: DeskId, position: ChainPosition, at: UtcTime, seen: readonly SeenDesk[],
    sign: (head: TeamHead) => Promise<SignedTeamHead | null>,
  ): Promise<Result<TeamDraft | null, TeamFailure>>
  /**
   * Events of all desks behind what was read of each, at most 500 or 8 MB of them, in the order of their receipt; with
   * `from` behind these numbers instead, of a desk that is not among them all. `seen` is compared with what is there.
   */
  feed(
    seen: readonly SeenDesk[], from?: readonly Pick<SeenDesk, 'deskId' | 'number'>[],
  ): Promise<Result<Feed, TeamFailure>>
  /** Whether this login is an administrator of the team. */
  isAdministrator(): Promise<Result<boolean, TeamFailure>>
  /** Minutes that a claim must be old before a person closes it by hand. */
  waitingTime(): Promise<Result<number, TeamFailure>>
  /** Changes it, from 15 minutes to 7 days; `no-rights` for a login that is no administrator of the team. */
  setWaitingTime(minutes: number): Promise<Result<null, TeamFailure>>
  /** Every desk and the end of its chain, by label. */
  desks(): Promise<Result<readonly TeamDesk[], TeamFailure>>
  /** Every event of an entry, in the order of arrival. */
  entry(entryId: EntryId): Promise<Result<readonly TeamEvent[], TeamFailure>>
  /** Entries of a desk whose claim could not be made when it was delivered, oldest first, at most 500. */
  collisions(deskId: DeskId): Promise<Result<readonly EntryId[], TeamFailure>>
  /** The entries that created or acted on an order, newest first, at most 500. */
  order(merchantKey: MerchantKey, ids: readonly string[]): Promise<Result<readonly TeamHistoryRow[], TeamFailure>>
  /** The open claims of merchants, oldest first, at most 500. */
  openClaims(merchantKeys: readonly MerchantKey[]): Promise<Result<readonly OpenClaim[], TeamFailure>>
  /**
   * Checks every desk's chain, heads, contents and derived rows, against what is known here as well. Reads everything.
   * Ends with `cancelled` at once when `signal` aborts.
   */
  verify(
    known: Knowledge, onProgress?: (progress: VerifyProgress) => void, signal?: AbortSignal,
  ): Promise<Result<TeamVerification, TeamFailure>>
  /**
   * Verifies, and names the content that retention may remove; the desk publishes `drafts` and a head behind them.
   * Removes nothing: the owner does. Fails with `not-proven` where anything is wrong with the journal, with
   * `refused-by-rules` for what is younger than a year.
   */
  proposeRemoval(known: Knowledge, request: RemovalRequest): Promise<Result<ProposedRemoval, TeamFailure>>
  /** Ends the connections; calls under way fail with `closed`. */
  close(): Promise<void>
}
