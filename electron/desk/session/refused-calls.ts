import type { CallName } from '#shared/ipc/contract.ts'
import { countedNotes } from '../maintenance/index.ts'
import type { RefusalReason, Services } from '../services.ts'

const reasons: Readonly<Record<RefusalReason, string>> = {
  'other-sender': 'It did not come from the application\'s own page.',
  'not-in-the-contract': 'Its input is not valid for the call.',
}

/** What the audit trail tells of refused calls of the bridge. */
export interface RefusedCalls {
  /** Takes note of one; never of anything that it carried. */
  refused(call: CallName, reason: RefusalReason): void
  /** Resolves when all of them stand in the audit trail, or are known not to. */
  finish(): Promise<void>
}

/** Makes it. */
export function refusedCalls(services: Services): RefusedCalls {
  const further = { subject: 'Further calls', detail: 'Refused since the previous line; the log lists each call.' }
  const lines = countedNotes(services, 'bridge-call-refused', further)
  return {
    refused(call, reason) { lines.add(call, reasons[reason]) },
    finish: () => lines.finish(),
  }
}
