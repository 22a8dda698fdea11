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
 * A page lets other work run after each turn, so that a send never waits for it. After `pageMs` it returns the entries
 * found so far. The next call has to find its place again, but a page that is no longer needed ends.
 */
const pageTurns = { turnMs: 6, pageMs: 60 }

/** The journal's calls that list, search, count and add up. They are documented at the functions they call. */
export function listMethods({ read, attempt }: Calls) {
  let newestTotals: string | null = null

  return {
    search: read((connection, query: PageQuery) => searchPage(connection, query, turnsOf(pageTurns))),
    list: read((connection, query: PageQuery) => listLines(connection, query, turnsOf(pageTurns))),
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
    finalSums: read(finalSums),
    failedSums: read(failedSums),
    ledger: read(ledgerPage),
    ledgerById: read(ledgerById),
    choices: read(choicesOf),
    cardPayments: read(cardPayments),
    findCards: read(findCards),
    cards: read(cardsAt),
    paymentsByCard: read(paymentsBy),
    actionsOnOrders: read(actionsOn),
    cardHash: read(cardHashOf),
    notesOfCard: read((connection, card: CardAt) => notesOfCard(connection, card)),
    newestOfCard: read(newestOfCard),
    dueFollowUps: read(dueFollowUps),
    paymentsAround: read(paymentsAround),
  }
}
