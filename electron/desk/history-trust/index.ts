/** Whether the history file is the newest one. No money moves with an older or a missing history. */
import type { CallsOf } from '../calls.ts'
import type { HistoryTrustKeeper } from './trust.ts'

export { historyTrust, type HistoryTrustKeeper } from './trust.ts'

/** The calls about the state of the history. */
export function historyTrustCalls(trust: HistoryTrustKeeper): CallsOf<'historyTrust'> {
  return {
    'historyTrust.describe': () => trust.state(),
    'historyTrust.goOn': ({ reason }) => trust.goOn(reason),
    'historyTrust.endQuestions': () => trust.endQuestions(),
  }
}
