/** A walk through the chain of one desk: links, receipts, heads, and what its heads say of the other desks. */
import type { DeskId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SeenDesk } from '#shared/team/chain-text.ts'
import { fingerprintOf } from '../../common/key-fingerprint.ts'
import { teamFailure, type TeamFailure } from '../failure.ts'
import {
  beforeFirst, headRecordIn, isHeadRight, keyIn, nextEvents, receiptsWith, stepTo, type HeadRecord, type ReceivedEvent,
  type Walked,
} from '../heads.ts'
import type { TeamBreak, TeamDesk, TeamEvent, VerifiedDesk } from '../port.ts'
import type { Checkpoint } from '../retention/checkpoints.ts'
import { isTombstone } from '../retention/tombstone.ts'
import type { Session } from '../session.ts'
import type { Testimony } from './trust.ts'

/** What a desk saw of another, as far as it says. */
export interface Witness extends SeenDesk {
  readonly witness: DeskId | 'this-desk'
}

/** An event whose content is gone, and the checkpoints that name it as it is. */
export interface Removed {
  readonly deskId: DeskId
  readonly number: number
  readonly by: readonly Checkpoint[]
}

/** What a walk found. */
export interface Chain {
  readonly verified: VerifiedDesk
  readonly breaks: readonly TeamBreak[]
  readonly witnesses: readonly Witness[]
  readonly removed: readonly Removed[]
  readonly testimony: Pick<Testimony, 'firstHeadAt' | 'firstSaw'>
}

/** How a walk is followed and ended. */
export interface Following {
  readonly onProgress: (events: number) => void
  /** Each event whose link was computed from its content and fits. */
  readonly onProven: (event: TeamEvent) => void
  readonly signal: AbortSignal | undefined
}

/** Walks through a desk's chain; `named` says which checkpoints name an event of it. */
export async function checkChain(
  session: Session, desk: TeamDesk, named: (number: number) => readonly Checkpoint[],
  { onProgress, onProven, signal }: Following,
): Promise<Result<Chain, TeamFailure>> {
  const { deskId, label, login, publicKey } = desk
  const key = keyIn(publicKey)
  const breaks: TeamBreak[] = publicKey !== null && key === null ? [{ kind: 'desk-wrong', deskId }] : []
  const witnesses = new Map<DeskId, Witness>()
  const removed: Removed[] = []
  const said = testimony()
  let walked: Walked = beforeFirst
  let provenThrough = 0
  for (;;) {
    if (signal?.aborted === true) return failed(teamFailure('cancelled'))
    const events = await nextEvents(session, deskId, walked.number)
    if (!events.ok) return events
    if (events.value.length === 0) break
    for (const received of events.value) {
      const { event } = received
      if ((event.number === 1 && !isJoining(event, desk)) || event.login !== login) breaks.push({ kind: 'desk-wrong', deskId })
      if (event.kind === 'head') {
        const record = headRecordIn(event)
        if (record === null || key === null || !isHeadRight(record, deskId, walked, key)) {
          breaks.push({ kind: headBreak(record?.head, walked), deskId, number: event.number })
        } else {
          provenThrough = walked.number
          said.note(record)
          for (const seen of record.seen) keepNewest(witnesses, { ...seen, witness: deskId })
        }
      }
      const stepped = stepTo(walked, received)
      const by = stepped === null && isTombstone(event.body) ? named(event.number) : []
      if (stepped !== null) onProven(event)
      else if (by.length > 0 && event.number === walked.number + 1) removed.push({ deskId, number: event.number, by })
      else breaks.push(chainBreak(walked, event))
      walked = stepped ?? resumeBehind(received, walked)
    }
    onProgress(events.value.length)
  }
  const verified = {
    deskId, label, login, fingerprint: key === null ? null : fingerprintOf(key), events: walked.number, provenThrough,
  }
  return success({
    verified, removed, breaks: dedupe(breaks), witnesses: [...witnesses.values()], testimony: said.told(),
  })
}

/** What valid heads say of the time: when the first one was signed, and when they saw each other desk first. */
function testimony(): { note(record: HeadRecord): void; told(): Pick<Testimony, 'firstHeadAt' | 'firstSaw'> } {
  const firstSaw = new Map<DeskId, number>()
  let firstHeadAt: number | null = null
  return {
    note({ head, seen }) {
      const at = Date.parse(head.at)
      firstHeadAt ??= at
      for (const { deskId } of seen) if (!firstSaw.has(deskId)) firstSaw.set(deskId, at)
    },
    told: () => ({ firstHeadAt, firstSaw }),
  }
}

/** A chain begins with what the desk said of itself. */
function isJoining({ kind, body }: TeamEvent, { label, publicKey }: TeamDesk): boolean {
  return kind === 'joined' && body === JSON.stringify({ record: { label, publicKey } })
}

function chainBreak(walked: Walked, { deskId, number }: TeamEvent): TeamBreak {
  return { kind: number > walked.number + 1 ? 'event-missing' : 'link-wrong', deskId, number }
}

/** A head whose chain is right and whose signature is too contradicts the engine's notes alone. */
function headBreak(head: Pick<Walked, 'link' | 'receipts'> | undefined, walked: Walked): 'head-wrong' | 'receipts-wrong' {
  return head !== undefined && head.link === walked.link && head.receipts !== walked.receipts ? 'receipts-wrong' : 'head-wrong'
}

/** Behind a break, or what was removed, the walk goes on with the link that stands there; the next one proves it. */
function resumeBehind(received: ReceivedEvent, walked: Walked): Walked {
  const { number, link } = received.event
  return { number, link, receipts: receiptsWith(received, walked.receipts) }
}

function keepNewest(witnesses: Map<DeskId, Witness>, seen: Witness): void {
  const before = witnesses.get(seen.deskId)
  if (before === undefined || before.number < seen.number) witnesses.set(seen.deskId, seen)
}

function dedupe(breaks: readonly TeamBreak[]): TeamBreak[] {
  return [...new Map(breaks.map((found) => [JSON.stringify(found), found])).values()]
}
