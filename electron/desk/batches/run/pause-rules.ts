/** When a batch pauses automatically. */
import type { Answer } from '#shared/model/answers/answer.ts'
import type { BatchPause } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'

/** Limits: declines with one code in succession, unknown outcomes, and successive requests that could not be sent. */
const maxDeclines = 10
const maxUnknown = 3
const maxNotSent = 3

/** Failures that concern the desk, the profile or the gateway, not the row. */
const pausing: Readonly<Partial<Record<Failure['code'], BatchPause>>> = {
  'desk-locked': 'locked', 'vault-locked': 'locked',
  'keychain-locked': 'keychain', 'keychain-waiting': 'keychain', 'keychain-missing': 'keychain',
  'keychain-library': 'keychain', 'keychain-doubtful': 'keychain',
  'quitting': 'quit',
  'journal-unwritable': 'journal', 'batch-rows-changed': 'journal',
  'history-behind': 'history', 'gateway-answer-unclear': 'history',
  'team-unavailable': 'team', 'team-behind': 'team', 'no-team': 'team', 'production-in-rehearsal': 'team',
  'no-such-profile': 'profile-changed', 'no-such-entry-point': 'profile-changed', 'profile-not-confirmed': 'profile-changed',
  'profile-breaks-rule': 'profile-changed', 'intent-gone': 'profile-changed', 'environment-not-usable-here': 'profile-changed',
  'no-such-secret': 'profile-changed', 'no-such-key': 'profile-changed', 'key-retired': 'profile-changed',
  'secret-of-other-address': 'profile-changed',
  'key-not-confirmed': 'profile-changed', 'profile-without-key': 'profile-changed', 'wrong-environment': 'profile-changed',
  'group-not-possible': 'profile-changed', 'sandbox-failed': 'not-sent', 'defect': 'journal',
}

/** Why a failure before the send pauses the batch; null if it concerns only the row, which is set aside. */
export function pauseOf(failure: Failure): BatchPause | null {
  if (failure.code === 'over-limit') return isOfDay(failure.limit) ? 'day-limit' : null
  return pausing[failure.code] ?? null
}

function isOfDay(limit: string): boolean {
  return limit.endsWith('-of-a-day')
}

/** True if the status of an order could not be queried, so that nothing was sent. The row waits. */
export function isNotQueried(failure: Failure): boolean {
  return failure.code === 'not-possible-now' && failure.why === 'status-not-known'
}

/** Counts the results of rows in the order of their answers, since the batch was started or resumed. */
export interface PauseCounter {
  /**
   * Call with the answer to a send, or the final answer to a later check. Returns why the batch pauses; null if it
   * continues. Declines count only if the operation `touchesMoney`.
   */
  record(answer: Pick<Answer, 'outcome' | 'money' | 'errorCode' | 'hints'>, touchesMoney: boolean): BatchPause | null
  /** Call if a row was not sent because the status of its order could not be queried. */
  recordNotQueried(): BatchPause | null
}

/** Creates the counter. */
export function pauseCounter(): PauseCounter {
  let [unknown, notSent, declines] = [0, 0, 0]
  let code: string | null = null

  function countNotSent(): BatchPause | null {
    notSent += 1
    return notSent >= maxNotSent ? 'not-sent' : null
  }

  return {
    recordNotQueried: countNotSent,
    record({ outcome, money, errorCode, hints }, touchesMoney) {
      if (outcome.kind === 'unknown') {
        unknown += 1
        return unknown >= maxUnknown ? 'unknown-outcomes' : null
      }
      if (outcome.kind === 'not-sent') return countNotSent()
      notSent = 0
      if (outcome.kind === 'access-denied' || hints.includes('check-login-and-secret')) return 'signature-refused'
      if (money === 'moved') declines = 0
      if (money !== 'not-moved' || !touchesMoney) return null
      declines = errorCode === code ? declines + 1 : 1
      code = errorCode
      return declines >= maxDeclines ? 'declines' : null
    },
  }
}
