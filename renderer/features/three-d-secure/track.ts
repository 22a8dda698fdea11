/** The row of steps of a 3-D Secure order, from the table of §3. */
import { assertNever } from '#shared/assert-never.ts'
import type { ThreeDSecureStep } from '#shared/model/payments/three-d-secure.ts'

export type StepKind = ThreeDSecureStep['kind']

/** `either`: it is not known yet whether a challenge or the authentication of version 1 follows. */
type StageId = 'submitted' | 'method' | 'challenge' | 'authentication' | 'either' | 'result'

export interface TrackStage {
  readonly id: StageId
  /** The gateway's name for the step (`tds-status`); empty if it has none. */
  readonly wire: string
  /** `open`: still to come, or passed without being observed here. */
  readonly state: 'passed' | 'here' | 'open'
}

const wireNames: Readonly<Partial<Record<StageId, string>>> = {
  method: 'MethodUrlFrame', challenge: 'CReqForm', authentication: 'PaReqForm',
}

/** Steps that an upload answers. */
const answeredSteps = ['method', 'challenge', 'authentication'] as const satisfies readonly StepKind[]
export type AnsweredStep = (typeof answeredSteps)[number]

/** True for a step that waits for an upload. */
export function waitsForUpload(
  step: ThreeDSecureStep | null,
): step is Extract<ThreeDSecureStep, { readonly kind: AnsweredStep }> {
  return step !== null && answeredSteps.some((kind) => kind === step.kind)
}

/** Four stages in order; at most one is current, none if that is not known. `seen`: steps that were observed. */
export function trackOf(step: ThreeDSecureStep | null, seen: ReadonlySet<StepKind>): TrackStage[] {
  const here = step === null ? null : stageOf(step.kind, seen)
  const proof = proofOf(step, seen)
  const wasSeen = (id: StageId): boolean => answeredSteps.some((kind) => kind === id && seen.has(kind))
  const passed: Readonly<Record<'submitted' | 'method' | 'proof', boolean>> = {
    submitted: here !== null && here > 0,
    // §3: a challenge follows the method; version 1 has no method.
    method: wasSeen('method') || proof === 'challenge',
    proof: wasSeen(proof),
  }
  const ids: readonly (readonly [StageId, boolean])[] = [
    ['submitted', passed.submitted], ['method', passed.method], [proof, passed.proof], ['result', false],
  ]
  return ids.map(([id, isPassed], index) => ({
    id, wire: wireNames[id] ?? '', state: index === here ? 'here' : isPassed ? 'passed' : 'open',
  }))
}

function proofOf(step: ThreeDSecureStep | null, seen: ReadonlySet<StepKind>): StageId {
  if (step?.kind === 'authentication' || seen.has('authentication')) return 'authentication'
  return step?.kind === 'challenge' || seen.has('challenge') ? 'challenge' : 'either'
}

function stageOf(kind: StepKind, seen: ReadonlySet<StepKind>): number {
  switch (kind) {
    case 'working': return answeredSteps.some((one) => seen.has(one)) ? 3 : 0
    case 'method': return 1
    case 'challenge':
    case 'authentication':
    case 'waiting':
      return 2
    case 'final': return 3
    default: return assertNever(kind)
  }
}
