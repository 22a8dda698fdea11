/** Proves a team journal against every desk: chains, heads, witnesses, and what is derived from them. */
import type { DeskId } from '#shared/brands.ts'
import { success, type Result } from '#shared/result.ts'
import type { TeamFailure } from '../failure.ts'
import type { KnownDesk, TeamBreak, TeamEvent, TeamVerification, VerifiedDesk, VerifyProgress } from '../port.ts'
import { readDesks } from '../reading.ts'
import { readCheckpoints, type Checkpoint } from '../retention/checkpoints.ts'
import type { Session } from '../session.ts'
import { desksThatWentBack } from '../writing.ts'
import { checkChain, type Following, type Removed, type Witness } from './chain.ts'
import { findUnexplained } from './derived.ts'
import { statements } from './statements.ts'
import { isTrusted, type Testimony } from './trust.ts'

const mostBreaks = 100

/** A verification, with what retention needs of it. */
export interface Proof extends TeamVerification {
  readonly testimonies: readonly Testimony[]
  /** The checkpoints that count. */
  readonly checkpoints: readonly Checkpoint[]
}

/** How a verification is followed and ended. */
interface Proving extends Omit<Following, 'onProgress'> {
  readonly onProgress: (progress: VerifyProgress) => void
}

/** Checks everything. Breaks are no failure: they are what was found. */
export async function verifyTeam(
  session: Session, known: readonly KnownDesk[], onProgress: (progress: VerifyProgress) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Result<TeamVerification, TeamFailure>> {
  const proven = await proveTeam(session, known, { onProgress, signal })
  return proven.ok ? success(verificationOf(proven.value)) : proven
}

function verificationOf({ desks, statements: said, breaks }: Proof): TeamVerification {
  return { desks, statements: said, breaks }
}

/** As `verifyTeam`, with the checkpoints that count. */
export async function proveTeam(
  session: Session, known: readonly KnownDesk[],
  { onProgress = () => undefined, onProven = () => undefined, signal }: Partial<Proving> = {},
): Promise<Result<Proof, TeamFailure>> {
  const desks = await readDesks(session)
  if (!desks.ok) return desks
  const fitting = await readCheckpoints(session)
  if (!fitting.ok) return fitting
  const naming = namingOf(fitting.value)
  const breaks: TeamBreak[] = known
    .filter(({ deskId }) => !desks.value.some((desk) => desk.deskId === deskId))
    .map(({ deskId }) => ({ kind: 'desk-wrong', deskId }))
  const witnesses: Witness[] = known.map((seen) => ({ ...seen, witness: 'this-desk' }))
  const verified: VerifiedDesk[] = []
  const removed: Removed[] = []
  const said = statements()
  const testimonies: Testimony[] = []
  // What arrives meanwhile is checked too.
  const total = desks.value.reduce((sum, { position }) => sum + position.number, 0)
  let checked = 0
  const progress = (events: number): void => {
    checked += events
    onProgress({ step: 'chains', done: Math.min(checked, total), total })
  }
  for (const desk of desks.value) {
    const { deskId, publicKey } = desk
    const following = {
      onProgress: progress, signal,
      onProven: (event: TeamEvent) => {
        said.add(event)
        onProven(event)
      },
    }
    const chain = await checkChain(session, desk, (number) => naming.get(`${deskId} ${number}`) ?? [], following)
    if (!chain.ok) return chain
    const remembered = known.find((one) => one.deskId === deskId)
    const isAnother = remembered !== undefined && remembered.publicKey !== publicKey
    if (isAnother) breaks.push({ kind: 'desk-wrong', deskId })
    breaks.push(...chain.value.breaks)
    witnesses.push(...chain.value.witnesses)
    removed.push(...chain.value.removed)
    verified.push(chain.value.verified)
    testimonies.push({
      deskId, ...chain.value.testimony, provenThrough: chain.value.verified.provenThrough,
      isKnown: remembered !== undefined && !isAnother && publicKey !== null, isWhole: chain.value.breaks.length === 0,
    })
  }
  const checkpoints = fitting.value.filter((checkpoint) => isTrusted(checkpoint, testimonies))
  breaks.push(...removedWithout(checkpoints, removed))
  const contradicted = await checkWitnesses(session, witnesses)
  if (!contradicted.ok) return contradicted
  const unexplained = await findUnexplained(session, desks.value, (done) => { onProgress({ step: 'tables', done, total }) }, signal)
  // A body that is no JSON any more cannot be compared; its chain has shown that already.
  const isExplained = !unexplained.ok && unexplained.failure.code === 'refused-by-rules' && breaks.length > 0
  if (!unexplained.ok && !isExplained) return unexplained
  const found = [...breaks, ...contradicted.value, ...unexplained.ok ? unexplained.value : []]
  return success({
    desks: verified, statements: said.provenBy(verified), breaks: found.slice(0, mostBreaks), testimonies, checkpoints,
  })
}

/** The checkpoints that name an event, by desk and number. */
function namingOf(checkpoints: readonly Checkpoint[]): ReadonlyMap<string, readonly Checkpoint[]> {
  const naming = new Map<string, Checkpoint[]>()
  for (const checkpoint of checkpoints) {
    for (const { deskId, numbers } of checkpoint.removed) {
      for (const number of numbers) {
        const name = `${deskId} ${number}`
        naming.set(name, [...naming.get(name) ?? [], checkpoint])
      }
    }
  }
  return naming
}

/** SECURITY: what a checkpoint that does not count has named is removed as if there were none. */
function removedWithout(checkpoints: readonly Checkpoint[], removed: readonly Removed[]): TeamBreak[] {
  return removed.filter(({ by }) => !by.some((checkpoint) => checkpoints.includes(checkpoint)))
    .slice(0, mostBreaks).map(({ deskId, number }) => ({ kind: 'link-wrong', deskId, number }))
}

/** A chain that holds up to what was seen of it proves everything before. */
async function checkWitnesses(
  session: Session, witnesses: readonly Witness[],
): Promise<Result<readonly TeamBreak[], TeamFailure>> {
  const breaks: TeamBreak[] = []
  for (const witness of new Set(witnesses.map((seen): DeskId | 'this-desk' => seen.witness))) {
    const seen = witnesses.filter((one) => one.witness === witness)
    const back = await desksThatWentBack(session, seen)
    if (!back.ok) return back
    const wrong = new Set([...back.value.shorter, ...back.value.otherwise])
    breaks.push(...seen.filter(({ deskId }) => wrong.has(deskId))
      .map(({ deskId, number }) => ({ kind: 'witness-wrong', deskId, number, witness }) as const))
  }
  return success(breaks)
}
