import { failed } from '#shared/result.ts'
import type { JournalPort } from '../journal/port.ts'

/**
 * The journal whose thread may end at any moment: a call that it can't answer any more becomes `journal-unwritable`, as
 * a full disk does, so that what was learnt from the gateway still reaches the person.
 */
export function journalErrorBoundary(journal: JournalPort, onDefect: (error: unknown) => void): JournalPort {
  return new Proxy(journal, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (argument: unknown): Promise<unknown> => {
        try {
          return await Reflect.apply(method, target, [argument])
        } catch (error) {
          onDefect(error)
          return failed({ code: 'journal-unwritable', detail: 'The history service has ended. Restart the application.' })
        }
      }
    },
  })
}
