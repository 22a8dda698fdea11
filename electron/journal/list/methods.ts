import { setImmediate } from 'node:timers/promises'
import { failed, success, type Result } from '#shared/result.ts'
import type { HistoryFilter, HistoryTotals } from '#shared/model/history/history-list.ts'
import type { Calls } from '../calls.ts'
import { actionsOn, cardsAt, findCards, paymentsBy } from './cards.ts'
import { cardPayments, choicesOf } from './choices.ts'
import { countEntries } from './count.ts'
import { cardHashOf, paymentsAround } from './equal-charges.ts'
import { failedSums, finalSums } from './final-sums.ts'
import { ledgerById, ledgerPage } from './ledger.ts'
import { listLines } from './lines.ts'
import { dueFollowUps, newestOfCard, notesOfCard, type CardAt } from './notes.ts'
import { searchPage, type PageQuery } from './pages.ts'
import { totalsOf } from './totals.ts'
import { turnsOf } from './turns.ts'

/**
 * A page yields the thread after each turn, so that a send never waits for it. After several turns it returns what it
 * has. Continuing costs more than a turn, but a page that is no longer wanted must end.
 */
const pageTurns = { turnMs: 6, pageMs: 60 }

/** The journal's calls that list, search, count and add up. */
export function listMethods({ read, attempt }: Calls) {
  let newestTotals: string | null = null

  return {
    /**
     * A page of entries. One that is shorter than requested and has a `next` was returned before all entries were
     * read: it continues from `next`.
     */
    search: read((connection, query: PageQuery) => searchPage(connection, query, turnsOf(pageTurns))),
    /** A page of lines: refunds, voids and captures are under their payment. Shorter like a page of entries. */
    list: read((connection, query: PageQuery) => listLines(connection, query, turnsOf(pageTurns))),
    /**
     * The number of entries of a filter; with `atLeast` there are more. Exact without a text; with one it counts to
     * 10,000, in steps: other calls are served meanwhile.
     */
    count: read((connection, filter: HistoryFilter) => countEntries(connection, filter)),
    /** Adds up the entries of a filter, in slices. `cancelTotals` and newer totals end it: `cancelled`. */
    totals: attempt(async (
      connection, { totalsId, filter }: { totalsId: string; filter: HistoryFilter },
    ): Promise<Result<HistoryTotals, { readonly code: 'cancelled' }>> => {
      newestTotals = totalsId
      const isCancelled = () => newestTotals !== totalsId
      const totals = await totalsOf(connection, filter, { breathe: setImmediate, isCancelled })
      return totals === null ? failed({ code: 'cancelled' }) : success(totals)
    }),
    cancelTotals: read((_connection, { totalsId }: { totalsId: string }) => {
      if (newestTotals === totalsId) newestTotals = null
    }),
    /** Entries of a merchant that became final in each of some spans of whole quarter-hours, added up. */
    finalSums: read(finalSums),
    /** Failed ones of one span, added up by the gateway's code, each code with its newest text that is kept. */
    failedSums: read(failedSums),
    /** Entries of a merchant that touch money and were sent in a span, for comparing them with a statement. */
    ledger: read(ledgerPage),
    /** The same, sent at any time, by ids. */
    ledgerById: read(ledgerById),
    choices: read(choicesOf),
    cardPayments: read(cardPayments),
    /** Cards on file of a merchant that a text finds, last used first. */
    findCards: read(findCards),
    /** The facts of these cards, as far as they are on file. */
    cards: read(cardsAt),
    /** The newest payments by a card on file. */
    paymentsByCard: read(paymentsBy),
    /** Refunds, voids and captures of these orders, newest first. */
    actionsOnOrders: read(actionsOn),
    /** The gateway's hash of the card of an entry, or of a card reference; null where none is known. */
    cardHash: read(cardHashOf),
    /** The notes about a card on file, and the newest entry of it, to which a new one belongs; null for none. */
    notesOfCard: read((connection, card: CardAt) => notesOfCard(connection, card)),
    newestOfCard: read(newestOfCard),
    /** All follow-ups of a merchant that are due on a day or were before, the longest due first. */
    dueFollowUps: read(dueFollowUps),
    /** Payments by a card of one amount around a time, the nearest first. */
    paymentsAround: read(paymentsAround),
  }
}
