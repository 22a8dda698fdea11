import type { CallName } from '#shared/ipc/contract.ts'
import { countedNotes } from '../maintenance/index.ts'
import type { RefusalReason, Services } from '../services.ts'

const reasons: Readonly<Record<RefusalReason, string>> = {
  'other-sender': 'It did not come from the application\'s own page.',
  'not-in-the-contract': 'Its input is not valid for the call.',
}

/** Records refused calls of the bridge in the audit trail. */
export interface RefusedCalls {
  /** Records one refused call; nothing of its input. */
  refused(call: CallName, reason: RefusalReason): void
  /** Resolves when every refused call is in the audit trail, or failed to be written. */
  finish(): Promise<void>
}

/** Creates the recorder of refused calls. */
export function refusedCalls(services: Services): RefusedCalls {
  const further = { subject: 'Further calls', detail: 'Refused since the previous line; the log lists each call.' }
  const lines = countedNotes(services, 'bridge-call-refused', further)
  return {
    refused(call, reason) { lines.add(call, reasons[reason]) },
    finish: () => lines.finish(),
  }
}
