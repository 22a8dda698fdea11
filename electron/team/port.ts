import type { DeskId, EntryId, MerchantKey, OrderId, UtcTime } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { ClaimSlot, TeamDraft, TeamHistoryRow } from '#shared/model/team/team.ts'
import type { Result } from '#shared/result.ts'
import type { DeliveredEvent, SeenDesk, SignedTeamHead, TeamHead } from '#shared/team/chain-text.ts'
import type { TeamFailure } from './failure.ts'
import type { TeamLogin } from './login.ts'
import type { DeskSecret, Membership } from './membership-port.ts'
import type { Knowledge, TeamVerification, VerifyProgress } from './verification.ts'

export type { TeamLogin } from './login.ts'
export type { DeskSecret, Membership, MembershipPort } from './membership-port.ts'
export type { Knowledge, KnownDesk, TeamBreak, TeamVerification, VerifiedDesk, VerifyProgress } from './verification.ts'
export type { TeamFailure } from './failure.ts'

/** The databases of teams; the only access to them. */
export interface TeamsPort {
  /**
   * Tests the requirements of a desk in order; stops at the first failure. Changes nothing. `self` is the desk once it
   * has joined: then the test fails if one team is a rehearsal and the other is not.
   */
  test(login: TeamLogin, self?: JoinedDesk | null): Promise<readonly TeamTestStep[]>
  /**
   * Creates or upgrades schema and roles with an owner's login, and grants the named logins the role of a desk or an
   * administrator. Each migration is one transaction. Refuses a newer schema. With `rehearsal` a new team is
   * permanently marked as a rehearsal; an existing team must be one (else `not-a-rehearsal`).
   */
  install(
    owner: TeamLogin, members: readonly TeamMember[], options?: { readonly rehearsal: boolean },
  ): Promise<Result<Installed, TeamFailure>>
  /** The team journal behind a login. Connects at the first call, and again after each failure. */
  open(login: TeamLogin, secret: DeskSecret): TeamJournalPort
}

/** The facts by which a joined desk is compared. */
export type JoinedDesk = Pick<Membership, 'deskId' | 'rehearsal'>

export interface TeamMember {
  /** A login that exists in the database. */
  readonly user: string
  readonly role: 'desk' | 'administrator'
}

/** Versions of the schema before and after; 0 if there was none. */
export interface Installed {
  readonly from: number
  readonly to: number
  /** Whether the team is a rehearsal. */
  readonly rehearsal: boolean
}

export type TeamTestStepName = 'reach' | 'encryption' | 'login' | 'session' | 'version' | 'schema' | 'rights' | 'clock'

/** One step of the test, and its result; `detail` is a plain sentence. */
export interface TeamTestStep {
  readonly step: TeamTestStepName
  readonly result: 'ok' | 'warning' | 'failed'
  readonly detail: string
  /** Names of other admitted desks that joined with this login. */
  readonly otherDesks?: readonly string[]
  /** Set by the step `schema`: whether the team is a rehearsal. */
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

/** A point in a desk's own chain: its newest event there and that event's link; number 0 is before the first. */
export interface ChainPosition {
  readonly number: number
  readonly link: string
}

/** The team journal's record of a desk when it connected. */
export type Joined =
  /** The position that the desk recorded, or a later one, if events arrived whose reply was lost. */
  | { readonly kind: 'current'; readonly position: ChainPosition }
  /**
   * The database went back in time (after a restore or an asynchronous failover), for this desk or for others whose
   * events were read before. The desk must claim nothing, inform people, and publish the events after `position` again.
   */
  | { readonly kind: 'went-back'; readonly position: ChainPosition; readonly missingOf: readonly DeskId[] }
  /** An administrator has not admitted this desk, or withdrew the admission: it can neither claim nor publish. */
  | { readonly kind: 'not-admitted'; readonly position: ChainPosition }
  /** The database has another event in place of this desk's: its journal was copied or restored. Write nothing. */
  | { readonly kind: 'forked'; readonly position: ChainPosition }

/** The holder of a slot that was already claimed. */
export interface Holder {
  readonly entryId: EntryId
  readonly deskId: DeskId
  readonly deskLabel: string
  readonly login: string
  readonly who: string
  readonly since: UtcTime
  /** The newest delivered state; null before the first. */
  readonly state: EntryState | null
}

export type ClaimVerdict =
  /** The only result that permits sending, within 5 s; after that the claim must be repeated. */
  | { readonly kind: 'won'; readonly position: ChainPosition; readonly round: number; readonly at: UtcTime }
  /** Another entry has the merchant order id permanently, or the order for now. */
  | { readonly kind: 'taken'; readonly holder: Holder }
  /** A possible duplicate that no person has confirmed yet: pass `key` and `seen` once a person accepts it. */
  | { readonly kind: 'duplicate'; readonly holder: Holder; readonly key: string; readonly seen: number }
  /** This entry was claimed before and its claim has ended: do not send. */
  | { readonly kind: 'closed'; readonly position: ChainPosition }

/** The result of a delivery. */
export interface Published {
  readonly position: ChainPosition
  /** Entries that could not be claimed at delivery, because another entry holds the slot. They are open outcomes. */
  readonly collisions: readonly EntryId[]
  /** Entries whose claim stays open although an event asked to end it: too early, or this desk may not end it. */
  readonly notClosed: readonly EntryId[]
}

/** An event as the team journal stores it; parse its `facts` with `teamFactsSchema`. */
export interface TeamEvent extends DeliveredEvent {
  readonly receivedAt: UtcTime
  readonly login: string
}

/** The event by which another desk closed an entry by hand, with the name of that desk. */
export interface ClosedElsewhere extends TeamEvent {
  readonly deskLabel: string
}

export interface TeamDesk {
  readonly deskId: DeskId
  readonly label: string
  readonly login: string
  readonly publicKey: string | null
  /** Whether the database permits it to claim and publish. Only signed events prove who admitted it. */
  readonly isAdmitted: boolean
  /** Whether an administrator withdrew its admission; then it is not waiting to be admitted. */
  readonly isWithdrawn: boolean
  readonly position: ChainPosition
}

/** New events. `more`: further events exist, read again at once. */
export interface Feed {
  readonly events: readonly TeamEvent[]
  readonly more: boolean
  /** Desks whose chain ends before its last read event, or differs there: the database went back in time. */
  readonly wentBack: readonly DeskId[]
  readonly desks: readonly TeamDesk[]
  /** The server's time. */
  readonly now: UtcTime
}

/** An open claim, which is an open outcome of the whole team. */
export interface OpenClaim {
  readonly slot: ClaimSlot
  readonly holder: Holder
}

/** Selects open claims, as thousands are open while a batch runs. */
export interface WhichClaims {
  /** Only claims on this order. */
  readonly orderId?: OrderId
  /** Without claims of this desk. */
  readonly notOf?: DeskId
  /** In the order of entry ids instead of age, after this id; '' for the first. */
  readonly after?: EntryId | ''
}

/** A request to remove content: its age, the person who requests it, and the reason. */
export interface RemovalRequest {
  /** Removed events are older, by the clocks of their desk and of the server; at least a year. */
  readonly before: UtcTime
  readonly at: UtcTime
  readonly who: string
  readonly reason: string
}

/** The events that a desk publishes for a removal, with the number of entries and events that they list. */
export interface ProposedRemoval {
  readonly drafts: readonly TeamDraft[]
  readonly entries: number
  readonly events: number
  /** More content can be removed: propose again. */
  readonly more: boolean
}

/**
 * A team journal. Every call resolves within its deadline and connects again after a failure. A call with an unknown
 * result is not repeated automatically, except claims and deliveries, which can be repeated without a further effect.
 */
export interface TeamJournalPort {
  /**
   * Registers this desk, or identifies it. `acknowledged` is the newest own position that the team confirmed, `seen`
   * the other desks' events that it has read. Fails with `desk-of-another` if it joined with another login, with
   * `desk-not-proven` if it joined with another secret, with `not-a-rehearsal` or `is-a-rehearsal` if only one of desk
   * and database belongs to a rehearsal.
   */
  join(
    desk: JoiningDesk, acknowledged: ChainPosition, seen: readonly SeenDesk[],
  ): Promise<Result<Joined, TeamFailure>>
  /**
   * Claims the slot in `draft.facts.claim` for an entry, as the event after `position`. While the result is unknown,
   * the call is repeated with the same ids, on new connections, until there is a verdict or `deadlineMs` is over. After
   * a failure nothing may be sent. With `mayHaveHappened` the claim may exist: repeat it with the same draft and
   * position before anything else is delivered, then end it as not sent.
   */
  claim(
    deskId: DeskId, position: ChainPosition, draft: TeamDraft, deadlineMs?: number,
  ): Promise<Result<ClaimVerdict, TeamFailure>>
  /**
   * Appends events in order after `position`, at most 200 per call. Existing ones are skipped. A claim among them (from
   * working alone, or lost with the database) is recorded if the slot is free. Fails with `chain-gap` or `chain-forked`
   * if `position` is not this desk's.
   */
  publish(
    deskId: DeskId, position: ChainPosition, drafts: readonly TeamDraft[],
  ): Promise<Result<Published, TeamFailure>>
  /**
   * Composes a head over all delivered events up to `position`, signed by `sign`, with `seen` as a witness. The result
   * is the event to publish next. Null if `sign` returns null (no key, locked) or there is nothing to sign.
   */
  composeHead(
    deskId: DeskId, position: ChainPosition, at: UtcTime, seen: readonly SeenDesk[],
    sign: (head: TeamHead) => Promise<SignedTeamHead | null>,
  ): Promise<Result<TeamDraft | null, TeamFailure>>
  /**
   * Events of all desks after the last read one of each, at most 500 or 8 MB, in the order of their receipt. With
   * `from`, events after these numbers instead, and all events of desks that it does not name. `seen` is also compared
   * with the database.
   */
  feed(
    seen: readonly SeenDesk[], from?: readonly Pick<SeenDesk, 'deskId' | 'number'>[],
  ): Promise<Result<Feed, TeamFailure>>
  /** Whether this login is an administrator of the team. */
  isAdministrator(): Promise<Result<boolean, TeamFailure>>
  /** Minutes that a claim must be old before a person closes it by hand. */
  waitingTime(): Promise<Result<number, TeamFailure>>
  /** Changes the waiting time: 15 minutes to 7 days. `no-rights` if the login is no administrator of the team. */
  setWaitingTime(minutes: number): Promise<Result<null, TeamFailure>>
  /** Every desk and the end of its chain, by label. */
  desks(): Promise<Result<readonly TeamDesk[], TeamFailure>>
  /** Every desk's newest events about the team's key for destinations (`keyEventKinds`), in order, at most 300. */
  keyEvents(): Promise<Result<readonly TeamEvent[], TeamFailure>>
  /** The events that permit a merchant to work alone and may still be valid, each desk's in order. */
  aloneEvents(): Promise<Result<readonly TeamEvent[], TeamFailure>>
  /** Every event of an entry, in the order of arrival. */
  entry(entryId: EntryId): Promise<Result<readonly TeamEvent[], TeamFailure>>
  /** The closings by hand by which desks other than `own` ended claims of these entries. */
  closedElsewhere(own: DeskId, entryIds: readonly EntryId[]): Promise<Result<readonly ClosedElsewhere[], TeamFailure>>
  /** Entries of a desk that could not be claimed at delivery, oldest first, at most 500. */
  collisions(deskId: DeskId): Promise<Result<readonly EntryId[], TeamFailure>>
  /** The entries that created or acted on an order, newest first, at most 500. */
  order(merchantKey: MerchantKey, ids: readonly string[]): Promise<Result<readonly TeamHistoryRow[], TeamFailure>>
  /** The open claims of merchants, oldest first, at most `mostOpenClaims`. */
  openClaims(
    merchantKeys: readonly MerchantKey[], which?: WhichClaims,
  ): Promise<Result<readonly OpenClaim[], TeamFailure>>
  /**
   * Verifies every desk's chain, heads, contents and derived rows, also against `known`. Reads the whole journal. Fails
   * with `cancelled` at once when `signal` aborts.
   */
  verify(
    known: Knowledge, onProgress?: (progress: VerifyProgress) => void, signal?: AbortSignal,
  ): Promise<Result<TeamVerification, TeamFailure>>
  /**
   * Verifies the journal, and lists the content that can be removed. The desk then publishes `drafts` and a head after
   * them. Removes nothing: the owner of the database does. Fails with `not-proven` if the verification finds anything,
   * and with `refused-by-rules` for content younger than a year.
   */
  proposeRemoval(known: Knowledge, request: RemovalRequest): Promise<Result<ProposedRemoval, TeamFailure>>
  /** Closes the connections; pending calls fail with `closed`. */
  close(): Promise<void>
}
