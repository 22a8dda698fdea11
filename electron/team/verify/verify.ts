/** Proves a team journal against every desk: chains, heads, witnesses, and what is derived from them. */
import type { DeskId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { SeenDesk } from '#shared/team/chain-text.ts'
import { fingerprintOf } from '../../common/key-fingerprint.ts'
import { teamFailure, type TeamFailure } from '../failure.ts'
import {
  beforeFirst, headRecordIn, isHeadRight, keyIn, nextEvents, receiptsWith, stepTo, type ReceivedEvent, type Walked,
} from '../heads.ts'
import type {
  KnownDesk, TeamBreak, TeamDesk, TeamEvent, TeamVerification, VerifiedDesk, VerifyProgress,
} from '../port.ts'
import { readDesks } from '../reading.ts'
import type { Session } from '../session.ts'
import { desksThatWentBack } from '../writing.ts'
import { findUnexplained } from './derived.ts'

const mostBreaks = 100

/** What a desk saw of another, as far as it says. */
interface Witness extends SeenDesk {
  readonly witness: DeskId | 'this-desk'
}

/** Checks everything. Breaks are no failure: they are what was found. */
export async function verifyTeam(
  session: Session, known: readonly KnownDesk[], onProgress: (progress: VerifyProgress) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Result<TeamVerification, TeamFailure>> {
  const desks = await readDesks(session)
  if (!desks.ok) return desks
  const breaks: TeamBreak[] = known
    .filter(({ deskId }) => !desks.value.some((desk) => desk.deskId === deskId))
    .map(({ deskId }) => ({ kind: 'desk-wrong', deskId }))
  const witnesses: Witness[] = known.map((seen) => ({ ...seen, witness: 'this-desk' }))
  const verified: VerifiedDesk[] = []
  // What arrives meanwhile is checked too.
  const total = desks.value.reduce((sum, { position }) => sum + position.number, 0)
  let checked = 0
  const progress = (events: number): void => {
    checked += events
    onProgress({ step: 'chains', done: Math.min(checked, total), total })
  }
  for (const desk of desks.value) {
    const chain = await checkChain(session, desk, progress, signal)
    if (!chain.ok) return chain
    const remembered = known.find(({ deskId }) => deskId === desk.deskId)
    if (remembered !== undefined && remembered.publicKey !== desk.publicKey) {
      breaks.push({ kind: 'desk-wrong', deskId: desk.deskId })
    }
    breaks.push(...chain.value.breaks)
    witnesses.push(...chain.value.witnesses)
    verified.push(chain.value.verified)
  }
  const contradicted = await checkWitnesses(session, witnesses)
  if (!contradicted.ok) return contradicted
  const unexplained = await findUnexplained(session, desks.value, (done) => { onProgress({ step: 'tables', done, total }) }, signal)
  // A body that is no JSON any more cannot be compared; its chain has shown that already.
  const isExplained = !unexplained.ok && unexplained.failure.code === 'refused-by-rules' && breaks.length > 0
  if (!unexplained.ok && !isExplained) return unexplained
  const found = [...breaks, ...contradicted.value, ...unexplained.ok ? unexplained.value : []]
  return success({ desks: verified, breaks: found.slice(0, mostBreaks) })
}

interface Chain {
  readonly verified: VerifiedDesk
  readonly breaks: readonly TeamBreak[]
  readonly witnesses: readonly Witness[]
}

async function checkChain(
  session: Session, desk: TeamDesk, onProgress: (events: number) => void, signal?: AbortSignal,
): Promise<Result<Chain, TeamFailure>> {
  const { deskId, label, login, publicKey } = desk
  const key = keyIn(publicKey)
  const breaks: TeamBreak[] = publicKey !== null && key === null ? [{ kind: 'desk-wrong', deskId }] : []
  const witnesses = new Map<DeskId, Witness>()
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
          for (const seen of record.seen) keepNewest(witnesses, { ...seen, witness: deskId })
        }
      }
      const stepped = stepTo(walked, received)
      if (stepped === null) breaks.push(chainBreak(walked, event))
      walked = stepped ?? resumeBehind(received, walked)
    }
    onProgress(events.value.length)
  }
  const verified = {
    deskId, label, login, fingerprint: key === null ? null : fingerprintOf(key), events: walked.number, provenThrough,
  }
  return success({ verified, breaks: dedupe(breaks), witnesses: [...witnesses.values()] })
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

/** Behind a break the walk goes on, so that further ones are found too. */
function resumeBehind(received: ReceivedEvent, walked: Walked): Walked {
  const { number, link } = received.event
  return { number, link, receipts: receiptsWith(received, walked.receipts) }
}

function keepNewest(witnesses: Map<DeskId, Witness>, seen: Witness): void {
  const before = witnesses.get(seen.deskId)
  if (before === undefined || before.number < seen.number) witnesses.set(seen.deskId, seen)
}

/** A chain that holds up to what was seen of it proves everything before. */
async function checkWitnesses(
  session: Session, witnesses: readonly Witness[],
): Promise<Result<readonly TeamBreak[], TeamFailure>> {
  const breaks: TeamBreak[] = []
  for (const witness of new Set(witnesses.map((seen) => seen.witness))) {
    const seen = witnesses.filter((one) => one.witness === witness)
    const back = await desksThatWentBack(session, seen)
    if (!back.ok) return back
    const wrong = new Set([...back.value.shorter, ...back.value.otherwise])
    breaks.push(...seen.filter(({ deskId }) => wrong.has(deskId))
      .map(({ deskId, number }) => ({ kind: 'witness-wrong', deskId, number, witness }) as const))
  }
  return success(breaks)
}

function dedupe(breaks: readonly TeamBreak[]): TeamBreak[] {
  return [...new Map(breaks.map((found) => [JSON.stringify(found), found])).values()]
}
