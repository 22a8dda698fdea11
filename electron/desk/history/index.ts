/** The entries of the journal: searched, read, counted, exported. */
import { failed, success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { Services } from '../services.ts'
import type { Exports } from './export.ts'

export { exporter, type Exports } from './export.ts'
export { keptReplies, keptReplyField, lastReported, readKeptReply } from './kept-reply.ts'

/** The calls about the history. */
export function historyCalls({ journal }: Pick<Services, 'journal'>, exports: Exports): CallsOf<'history'> {
  return {
    'history.search': (query) => journal.search(query),
    'history.list': (query) => journal.list(query),
    'history.totals': (input) => journal.totals(input),
    'history.cancelTotals': (input) => journal.cancelTotals(input),
    'history.choices': () => journal.choices(),
    'history.cardPayments': (input) => journal.cardPayments(input),
    'history.entry': async (input) => {
      const found = await journal.entry(input)
      if (!found.ok) return found
      return found.value === null ? failed({ code: 'no-such-entry' }) : success(found.value)
    },
    'history.count': (filter) => journal.count(filter),
    'history.export': (input) => exports.run(input),
    'history.cancelExport': async ({ exportId }) => {
      exports.cancel(exportId)
      return success(null)
    },
  }
}
