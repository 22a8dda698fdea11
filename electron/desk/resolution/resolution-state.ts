/** The resolution state of one entry, and how an answer changes it. */
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import type { Result } from '#shared/result.ts'
import type { StatusCheck } from './check-status.ts'
import type { LastQuery } from './resolution-plan.ts'

export type Checked = Result<StatusCheck, Failure>

export interface ResolutionState {
  readonly phase: Exclude<OpenOutcome['phase'], 'sending'>
  /** Milliseconds since 1970; null if nothing is planned, and while the plan waits for the vault. */
  readonly nextAskAt: number | null
  readonly thenEveryMs: number | null
  readonly last: (LastQuery & Pick<OpenOutcome, 'said' | 'cardholder'>) | null
  readonly timesAsked: number
  readonly cannotAsk: Failure | null
}

/** The state before anything is planned. */
export const byHand: ResolutionState =
  { phase: 'by-hand', nextAskAt: null, thenEveryMs: null, last: null, timesAsked: 0, cannotAsk: null }

/** The time of a query, by this computer's clock and by the monotonic clock. */
export type QueryTime = Pick<LastQuery, 'at' | 'mark'>

/** The state after an answer, or after a query that failed. */
export function stateAfterCheck(state: ResolutionState, queryTime: QueryTime, checked: Checked): ResolutionState {
  if (!checked.ok) return { ...state, cannotAsk: checked.failure }
  const { mismatches, cardholder, answer } = checked.value
  return {
    ...state,
    last: { ...queryTime, mismatches, cardholder, said: refusalIn(answer) },
    timesAsked: state.timesAsked + 1,
    cannotAsk: null,
  }
}

/** The state after a poll of a followed entry. */
export function stateAfterPoll(
  state: ResolutionState, queryTime: QueryTime, answer: Answer, cardholder: OpenOutcome['cardholder'],
): ResolutionState {
  const mismatches = answer.outcome.kind === 'answered' ? [] : ['not-answered' as const]
  return {
    ...state,
    last: { ...queryTime, mismatches, cardholder, said: refusalIn(answer) },
    timesAsked: state.timesAsked + 1,
    cannotAsk: null,
  }
}

function refusalIn({ outcome, errorCode, errorText }: Answer): OpenOutcome['said'] {
  return outcome.kind === 'refused' ? { errorCode, errorText } : null
}
