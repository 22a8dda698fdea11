import { operations, touchesMoney } from '#shared/gateway/operations.ts'
import { isOrderAction, type OrderAction } from '#shared/gateway/order-actions.ts'
import { filledReplyField, lastValueWasCut, type Reply } from '#shared/gateway/reply.ts'
import { actionDoubts, settlingDoubts, tellsNothingOfTheOrder } from '#shared/gateway/settling.ts'
import type { Switches } from '#shared/gateway/switches.ts'
import type { CallOutput } from '#shared/ipc/contract.ts'
import type { EntryDetail } from '#shared/model/history.ts'
import { isProfileAsMerchant, originOf } from '#shared/model/merchant.ts'
import { replyOf } from './answer.ts'
import { isInDoubt, tellsOfAnotherTransaction, type AskedAt } from './entry-status.ts'
import type { Done, Exchange } from './exchange.ts'
import { keptReplies, lastTold, readKeptReply } from './kept-reply.ts'
import { keptField } from './known-card.ts'
import { merchantAt, merchantOfEntry } from './merchant.ts'
import type { Place } from './place.ts'
import type { Rooms } from './rooms.ts'

export type Doubt = CallOutput<'orders.checkStatus'>['doubts'][number]

/** More requests about one order than a person makes; beyond it nothing is settled. */
const mostEntries = 1_000

/** Why a status answer does not settle an entry whose outcome is unknown; empty when it does, or when it is known. */
export async function doubtsOf(
  rooms: Rooms, exchange: Exchange, detail: EntryDetail, done: AskedAt,
): Promise<Doubt[]> {
  const { outcome } = done.report
  // A stated length may be wrong: the value that has no end may be an id, an amount or a status cut short.
  if (isInDoubt(detail.row) && wasCut(outcome)) return ['not-answered']
  if (outcome.kind === 'refused') return [await whyRefused(rooms, detail, done.place, outcome.reply)]
  const reply = outcome.kind === 'answered' ? replyOf(outcome) : null
  if (reply === null) return ['not-answered']
  const { row } = detail
  const { switches } = done.place.profile
  if (!isInDoubt(row)) return []
  const operation = operations[row.operation]
  if (row.effect === 'continues-order') return idDoubts(reply, detail)
  if (isOrderAction(operation.id)) return await doubtsOfAction(rooms, detail, operation.id, reply, switches)
  if (!touchesMoney(operation) || tellsOfAnotherTransaction(reply, detail)) return ['order-id']
  return [...idDoubts(reply, detail), ...settlingDoubts(reply, {
    minorAmounts: amountsSent(detail),
    currency: row.currency,
    sentAt: Date.parse(row.at),
    now: rooms.computer.now(),
    lastFour: await lastFourOf(exchange, done.place, detail),
  }, switches)]
}

function wasCut(outcome: Done['report']['outcome']): boolean {
  return 'reply' in outcome && outcome.reply !== null && lastValueWasCut(outcome.reply.body)
}

/** "Not found" is said by the gateway that was sent to, to the merchant who sent, about a question that it took. */
async function whyRefused(rooms: Rooms, detail: EntryDetail, place: Place, reply: Reply): Promise<Doubt> {
  if (tellsNothingOfTheOrder(reply)) return 'not-answered'
  return await asksElsewhere(rooms, detail, place) ? 'elsewhere' : 'not-found'
}

/**
 * True unless the merchant who sent it asks, at the address that it was sent to or one that a person declared the same
 * merchant's. Where the login was not kept, as by earlier versions, nobody can tell.
 */
async function asksElsewhere(rooms: Rooms, { row, url }: EntryDetail, { profile }: Place): Promise<boolean> {
  const { merchantKey } = merchantAt(profile)
  if (merchantKey === null || isProfileAsMerchant(row.merchantKey)) return true
  const roots = await rooms.journal.merchantRoots({ merchantKeys: [row.merchantKey, merchantKey] })
  if (!roots.ok || roots.value[0] !== roots.value[1]) return true
  // The built-in gateway listens at another port every time.
  if (profile.gateway.kind === 'built-in' || originOf(url) !== originOf(profile.gateway.baseUrl)) return false
  return !url.startsWith(`${profile.gateway.baseUrl}/${profile.productWord}/api/`)
}

/** A lost refund, void or capture is the order's newest transaction only if that was not there before (addendum 8). */
async function doubtsOfAction(
  rooms: Rooms, detail: EntryDetail, action: OrderAction, reply: Reply, switches: Switches,
): Promise<Doubt[]> {
  const { row } = detail
  const known = await rooms.journal.orderEntries({
    ...merchantOfEntry(row), orderId: row.orderId, merchantOrderId: row.merchantOrderId, limit: mostEntries,
  })
  if (!known.ok || known.value.cut) return ['order-id']
  const seen = repliesBefore(known.value.entries, detail)
  // Each action asks for the order's amount and currency right before it is sent.
  const before = lastTold(seen, switches)
  const ids = idDoubts(reply, detail)
  const doubts = actionDoubts(reply, {
    action,
    minorAmount: row.minorAmount,
    initialAmount: before?.initialAmount ?? null,
    currency: before?.currency ?? null,
    sentAt: Date.parse(row.at),
    now: rooms.computer.now(),
    transactionsBefore: new Set(seen.flatMap((one) => filledReplyField(one, 'processor-tx-id') ?? [])),
  }, switches)
  return [...new Set([...ids, ...doubts])]
}

/**
 * Every reply about the order that was here before the send, oldest first. A read is an entry of its own and stands in
 * the order of the journal, whatever the clock did; in doubt a reply counts as seen.
 */
function repliesBefore(entries: readonly EntryDetail[], { row }: EntryDetail): Pick<Reply, 'fields'>[] {
  const own = entries.findIndex((entry) => entry.row.entryId === row.entryId)
  return entries.flatMap((entry, place) => keptReplies(entry)
    .filter(({ kind, at }) => at <= row.at || (place < own && kind === 'outcome' && entry.row.effect === 'reads')))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ reply }) => readKeptReply(reply))
}

/** The answer must name the order: an answer without its ids could be about any. */
function idDoubts(reply: Reply, { row }: EntryDetail): Doubt[] {
  const isNamed = filledReplyField(reply, 'merchant-order-id') === row.merchantOrderId
    && (operations[row.operation].createsOrder || filledReplyField(reply, 'gw-order-id') === row.orderId)
  return isNamed ? [] : ['order-id']
}

/** While the gateway tries a list of amounts in turn, its status tells the submitted one or one of the list. */
function amountsSent({ row }: EntryDetail): string[] {
  return [...(row.minorAmount === null ? [] : [row.minorAmount]), ...row.enumeratedMinorAmounts]
}

/**
 * The last four digits of the card that was to be charged: of a card reference asked anew, of a typed card number kept
 * with the request. Null when they can't be told.
 */
async function lastFourOf(exchange: Exchange, place: Place, detail: EntryDetail): Promise<string | null> {
  const { row } = detail
  if (row.cardReference === null) return keptField(detail, 'cardNumber')?.slice(-4) ?? null
  const values = { cardReference: row.cardReference }
  const deed = { operation: operations['get-card-info'], place, values, reason: null }
  const asked = await exchange.ask(deed, row.entryId)
  if (!asked.ok || asked.value.report.outcome.kind !== 'answered') return null
  return filledReplyField(asked.value.report.outcome.reply, 'last-four-digits')
}
