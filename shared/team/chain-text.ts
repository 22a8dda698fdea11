/** The texts that prove a team journal: each desk's chain of events, and the heads that it signs. */
import type { DeskId, EntryId, TeamEventId, UtcTime } from '../brands.ts'
import type { TeamContent } from '../model/team/team.ts'

/** An event in its desk's chain. `number` counts a desk's events from 1 without gaps. */
export interface ChainedEvent {
  readonly deskId: DeskId
  readonly number: number
  readonly eventId: TeamEventId
  readonly entryId: EntryId | null
  readonly kind: string
  /** By the desk's clock. */
  readonly at: UtcTime
  /** JSON text, exactly as it is stored. */
  readonly facts: string
  /** SHA-256 over the salt and the text of the content, as 64 hexadecimal digits; null for an event without one. */
  readonly contentDigest: string | null
}

/** An event as the team's database stores it, with its link; `content` is null if it has none or it was removed. */
export interface DeliveredEvent extends ChainedEvent {
  readonly link: string
  readonly content: TeamContent | null
}

/** The link before the first event of a desk. */
export const firstLink = '0'.repeat(64)

/** Whether every value is well formed, so that the link of the event can be computed. */
export function isChainedEvent(
  { deskId, number, eventId, entryId, kind, at, contentDigest }: ChainedEvent, previous: string,
): boolean {
  return isId(deskId) && isId(eventId) && (entryId === null || isId(entryId)) && isKind(kind) && isTime(at)
    && isDigest(previous) && isCount(number) && (contentDigest === null || isDigest(contentDigest))
}

/** The database server's record of an event: the login, and the time of receipt by the server's clock. */
export interface Receipt {
  readonly number: number
  readonly login: string
  /** UTC with microseconds, as the server writes it. */
  readonly receivedAt: string
}

/** The text whose SHA-256 continues the digest of receipts, so that the next head signs the server's records too. */
export function receiptText({ number, login, receivedAt }: Receipt, previous: string): string {
  return `Gateway Console team receipt 1\nnumber ${number}\nlogin ${JSON.stringify(login)}\nat ${receivedAt}\n`
    + `previous ${previous}\n`
}

/** The content of a head: the end of a desk's chain, as the desk signs it. */
export interface TeamHead {
  readonly deskId: DeskId
  /** The number of the last event that the head covers, and its link. */
  readonly number: number
  readonly link: string
  /** The digest of the receipts of all events up to there. */
  readonly receipts: string
  /** The digest of the other desks' events that the desk had read (`seenText`). */
  readonly seen: string
  readonly at: UtcTime
}

/** A head with its signature: `keyId` names the key, the signature (Ed25519) is Base64. */
export interface SignedTeamHead extends TeamHead {
  readonly keyId: string
  readonly signature: string
}

/** The text that is signed, as UTF-8. Null if a value is not well formed. */
export function teamHeadText({ deskId, number, link, receipts, seen, at }: TeamHead, keyId: string): string | null {
  const isWellFormed = isId(deskId) && isCount(number) && [link, receipts, seen].every(isDigest) && isTime(at)
    && /^[0-9a-f]{16}$/.test(keyId)
  if (!isWellFormed) return null
  return `Gateway Console team head 1\ndesk ${deskId}\nnumber ${number}\nlink ${link}\nreceipts ${receipts}\nseen ${seen}\n`
    + `at ${at}\nkey ${keyId}\n`
}

/** How far a desk's chain was read, with the link there. */
export interface SeenDesk {
  readonly deskId: DeskId
  readonly number: number
  readonly link: string
}

/** The text whose SHA-256 a head signs as `seen`: a line for each desk, in the order of their ids. */
export function seenText(seen: readonly SeenDesk[]): string {
  return [...seen].sort((one, other) => one.deskId < other.deskId ? -1 : 1)
    .map(({ deskId, number, link }) => `${deskId} ${number} ${link}\n`).join('')
}

const isId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)
const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
const isKind = (text: string): boolean => /^[a-z][a-z-]{0,31}$/.test(text)
const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
const isCount = (count: number): boolean => Number.isSafeInteger(count) && count > 0
