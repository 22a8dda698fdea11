import { createsOrder, operations, requiresAmount, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { isOrderAction, type OrderAction } from '#shared/gateway/orders/order-actions.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import { filledReplyField, lastValueWasCut, type Reply } from '#shared/gateway/replies/reply.ts'
import {
  actionMismatches, resolutionMismatches, reportsNothingAboutOrder, type SentSpan,
} from '#shared/gateway/orders/resolution.ts'
import type { CallOutput } from '#shared/ipc/contract.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import { originOf } from '#shared/model/profiles/merchant.ts'
import {
  merchantAt, merchantOfEntry, merchantOfTarget, type OperationSender, replyOf, type SendResult, type Target,
  type CoreContext,
} from '../requests/index.ts'
import { mayHaveActedElsewhere } from './acted-elsewhere.ts'
import { isUnclear, reportsAnotherTransaction, type StatusReply } from './entry-status.ts'
import { keptReplies, keptReplyField, lastReported, type KeptReply } from '../history/index.ts'
import { keptField } from './known-card.ts'
import { otherActions } from './other-actions.ts'
import type { Services } from '../services.ts'

export type Mismatch = CallOutput<'orders.checkStatus'>['mismatches'][number]

/** Far more requests than a real order has. If there are more, nothing is resolved. */
const maxEntries = 1_000

/**
 * Why a status reply does not resolve an entry with an unclear outcome. Empty if it does, or if the outcome is known.
 */
export async function mismatchesOf(
  core: CoreContext, detail: EntryDetail, done: StatusReply,
): Promise<Mismatch[]> {
  const { services, sender } = core
  const { outcome } = done.report
  // The stated length may be wrong, so the last value may be an id, an amount or a status that was cut.
  if (isUnclear(detail.row) && wasCut(outcome)) return ['not-answered']
  if (outcome.kind === 'refused') return [await refusalMismatch(services, detail, done.target, outcome.reply)]
  const reply = outcome.kind === 'answered' ? replyOf(outcome) : null
  if (reply === null) return ['not-answered']
  const { row } = detail
  const { switches } = done.target.profile
  if (!isUnclear(row)) return []
  const operation = operations[row.operation]
  if (row.effect === 'continues-order') return idMismatches(reply, detail)
  if (isOrderAction(operation.id)) {
    return await mismatchesOfAction(core, detail, { action: operation.id, reply, target: done.target })
  }
  if (!touchesMoney(operation) || reportsAnotherTransaction(reply, detail)) return ['order-id']
  return [...idMismatches(reply, detail), ...resolutionMismatches(reply, {
    minorAmounts: amountsSent(detail),
    currency: row.currency,
    spans: await sentSpans(core, detail, done.target),
    lastFour: await lastFourOf(sender, done.target, detail),
  }, switches)]
}

function wasCut(outcome: SendResult['report']['outcome']): boolean {
  return 'reply' in outcome && outcome.reply !== null && lastValueWasCut(outcome.reply.body)
}

/**
 * "Not found" counts only from the gateway that received the request, for its merchant, and if the gateway accepted the
 * query.
 */
async function refusalMismatch(
  services: Services, detail: EntryDetail, target: Target, reply: Reply,
): Promise<Mismatch> {
  if (reportsNothingAboutOrder(reply)) return 'not-answered'
  return await queriesElsewhere(services, detail, target) ? 'elsewhere' : 'not-found'
}

/**
 * True unless the query is for the same merchant, at the address of the send or one that a person declared to be of the
 * same merchant.
 */
async function queriesElsewhere(services: Services, { row, url }: EntryDetail, { profile }: Target): Promise<boolean> {
  const { merchantKey } = merchantAt(profile)
  if (merchantKey === null) return true
  const roots = await services.journal.merchantRoots({ merchantKeys: [row.merchantKey, merchantKey] })
  if (!roots.ok || roots.value[0] !== roots.value[1]) return true
  // The built-in gateway uses another port in every run.
  if (profile.gateway.kind === 'built-in' || originOf(url) !== originOf(profile.gateway.baseUrl)) return false
  return !url.startsWith(`${profile.gateway.baseUrl}/${profile.productWord}/api/`)
}

/**
 * A refund, void or capture with a lost reply is resolved by the order's newest transaction only if that one is new and
 * belongs to no other request (addendum 8).
 */
async function mismatchesOfAction(
  core: CoreContext, detail: EntryDetail,
  { action, reply, target }: { readonly action: OrderAction; readonly reply: Reply; readonly target: Target },
): Promise<Mismatch[]> {
  const { services } = core
  const { switches } = target.profile
  const { row } = detail
  const known = await services.journal.orderEntries({
    ...merchantOfEntry(row), orderId: row.orderId, merchantOrderId: row.merchantOrderId, limit: maxEntries,
  })
  if (!known.ok || known.value.cut) return ['order-id']
  const seen = repliesBefore(known.value.entries, detail)
  // Each action queries the order's amount and currency right before it is sent.
  const before = lastReported(seen, switches)
  const others = otherActions(known.value.entries, detail, action)
  // An order has at most one open action. One that was given up is open again only after that one has ended.
  const mustWait = others.isOneOpen && !isFinalStatus(filledReplyField(reply, 'status') ?? '')
  const ids = others.isLaterUnclear || mustWait ? ['order-id' as const] : idMismatches(reply, detail)
  const mismatches = actionMismatches(reply, {
    action,
    minorAmount: row.minorAmount,
    initialAmount: before?.initialAmount ?? null,
    currency: before?.currency ?? null,
    spans: await sentSpans(core, detail, target),
    otherTransactions: new Set([
      ...seen.flatMap(({ reply: one }) => keptReplyField(one, 'processor-tx-id') ?? []), ...others.transactions,
    ]),
  }, switches)
  const found = [...new Set([...ids, ...mismatches])]
  const here = new Set(known.value.entries.map((entry) => entry.row.entryId))
  return found.length === 0 && await mayHaveActedElsewhere(core, detail, action, here) ? ['order-id'] : found
}

/**
 * The time from the send until now, by this computer's clock and by that of the gateway that replied. A clock that was
 * wrong at the send must not keep the outcome unknown permanently.
 */
async function sentSpans(
  { services, ages }: CoreContext, { row }: EntryDetail, target: Target,
): Promise<readonly SentSpan[]> {
  const own = { sentAt: Date.parse(row.at), now: services.system.now() }
  const gatewayTime = ages.gatewayTime({ ...merchantOfTarget(target), url: target.context.baseUrl })
  if (gatewayTime === null) return [own]
  const now = Date.parse(gatewayTime)
  return [own, { sentAt: now - await ages.of(row), now }]
}

/**
 * Every reply about the order that was recorded before the send, oldest first. A read is a separate entry: it is before
 * or after the send by its position in the journal, whatever the clock did. An unclear reply counts too.
 */
function repliesBefore(entries: readonly EntryDetail[], { row }: EntryDetail): KeptReply[] {
  const own = entries.findIndex((entry) => entry.row.entryId === row.entryId)
  return entries.flatMap((entry, index) => keptReplies(entry)
    .filter(({ kind, at }) => (kind === 'outcome' && entry.row.effect === 'reads' ? index < own : at <= row.at)))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
}

/** The reply must contain the ids of the order; without them it could be about any order. */
function idMismatches(reply: Reply, { row }: EntryDetail): Mismatch[] {
  const isNamed = filledReplyField(reply, 'merchant-order-id') === row.merchantOrderId
    && (createsOrder(operations[row.operation]) || filledReplyField(reply, 'gw-order-id') === row.orderId)
  return isNamed ? [] : ['order-id']
}

/**
 * While the gateway tries enumerated amounts, a status may contain the submitted amount or any of the list. Null for an
 * operation that sends none.
 */
function amountsSent({ row }: EntryDetail): string[] | null {
  if (!requiresAmount(operations[row.operation])) return null
  return [...(row.minorAmount === null ? [] : [row.minorAmount]), ...row.enumeratedMinorAmounts]
}

/**
 * The last four digits of the card to be charged: from a new lookup of the card reference, or from the typed card
 * number in the journal. Null if they are not known.
 */
async function lastFourOf(sender: OperationSender, target: Target, detail: EntryDetail): Promise<string | null> {
  const { row } = detail
  if (row.cardReference === null) return keptField(detail, 'cardNumber')?.slice(-4) ?? null
  const values = { cardReference: row.cardReference }
  const operationRequest = { operation: operations['get-card-info'], target, values, reason: null }
  const lookup = await sender.query(operationRequest, row.entryId)
  if (!lookup.ok || lookup.value.report.outcome.kind !== 'answered') return null
  return filledReplyField(lookup.value.report.outcome.reply, 'last-four-digits')
}
