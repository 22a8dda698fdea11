import type { AuditLine } from '#shared/model/history/maintenance.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import type { Services } from '../services.ts'
import { note } from './audit.ts'

/** Lines of one run that are written individually; later ones are counted. */
const writtenOneByOne = 10
const countedForMs = 60_000

/**
 * Creates the lines of the audit trail about events of one kind that a page, or a person at the keyboard, can cause
 * without limit. SECURITY: repeating must not fill the journal. The first events of a run get a line
 * each; further ones get one line a minute with their number, with the subject and detail of `further`. None is lost:
 * each is in a line or in a number.
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
    /** Notes one event. */
    add(subject: string, detail: string) {
      written += 1
      if (written <= writtenOneByOne) {
        write(subject, detail)
        return
      }
      counted += 1
      cancel ??= services.system.schedule(countedForMs, writeCounted)
    },
    /** Resolves when all of them are in the audit trail, or are known not to be. */
    async finish(): Promise<void> {
      writeCounted()
      await inTurn(async () => undefined)
    },
  }
}
