/** When a batch pauses by itself. */
import type { Answer } from '#shared/model/answers/answer.ts'
import type { BatchPause } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'

/** So many declines of one code in a row, unknown outcomes, and requests that could not leave. */
const mostDeclines = 10
const mostUnknown = 3
const mostNotSent = 3

/** Failures that are about the desk, the profile or the gateway, and not about the row. */
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

/**
 * Why a failure before anything was sent pauses the batch; null where it is about the row alone, which is set aside.
 */
export function pauseOf(failure: Failure): BatchPause | null {
  if (failure.code === 'over-limit') return isOfDay(failure.limit) ? 'day-limit' : null
  return pausing[failure.code] ?? null
}

function isOfDay(limit: string): boolean {
  return limit.endsWith('-of-a-day')
}

/** True where the status of an order could not be asked, and so nothing was sent: the row waits. */
export function isNotAsked(failure: Failure): boolean {
  return failure.code === 'not-possible-now' && failure.why === 'status-not-known'
}

/** Counts what became of rows, in the order of their answers, since the batch runs. */
export interface PauseCounter {
  /**
   * The answer to a send, or the final one to a later check; returns why the batch pauses by it. Declines count only
   * where the operation `touchesMoney`.
   */
  heard(answer: Pick<Answer, 'outcome' | 'money' | 'errorCode' | 'hints'>, touchesMoney: boolean): BatchPause | null
  /** A row was not sent, as the status of its order could not be asked. */
  notAsked(): BatchPause | null
}

/** Creates the counter. */
export function pauseCounter(): PauseCounter {
  let [unknown, notSent, declines] = [0, 0, 0]
  let code: string | null = null

  function didNotLeave(): BatchPause | null {
    notSent += 1
    return notSent >= mostNotSent ? 'not-sent' : null
  }

  return {
    notAsked: didNotLeave,
    heard({ outcome, money, errorCode, hints }, touchesMoney) {
      if (outcome.kind === 'unknown') {
        unknown += 1
        return unknown >= mostUnknown ? 'unknown-outcomes' : null
      }
      if (outcome.kind === 'not-sent') return didNotLeave()
      notSent = 0
      if (outcome.kind === 'access-denied' || hints.includes('check-login-and-secret')) return 'signature-refused'
      if (money === 'moved') declines = 0
      if (money !== 'not-moved' || !touchesMoney) return null
      declines = errorCode === code ? declines + 1 : 1
      code = errorCode
      return declines >= mostDeclines ? 'declines' : null
    },
  }
}
