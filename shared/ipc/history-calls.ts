/** The bridge's calls that read the history: entries, lines of payments, totals, exports. */
import { alertsSchema } from '../model/application/alerts.ts'
import { cardReferenceSchema, entryIdSchema, profileIdSchema } from '../model/values/branded.ts'
import { cardOnFileSchema, cardPageSchema } from '../model/payments/card.ts'
import { entryDetailSchema } from '../model/history/history.ts'
import {
  cardPaymentsSchema, chargesAroundSchema, historyChoicesSchema, historyFilterSchema, historyLinesSchema,
  historyPageSchema, historyQuerySchema, historyTotalsSchema,
} from '../model/history/history-list.ts'
import { reportFormats, reportQuerySchema, reportSchema } from '../model/figures/report.ts'
import { todaySchema } from '../model/figures/today.ts'
import { z } from '../model/values/zod.ts'
import { call } from './authority.ts'
import { person } from './rules.ts'

const nothing = z.null()
const runId = z.string().min(1).max(64)

export const historyCalls = {
  /** The entries of a filter, without grouping. */
  'history.search': call({ input: historyQuerySchema, output: historyPageSchema, authority: person }),
  /** The entries of a filter as lines: refunds, voids and captures are listed under their payment. */
  'history.list': call({ input: historyQuerySchema, output: historyLinesSchema, authority: person }),
  'history.entry': call({ input: z.object({ entryId: entryIdSchema }), output: entryDetailSchema, authority: person }),
  /** The number of entries of a filter; counting stops at a limit, then `atLeast` is true. */
  'history.count': call({
    input: historyFilterSchema, output: z.object({ count: z.number(), atLeast: z.boolean() }),
    authority: person,
  }),
  /** Adds up the entries of a filter, in slices. A newer run ends an older one: `cancelled`. */
  'history.totals': call({
    input: z.object({ totalsId: runId, filter: historyFilterSchema }), output: historyTotalsSchema,
    authority: person,
  }),
  'history.cancelTotals': call({ input: z.object({ totalsId: runId }), output: nothing, authority: person }),
  'history.choices': call({ input: nothing, output: historyChoicesSchema, authority: person }),
  /** The card of an entry or of a card reference, and the number of its payments. */
  'history.cardPayments': call({
    input: z.object({ entryId: entryIdSchema.nullable(), cardReference: cardReferenceSchema.nullable() }),
    output: cardPaymentsSchema,
    authority: person,
  }),
  /** Charges with the entry's card, amount and currency within 48 hours of it, in any state. */
  'history.chargesAround': call({
    input: z.object({ entryId: entryIdSchema }), output: chargesAroundSchema, authority: person,
  }),
  /**
   * Cards on file of a profile's merchant in its environment that match a text by last four, reference or holder; last
   * used first, an exact reference before all others. `more`: there are further matches.
   */
  'cards.list': call({
    input: z.object({ profileId: profileIdSchema, text: z.string().max(200), limit: z.number().int().min(1).max(100) }),
    output: z.object({ cards: z.array(cardOnFileSchema).readonly(), more: z.boolean() }),
    authority: person,
  }),
  /** A card on file with its payments. `card` is null if it is not on file. */
  'cards.page': call({
    input: z.object({ profileId: profileIdSchema, cardReference: cardReferenceSchema }), output: cardPageSchema,
    authority: person,
  }),
  /**
   * Today's figures of a profile's merchant in its environment, beside the same hours of the last seven days. Days are
   * those of the profile's time zone.
   */
  'today.read': call({ input: z.object({ profileId: profileIdSchema }), output: todaySchema, authority: person }),
  /** Alerts about a profile's merchant in its environment, and about its gateway. */
  'alerts.read': call({ input: z.object({ profileId: profileIdSchema }), output: alertsSchema, authority: person }),
  /** The report of a period for a profile's merchant in its environment. */
  'report.read': call({ input: reportQuerySchema, output: reportSchema, authority: person }),
  /** Reads the report again, asks where to save it and writes the file. */
  'report.save': call({
    input: z.object({ query: reportQuerySchema, format: z.enum(reportFormats) }),
    output: z.object({ fileName: z.string() }),
    authority: person,
  }),
  /** Main asks for a file and streams every entry of the filter to it, masked. `cancelled` leaves no file. */
  'history.export': call({
    input: z.object({ exportId: runId, filter: historyFilterSchema, format: z.enum(['csv', 'json-lines']) }),
    output: z.object({ fileName: z.string(), entries: z.number() }),
    authority: person,
  }),
  'history.cancelExport': call({ input: z.object({ exportId: runId }), output: nothing, authority: person }),
} as const
