/** The entries of the journal: searched, read, counted, exported. */
import { failed, success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { Exports } from './export.ts'
import type { History } from './merged.ts'

export { exporter, type Exports } from './export.ts'
export { mergedHistory, type History } from './merged.ts'
export { keptReplies, keptReplyField, lastReported, readKeptReply } from './kept-reply.ts'

/** The calls about the history. */
export function historyCalls(history: History, exports: Exports): CallsOf<'history'> {
  return {
    'history.search': (query) => history.search(query),
    'history.list': (query) => history.list(query),
    'history.totals': (input) => history.totals(input),
    'history.cancelTotals': (input) => history.cancelTotals(input),
    'history.choices': () => history.choices(),
    'history.cardPayments': (input) => history.cardPayments(input),
    'history.entry': async (input) => {
      const found = await history.entry(input)
      if (!found.ok) return found
      return found.value === null ? failed({ code: 'no-such-entry' }) : success(found.value)
    },
    'history.count': (filter) => history.count(filter),
    'history.export': (input) => exports.run(input),
    'history.cancelExport': async ({ exportId }) => {
      exports.cancel(exportId)
      return success(null)
    },
  }
}
