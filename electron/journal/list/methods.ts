import { setImmediate } from 'node:timers/promises'
import type { CardReference, EntryId, MerchantKey, OrderId } from '#shared/brands.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { CardOwner } from '#shared/model/payments/card.ts'
import type { HistoryFilter, HistoryTotals } from '#shared/model/history/history-list.ts'
import type { Calls } from '../calls.ts'
import type { Connection } from '../connection.ts'
import { actionsOn, cardsAt, findCards, paymentsBy, type CardQuery, type CardsAt } from './cards.ts'
import { cardPayments, choicesOf } from './choices.ts'
import { countEntries } from './count.ts'
import { cardHashOf, paymentsAround, type AroundQuery } from './equal-charges.ts'
import { failedSums, finalSums, type FailedAt, type FinalsAt } from './final-sums.ts'
import { ledgerById, ledgerPage, type LedgerIds, type LedgerQuery } from './ledger.ts'
import { listLines } from './lines.ts'
import { dueFollowUps, newestOfCard, notesOfCard } from './notes.ts'
import { searchPage, type PageQuery } from './pages.ts'
import { totalsOf } from './totals.ts'
import { turnsOf } from './turns.ts'

/**
 * A page yields the thread after each turn, so that a send never waits for it. After several turns it returns what it
 * has. Continuing costs more than a turn, but a page that is no longer wanted must end.
 */
const pageTurns = { turnMs: 6, pageMs: 60 }

/** The journal's calls that list, search, count and add up. */
export function listMethods(connection: Connection, { read, attempt }: Calls) {
  let newestTotals: string | null = null

  return {
    /**
     * A page of entries. One that is shorter than requested and has a `next` was returned before all entries were
     * read: it continues from `next`.
     */
    search: read((query: PageQuery) => searchPage(connection, query, turnsOf(pageTurns))),
    /** A page of lines: refunds, voids and captures are under their payment. Shorter like a page of entries. */
    list: read((query: PageQuery) => listLines(connection, query, turnsOf(pageTurns))),
    /**
     * The number of entries of a filter; with `atLeast` there are more. Exact without a text; with one it counts to
     * 10,000, in steps: other calls are served meanwhile.
     */
    count: read((filter: HistoryFilter) => countEntries(connection, filter)),
    /** Adds up the entries of a filter, in slices. `cancelTotals` and newer totals end it: `cancelled`. */
    totals: attempt(async (
      { totalsId, filter }: { totalsId: string; filter: HistoryFilter },
    ): Promise<Result<HistoryTotals, { readonly code: 'cancelled' }>> => {
      newestTotals = totalsId
      const isCancelled = () => newestTotals !== totalsId
      const totals = await totalsOf(connection, filter, { breathe: setImmediate, isCancelled })
      return totals === null ? failed({ code: 'cancelled' }) : success(totals)
    }),
    cancelTotals: read(({ totalsId }: { totalsId: string }) => {
      if (newestTotals === totalsId) newestTotals = null
      return null
    }),
    /** Entries of a merchant that became final in each of some spans of whole quarter-hours, added up. */
    finalSums: read((request: FinalsAt) => finalSums(connection, request)),
    /** Failed ones of one span, added up by the gateway's code, each code with its newest text that is kept. */
    failedSums: read((request: FailedAt) => failedSums(connection, request)),
    /** Entries of a merchant that touch money and were sent in a span, for comparing them with a statement. */
    ledger: read((query: LedgerQuery) => ledgerPage(connection, query)),
    /** The same, sent at any time, by ids. */
    ledgerById: read((request: LedgerIds) => ledgerById(connection, request)),
    choices: read(() => choicesOf(connection)),
    cardPayments: read((card: { entryId: EntryId | null; cardReference: CardReference | null }) =>
      cardPayments(connection, card)),
    /** Cards on file of a merchant that a text finds, last used first. */
    findCards: read((query: CardQuery) => findCards(connection, query)),
    /** The facts of these cards, as far as they are on file. */
    cards: read((request: CardsAt) => cardsAt(connection, request)),
    /** The newest payments by a card on file. */
    paymentsByCard: read((request: CardOwner & { cardReference: CardReference; limit: number }) =>
      paymentsBy(connection, request)),
    /** Refunds, voids and captures of these orders, newest first. */
    actionsOnOrders: read((request: { merchantKey: MerchantKey; orderIds: readonly OrderId[] }) =>
      actionsOn(connection, request)),
    /** The gateway's hash of the card of an entry, or of a card reference; null where none is known. */
    cardHash: read((request: CardOwner & { entryId: EntryId; cardReference: CardReference | null }) =>
      cardHashOf(connection, request)),
    /** The notes about a card on file, and the newest entry of it, to which a new one belongs; null for none. */
    notesOfCard: read((request: CardOwner & { cardReference: CardReference }) => notesOfCard(connection, request)),
    newestOfCard: read((request: CardOwner & { cardReference: CardReference }) => newestOfCard(connection, request)),
    /** All follow-ups of a merchant that are due on a day or were before, the longest due first. */
    dueFollowUps: read((request: CardOwner & { day: string }) => dueFollowUps(connection, request)),
    /** Payments by a card of one amount around a time, the nearest first. */
    paymentsAround: read((request: AroundQuery) => paymentsAround(connection, request)),
  }
}
