/**
 * Signed heads: a desk's statement about its own chain, the server's receipts of its events, and the other desks'
 * events that it read.
 */
import { createHash, randomBytes, type KeyObject } from 'node:crypto'
import type { DeskId, TeamEventId, UtcTime } from '#shared/brands.ts'
import { z } from '#shared/model/values/zod.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { TeamDraft } from '#shared/model/team/team.ts'
import {
  firstLink, receiptText, seenText, type SeenDesk, type SignedTeamHead, type TeamHead,
} from '#shared/team/chain-text.ts'
import { headRecordIn, isTeamHeadSigned, recordIn, type HeadRecord } from '../common/signatures/team-head.ts'
import { teamLink } from '../common/signatures/team-link.ts'
import { teamFailure, type TeamFailure } from './failure.ts'
import type { ChainPosition, TeamEvent } from './port.ts'
import { asManyAsFit, eventColumns, eventIn } from './reading.ts'
import { text } from './rows.ts'
import type { Session } from './session.ts'

const stretch = 1_000

/** An event with the time of receipt as the server wrote it. */
export interface ReceivedEvent { readonly event: TeamEvent; readonly receivedAt: string }

/** The progress of verifying a chain. */
export interface Walked {
  readonly number: number
  readonly link: string
  /** The digest of receipts. */
  readonly receipts: string
}

/** The progress before the first event of a desk. */
export const beforeFirst: Walked = { number: 0, link: firstLink, receipts: firstLink }

/** The progress after the next event; null if the event does not continue the chain. */
export function stepTo(walked: Walked, { event, receivedAt }: ReceivedEvent): Walked | null {
  if (event.number !== walked.number + 1) return null
  if (teamLink(event, walked.link) !== event.link) return null
  return { number: event.number, link: event.link, receipts: receiptsWith({ event, receivedAt }, walked.receipts) }
}

/** Continues the digest of receipts with one more receipt. */
export function receiptsWith({ event, receivedAt }: ReceivedEvent, before: string): string {
  return digestOf(receiptText({ number: event.number, login: event.login, receivedAt }, before))
}

/** The next events of a desk after a number: at most 1,000, and no more than fit into memory and the time limit. */
export async function nextEvents(
  session: Session, desk: DeskId, after: number,
): Promise<Result<readonly ReceivedEvent[], TeamFailure>> {
  const found = await session.query(
    `SELECT ${eventColumns} FROM (${asManyAsFit(`SELECT * FROM team_journal.whole_event y
      WHERE y.desk_id = $1 AND y.number > $2 ORDER BY y.number LIMIT ${stretch}`, 'number')}) e ORDER BY e.number`,
    [desk, after],
  )
  if (!found.ok) return found
  return success(found.value.map((row) => ({ event: eventIn(row), receivedAt: text(row, 'received_at') })))
}

/** Whether a head names this key, has its valid signature, and matches the chain before it. */
export function isHeadValid({ head, seen }: HeadRecord, desk: DeskId, walked: Walked, key: KeyObject): boolean {
  const { number, link, receipts } = head
  const fits = head.deskId === desk && number === walked.number && link === walked.link && receipts === walked.receipts
  return fits && head.seen === digestOf(seenText(seen)) && isTeamHeadSigned(head, key)
}

/** A desk's statement that the database had lost its events after `from`; it delivered them again before `number`. */
export interface DeliveredAgain {
  readonly from: number
  readonly number: number
}

const wentBackSchema = z.object({ from: z.int().nonnegative() })

/** The statement in an event; null without one. */
export function deliveredAgainIn(
  { number, kind, facts }: Pick<TeamEvent, 'number' | 'kind' | 'facts'>,
): DeliveredAgain | null {
  const from = kind === 'went-back' ? wentBackSchema.safeParse(recordIn(facts)).data?.from : undefined
  return from === undefined ? null : { from, number }
}

/** Whether a head was among the lost events. It signed times of receipt that the database no longer has. */
export function isBefore(head: number, { from, number }: DeliveredAgain): boolean {
  return from < head && head < number
}

/** Signs a head over everything up to `position`, after verifying the part since the last head. */
export async function composeSignedHead(
  session: Session, desk: DeskId, position: ChainPosition, at: UtcTime, seen: readonly SeenDesk[],
  sign: (head: TeamHead) => Promise<SignedTeamHead | null>,
): Promise<Result<TeamDraft | null, TeamFailure>> {
  const last = await lastValidHead(session, desk, position.number)
  if (!last.ok) return last
  if (position.number === 0 || last.value.number === position.number) return success(null)
  const walked = await walk(session, desk, last.value, position.number)
  if (!walked.ok) return walked
  // SECURITY: others trust the signature, so it must not make a chain appear genuine that is not this desk's own.
  if (walked.value?.link !== position.link) return failed(teamFailure('chain-forked'))
  const others = seen.filter(({ deskId: other, number }) => other !== desk && number > 0)
  const { number, link, receipts } = walked.value
  const head = await sign({ deskId: desk, number, link, receipts, seen: digestOf(seenText(others)), at })
  if (head === null) return success(null)
  const eventId = randomBytes(16).toString('hex') as TeamEventId
  const record: HeadRecord = { head, seen: others.map((other) => ({ ...other })) }
  return success({ eventId, entryId: null, kind: 'head', at, facts: { record }, content: null })
}

/** As `lastHead`, but skips heads that were delivered again. */
async function lastValidHead(
  session: Session, desk: DeskId, through: number,
): Promise<Result<Walked, TeamFailure>> {
  for (let within = through; ;) {
    const last = await lastHead(session, desk, within)
    if (!last.ok || last.value.number === 0) return last
    const found = await session.query(
      `SELECT ${eventColumns} FROM team_journal.whole_event e
        WHERE e.desk_id = $1 AND e.number > $2 AND e.number <= $3 AND e.kind = 'went-back'`,
      [desk, last.value.number, through],
    )
    if (!found.ok) return found
    const outdatedFrom = found.value.flatMap((row) => deliveredAgainIn(eventIn(row)) ?? [])
      .filter((again) => isBefore(last.value.number, again)).map(({ from }) => from)
    if (outdatedFrom.length === 0) return last
    within = Math.min(...outdatedFrom)
  }
}

/** The progress up to and including a desk's newest head; `beforeFirst` without a head. */
async function lastHead(session: Session, desk: DeskId, through: number): Promise<Result<Walked, TeamFailure>> {
  const found = await session.query(
    `SELECT ${eventColumns} FROM team_journal.whole_event e
      WHERE e.desk_id = $1 AND e.number <= $2 AND e.kind = 'head' ORDER BY e.number DESC LIMIT 1`,
    [desk, through],
  )
  if (!found.ok) return found
  const row = found.value[0]
  if (row === undefined) return success(beforeFirst)
  const received = { event: eventIn(row), receivedAt: text(row, 'received_at') }
  const head = headRecordIn(received.event.facts)?.head
  const stepped = head === undefined ? null : stepTo(head, received)
  return stepped === null ? failed(teamFailure('chain-forked')) : success(stepped)
}

/** Verifies the chain from one point up to an event; null if the chain is broken. */
async function walk(
  session: Session, desk: DeskId, from: Walked, through: number,
): Promise<Result<Walked | null, TeamFailure>> {
  let walked: Walked = from
  while (walked.number < through) {
    const events = await nextEvents(session, desk, walked.number)
    if (!events.ok) return events
    if (events.value.length === 0) return success(null)
    for (const event of events.value) {
      if (walked.number === through) break
      const stepped = stepTo(walked, event)
      if (stepped === null) return success(null)
      walked = stepped
    }
  }
  return success(walked)
}

/** SHA-256 of a text as UTF-8, as 64 hexadecimal digits. */
function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
