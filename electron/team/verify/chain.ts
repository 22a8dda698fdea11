/** Verifies the chain of one desk: links, contents, receipts and heads. Collects what its heads state about others. */
import type { DeskId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SeenDesk } from '#shared/team/chain-text.ts'
import { fingerprintOf } from '../../common/signatures/key-fingerprint.ts'
import { deskKeyIn, headRecordIn } from '../../common/signatures/team-head.ts'
import { digestOfContent } from '../../common/signatures/team-link.ts'
import { teamFailure, type TeamFailure } from '../failure.ts'
import {
  beforeFirst, deliveredAgainIn, isBefore, isHeadValid, nextEvents, receiptsWith, stepTo, type DeliveredAgain,
  type ReceivedEvent, type Walked,
} from '../heads.ts'
import type { TeamBreak, TeamDesk, TeamEvent, VerifiedDesk } from '../port.ts'
import type { Session } from '../session.ts'

/** A desk's statement about how far it read another desk's chain. */
export interface Witness extends SeenDesk {
  readonly witness: DeskId | 'this-desk'
}

/** The findings in a chain. */
export interface Chain {
  readonly verified: Omit<VerifiedDesk, 'isAdmitted'>
  readonly breaks: readonly TeamBreak[]
  readonly witnesses: readonly Witness[]
}

/** The listeners of a walk along a chain, and the signal that ends it. */
export interface WalkListeners {
  readonly onProgress: (events: number) => void
  /** Called for each event with a valid link, with its content where that exists and matches the link. */
  readonly onProven: (event: TeamEvent) => void
  readonly signal: AbortSignal | undefined
}

/** Verifies a desk's whole chain. */
export async function checkChain(
  session: Session, desk: TeamDesk, { onProgress, onProven, signal }: WalkListeners,
): Promise<Result<Chain, TeamFailure>> {
  const { deskId, label, login, publicKey } = desk
  const key = deskKeyIn(publicKey)
  const breaks: TeamBreak[] = publicKey !== null && key === null ? [{ kind: 'desk-wrong', deskId }] : []
  const witnesses = new Map<DeskId, Witness>()
  let walked: Walked = beforeFirst
  let provenThrough = 0
  const again: DeliveredAgain[] = []
  /** The numbers of heads that are valid except for the receipts. */
  let outdated: number[] = []
  for (;;) {
    if (signal?.aborted === true) return failed(teamFailure('cancelled'))
    const events = await nextEvents(session, deskId, walked.number)
    if (!events.ok) return events
    if (events.value.length === 0) break
    for (const received of events.value) {
      const { event } = received
      if ((event.number === 1 && !isJoining(event, desk)) || event.login !== login) breaks.push({ kind: 'desk-wrong', deskId })
      if (event.kind === 'head') {
        const record = headRecordIn(event.facts)
        const stated = { ...walked, receipts: record?.head.receipts ?? walked.receipts }
        if (record === null || key === null || !isHeadValid(record, deskId, stated, key)) {
          breaks.push({ kind: headBreak(record?.head, walked), deskId, number: event.number })
        } else if (stated.receipts !== walked.receipts) {
          outdated.push(event.number)
        } else {
          provenThrough = walked.number
          // SECURITY: other times of receipt are accepted only if the desk's own signed statement explains them.
          outdated = outdated.filter((head) => !again.some((one) => isBefore(head, one)))
          for (const seen of record.seen) keepNewest(witnesses, { ...seen, witness: deskId })
        }
      }
      const deliveredAgain = deliveredAgainIn(event)
      if (deliveredAgain !== null) again.push(deliveredAgain)
      const stepped = stepTo(walked, received)
      if (stepped === null) breaks.push(chainBreak(walked, event))
      else if (event.content !== null && digestOfContent(event.content) !== event.contentDigest) {
        breaks.push({ kind: 'content-wrong', deskId, number: event.number })
      } else onProven(event)
      walked = stepped ?? resumeAfter(received, walked)
    }
    onProgress(events.value.length)
  }
  breaks.push(...outdated.map((number) => ({ kind: 'receipts-wrong', deskId, number }) as const))
  const verified = {
    deskId, label, login, fingerprint: key === null ? null : fingerprintOf(key), events: walked.number, provenThrough,
  }
  return success({
    verified, breaks: dedupe(breaks), witnesses: [...witnesses.values()],
  })
}

/** Whether an event is the desk's statement about itself, with which its chain must begin. */
function isJoining({ kind, facts }: TeamEvent, { label, publicKey }: TeamDesk): boolean {
  return kind === 'joined' && facts === JSON.stringify({ record: { label, publicKey } })
}

function chainBreak(walked: Walked, { deskId, number }: TeamEvent): TeamBreak {
  return { kind: number > walked.number + 1 ? 'event-missing' : 'link-wrong', deskId, number }
}

/** What is wrong with a head. If its link is right and its receipts differ, it contradicts the server's receipts. */
function headBreak(head: Pick<Walked, 'link' | 'receipts'> | undefined, walked: Walked): 'head-wrong' | 'receipts-wrong' {
  return head !== undefined && head.link === walked.link && head.receipts !== walked.receipts ? 'receipts-wrong' : 'head-wrong'
}

/** The progress after a break. Verification continues with the stored link, against which the next event is checked. */
function resumeAfter(received: ReceivedEvent, walked: Walked): Walked {
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
