import type { CallName } from '#shared/ipc/contract.ts'
import { note } from '../maintenance/index.ts'
import type { RefusalReason, Services } from '../services.ts'

/** Calls of one run that get a line each; later ones are counted. */
const writtenOneByOne = 10
const countedForMs = 60_000

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

/**
 * Makes it. SECURITY: a hostile page may call as often as it likes and must not fill the journal: the first ones of a
 * run get a line each, further ones one line a minute with their number.
 */
export function refusedCalls(services: Services): RefusedCalls {
  let written = 0
  let counted = 0
  let cancel: (() => void) | null = null
  let writing: Promise<unknown> = Promise.resolve()

  function write(...line: [subject: string, detail: string, count?: number]): void {
    writing = writing.then(() => note(services, 'bridge-call-refused', ...line))
  }

  function writeCounted(): void {
    cancel?.()
    cancel = null
    if (counted > 0) write('Further calls', 'Refused since the previous line; the log lists each call.', counted)
    counted = 0
  }

  return {
    refused(call, reason) {
      written += 1
      if (written <= writtenOneByOne) {
        write(call, reasons[reason])
        return
      }
      counted += 1
      cancel ??= services.system.schedule(countedForMs, writeCounted)
    },
    async finish() {
      writeCounted()
      await writing
    },
  }
}
