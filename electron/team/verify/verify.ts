/** Verifies a team journal for every desk: chains, heads, witnesses, and derived data. */
import type { DeskId } from '#shared/brands.ts'
import { success, type Result } from '#shared/result.ts'
import type { TeamFailure } from '../failure.ts'
import type { Knowledge, TeamBreak, TeamEvent, TeamVerification, VerifyProgress } from '../port.ts'
import { readDesks } from '../reading.ts'
import type { NamedRemoval } from '../retention/named.ts'
import type { Session } from '../session.ts'
import { desksThatWentBack } from '../writing.ts'
import { admittedDesks, statementIn, type ChainStatement } from './admitted.ts'
import { checkChain, type Chain, type WalkListeners, type Witness } from './chain.ts'
import { createContents } from './contents.ts'
import { findUnexplained } from './derived.ts'

const mostBreaks = 100

/** The result of a verification, with what retention needs. */
export interface Proof extends TeamVerification {
  /** The valid removals for all desks. */
  readonly removals: readonly NamedRemoval[]
}

/** The listeners of a verification, and the signal that ends it. */
interface ProofListeners extends Omit<WalkListeners, 'onProgress'> {
  readonly onProgress: (progress: VerifyProgress) => void
}

/** Verifies the whole journal. Breaks are findings, not failures. */
export async function verifyTeam(
  session: Session, known: Knowledge, onProgress: (progress: VerifyProgress) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Result<TeamVerification, TeamFailure>> {
  const proven = await proveTeam(session, known, { onProgress, signal })
  return proven.ok ? success({ desks: proven.value.desks, breaks: proven.value.breaks }) : proven
}

/** As `verifyTeam`, with the valid removals. */
export async function proveTeam(
  session: Session, known: Knowledge,
  { onProgress = () => undefined, onProven = () => undefined, signal }: Partial<ProofListeners> = {},
): Promise<Result<Proof, TeamFailure>> {
  const desks = await readDesks(session)
  if (!desks.ok) return desks
  const breaks: TeamBreak[] = known.desks
    .filter(({ deskId }) => !desks.value.some((desk) => desk.deskId === deskId))
    .map(({ deskId }) => ({ kind: 'desk-wrong', deskId }))
  const chains: (Chain & { readonly isKnown: boolean })[] = []
  const contents = createContents()
  const statements: ChainStatement[] = []
  // Events that arrive meanwhile are verified too.
  const total = desks.value.reduce((sum, { position }) => sum + position.number, 0)
  let checked = 0
  const listeners: WalkListeners = {
    signal,
    onProgress(events) {
      checked += events
      onProgress({ step: 'chains', done: Math.min(checked, total), total })
    },
    onProven(event: TeamEvent) {
      contents.add(event)
      const statement = statementIn(event)
      if (statement !== null) statements.push(statement)
      onProven(event)
    },
  }
  for (const desk of desks.value) {
    const { deskId, publicKey } = desk
    const chain = await checkChain(session, desk, listeners)
    if (!chain.ok) return chain
    const recorded = known.desks.find((one) => one.deskId === deskId)
    const isAnother = recorded !== undefined && recorded.publicKey !== publicKey
    if (isAnother) breaks.push({ kind: 'desk-wrong', deskId })
    breaks.push(...chain.value.breaks)
    chains.push({ ...chain.value, isKnown: recorded !== undefined && !isAnother && publicKey !== null })
  }
  const admitted = admittedDesks(known, statements, chains.map(({ verified }) => verified))
  const verified = chains.map((chain) => ({ ...chain.verified, isAdmitted: admitted.has(chain.verified.deskId) }))
  const trusted = chains.map((chain) => ({
    deskId: chain.verified.deskId, provenThrough: chain.verified.provenThrough,
    isWhole: chain.isKnown && chain.breaks.length === 0, isAdmitted: admitted.has(chain.verified.deskId),
  }))
  breaks.push(...contents.unexplained(trusted))
  const contradicted = await checkWitnesses(session, [
    ...known.desks.map((seen) => ({ ...seen, witness: 'this-desk' as const })), ...chains.flatMap(({ witnesses }) => witnesses),
  ])
  if (!contradicted.ok) return contradicted
  const unexplained = await findUnexplained(session, desks.value, (done) => { onProgress({ step: 'tables', done, total }) }, signal)
  // Invalid JSON in facts cannot be compared. The check of the chain has reported it already.
  const isExplained = !unexplained.ok && unexplained.failure.code === 'refused-by-rules' && breaks.length > 0
  if (!unexplained.ok && !isExplained) return unexplained
  const found = [...breaks, ...contradicted.value, ...unexplained.ok ? unexplained.value : []]
  return success({ desks: verified, breaks: found.slice(0, mostBreaks), removals: contents.validRemovals(trusted) })
}

/** Compares the last events that witnesses read with the chains. In a valid chain, that covers all earlier events. */
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
