import { operations, touchesMoney } from '#shared/gateway/operations.ts'
import { filledReplyField, type Reply } from '#shared/gateway/reply.ts'
import { settlingDoubts } from '#shared/gateway/settling.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { EntryId } from '#shared/brands.ts'
import type { EntryDetail } from '#shared/model/history.ts'
import { isFinalStatus } from '#shared/gateway/order-status.ts'
import { failed, success } from '#shared/result.ts'
import { replyOf } from './answer.ts'
import { askAboutEntry, observationOf, tellsOfLaterTransaction } from './entry-status.ts'
import type { Done, Exchange } from './exchange.ts'
import type { Followers } from './follow.ts'
import type { FindPlace } from './place.ts'
import type { Rooms } from './rooms.ts'

type Checked = CallAnswer<'orders.checkStatus'>
type Doubt = Extract<Checked, { ok: true }>['value']['doubts'][number]

/**
 * Asks once about an entry that is open or unknown. An unknown one is settled only when id, amount, currency, time and,
 * where it is known, the card fit; else it stays unknown (addendum 10). "Not found" settles nothing.
 */
export async function checkStatus(
  rooms: Rooms, exchange: Exchange, findPlace: FindPlace, following: Followers, entryId: EntryId, changed: () => void,
): Promise<Checked> {
  const found = await rooms.journal.entry({ entryId })
  if (!found.ok) return found
  if (found.value === null) return failed({ code: 'no-such-entry' })
  const detail = found.value
  if (detail.row.merchantOrderId === null && detail.row.orderId === null) return failed({ code: 'nothing-to-settle' })
  const asked = await askAboutEntry(exchange, findPlace, detail)
  if (!asked.ok) return asked
  const doubts = await doubtsOf(rooms, exchange, findPlace, detail, asked.value)
  const settles = detail.row.state === 'unknown' && doubts.length === 0
  const observation = observationOf(asked.value, detail, settles)
  if (observation !== null) {
    const kept = await rooms.journal.recordObservation(observation)
    if (!kept.ok) return kept
    changed()
  }
  const open = observation !== null && !isFinalStatus(observation.status)
  if (open && (settles || detail.row.state === 'processing')) await following.follow(entryId)
  // What was found may be another order: in doubt it says nothing about this one's money.
  const inDoubt = detail.row.state === 'unknown' && !settles && touchesMoney(operations[detail.row.operation])
  const answer = inDoubt ? { ...asked.value.answer, money: 'may-have-moved' as const } : asked.value.answer
  return success({ answer, settled: settles, doubts })
}

async function doubtsOf(
  rooms: Rooms, exchange: Exchange, findPlace: FindPlace, detail: EntryDetail, done: Done,
): Promise<Doubt[]> {
  const { outcome } = done.report
  if (outcome.kind === 'refused') return ['not-found']
  const reply = outcome.kind === 'answered' ? replyOf(outcome) : null
  if (reply === null) return ['not-answered']
  if (detail.row.state !== 'unknown') return []
  const operation = operations[detail.row.operation]
  // Without an order of its own a lost request leaves nothing that its order's status would prove (addendum 8).
  if (!touchesMoney(operation) || !operation.createsOrder) return ['order-id']
  if (tellsOfLaterTransaction(reply, operation)) return ['order-id']
  return [...idDoubts(reply, detail), ...settlingDoubts(reply, {
    minorAmounts: amountsSent(detail),
    currency: detail.row.currency,
    sentAt: Date.parse(detail.row.at),
    now: rooms.computer.now(),
    lastFour: await lastFourOf(exchange, findPlace, detail),
  }, rooms.profiles.get(detail.row.profileId)?.switches ?? { minorUnitDigits: 'iso-4217' })]
}

/** The answer must name the order: an answer without its merchant order id could be about any. */
function idDoubts(reply: Reply, detail: EntryDetail): Doubt[] {
  return filledReplyField(reply, 'merchant-order-id') === detail.row.merchantOrderId ? [] : ['order-id']
}

/** While the gateway tries a list of amounts in turn, its status tells the submitted one or one of the list. */
function amountsSent({ row }: EntryDetail): string[] {
  return [...(row.minorAmount === null ? [] : [row.minorAmount]), ...row.enumeratedMinorAmounts]
}

/** The last four digits of the card that was to be charged, asked anew; null when it can't be told. */
async function lastFourOf(exchange: Exchange, findPlace: FindPlace, { row }: EntryDetail): Promise<string | null> {
  if (row.cardReference === null) return null
  const place = await findPlace(row.profileId, row.entryPoint)
  if (!place.ok) return null
  const deed = { operation: operations['get-card-info'], place: place.value, values: { cardReference: row.cardReference }, reason: null }
  const asked = await exchange.ask(deed, row.entryId)
  if (!asked.ok || asked.value.report.outcome.kind !== 'answered') return null
  return filledReplyField(asked.value.report.outcome.reply, 'last-four-digits')
}
