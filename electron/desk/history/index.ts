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
    'history.list': async (query) => {
      const page = await journal.search(query)
      if (!page.ok) return page
      const { rows, ...end } = page.value
      return success({ lines: rows.map((row) => ({ row, folded: [], foldedCount: 0, checks: 0 })), ...end })
    },
    'history.totals': async () => success({ sums: [], complete: true }),
    'history.cancelTotals': async () => success(null),
    'history.choices': async () => success({ currencies: [], who: [], errorCodes: [], merchants: [], profiles: [] }),
    'history.cardPayments': async () => success(null),
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
