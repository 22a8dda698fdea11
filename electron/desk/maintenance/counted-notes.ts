import type { AuditLine } from '#shared/model/history/maintenance.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import type { Services } from '../services.ts'
import { note } from './audit.ts'

/** Number of events per run that get a line each; later ones are counted. */
const maxSingleLines = 10
const countIntervalMs = 60_000

/**
 * Creates the writer of audit lines about events of one kind that a page, or a person at the keyboard, can cause
 * without limit. SECURITY: repeating must not fill the journal. The first events of a run get a line each. Later ones
 * get one line a minute with their number, and with the subject and detail of `further`. So every event is recorded.
 */
export function countedNotes(
  services: Services, action: AuditLine['action'], further: { readonly subject: string; readonly detail: string },
) {
  let written = 0
  let counted = 0
  let cancel: (() => void) | null = null
  const inTurn = serialQueue()

  function write(...line: [subject: string, detail: string, count?: number]): void {
    void inTurn(() => note(services, action, ...line))
  }

  function writeCounted(): void {
    cancel?.()
    cancel = null
    if (counted > 0) write(further.subject, further.detail, counted)
    counted = 0
  }

  return {
    /** Records one event. */
    add(subject: string, detail: string) {
      written += 1
      if (written <= maxSingleLines) {
        write(subject, detail)
        return
      }
      counted += 1
      cancel ??= services.system.schedule(countIntervalMs, writeCounted)
    },
    /** Resolves when every event is in the audit trail, or failed to be written. */
    async finish(): Promise<void> {
      writeCounted()
      await inTurn(async () => undefined)
    },
  }
}
