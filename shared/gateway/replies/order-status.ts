/** Statuses, stages, finality and the polling plan (§3, addendum 7). */

const finalStatuses = ['approved', 'declined', 'filtered', 'error'] as const
export const openStatuses = ['processing', 'unknown', 'chain_declined'] as const

export type FinalStatus = (typeof finalStatuses)[number]

/** True for a status after which no change is expected; unknown words are not final (addendum 7). */
export function isFinalStatus(status: string): status is FinalStatus {
  return (finalStatuses as readonly string[]).includes(status)
}

/** The status of an `async-response` without one (addendum 6). */
export const statusWhenNoneGiven = 'processing'

/** The parts of a stage: `family_suffix` in lower case (addendum 7). */
export interface OrderStage {
  readonly family: string
  readonly suffix: string
}

/** Splits a stage at its first underscore (`sale_3d_validating`: family `sale`, suffix `3d_validating`). */
export function readStage(stage: string): OrderStage {
  const underscore = stage.indexOf('_')
  return underscore < 0
    ? { family: stage, suffix: '' }
    : { family: stage.slice(0, underscore), suffix: stage.slice(underscore + 1) }
}

/** True while the cardholder has to authenticate (§3 `sale_3d_validating`). */
export function waitsForCardholder(status: string, stage: string | null): boolean {
  return !isFinalStatus(status) && stage !== null && readStage(stage).suffix === '3d_validating'
}

const minute = 60_000

/** The time after which the application stops following an order and reports that (addendum 7). */
export const followFor = 60 * minute

/**
 * Milliseconds until the next status query, by the time since following began: every 3 s in the first minute, every 5 s
 * up to five minutes, every 5 minutes up to half an hour, every 10 minutes up to one hour; null after that.
 */
export function nextPollDelay(followedForMs: number): number | null {
  if (followedForMs < minute) return 3_000
  if (followedForMs < 5 * minute) return 5_000
  if (followedForMs < 30 * minute) return 5 * minute
  if (followedForMs < followFor) return 10 * minute
  return null
}
