import type { EntryId } from '#shared/brands.ts'
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import type { CallOutput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { replyOf, type CoreContext } from '../requests/index.ts'
import { cardholderOf } from './cardholder.ts'
import { queryEntry, isUnclear, observationOf, type StatusReply } from './entry-status.ts'
import type { Followers } from './follow.ts'
import { mismatchesOf } from './mismatches.ts'

/** The result of one check. */
export interface StatusCheck extends CallOutput<'orders.checkStatus'> {
  /** True if it found the final outcome of a processing or unclear entry. */
  readonly ended: boolean
  readonly cardholder: OpenOutcome['cardholder']
  /** The order's status in the gateway's reply, whichever transaction it is about; null without one. */
  readonly orderStatus: string | null
}

/**
 * Checks an open or unclear entry once. An unclear entry is resolved only if everything that was sent matches the
 * reply. Otherwise it stays unknown, or becomes unknown again if it was closed as not found (addendum 8, 10). "Not
 * found" resolves nothing.
 */
export async function checkStatus(
  core: CoreContext, following: Followers, entryId: EntryId, whose: Parameters<typeof queryEntry>[2],
): Promise<Result<StatusCheck, Failure>> {
  const { services } = core
  const found = await services.journal.entry({ entryId })
  if (!found.ok) return found
  if (found.value === null) return failed({ code: 'no-such-entry' })
  const detail = found.value
  if (detail.row.merchantOrderId === null && detail.row.orderId === null) return failed({ code: 'nothing-to-resolve' })
  const queried = await queryEntry(core, detail, whose)
  if (!queried.ok) return queried
  const mismatches = await mismatchesOf(core, detail, queried.value)
  const resolves = isUnclear(detail.row) && mismatches.length === 0
  const observation = observationOf(queried.value, detail, resolves)
  if (observation !== null) {
    const kept = await services.journal.recordObservation(observation)
    if (!kept.ok) return kept
  }
  const isFinal = observation !== null && isFinalStatus(observation.status)
  // A request that continues an order is not followed; the entry that created the order is.
  if (resolves && !isFinal && detail.row.effect !== 'continues-order') await following.begin(entryId)
  // The transaction in the reply may belong to another order: while unclear, it proves nothing about this money.
  const inDoubt = isUnclear(detail.row) && !resolves && mayMoveMoney(detail)
  const answer = inDoubt ? { ...queried.value.answer, money: 'may-have-moved' as const } : queried.value.answer
  return success({
    answer, resolved: resolves, mismatches,
    ended: isFinal && (resolves || detail.row.state === 'processing'),
    cardholder: cardholderOf(queried.value, queried.value.target),
    orderStatus: statusIn(queried.value),
  })
}

function statusIn({ report: { outcome } }: StatusReply): string | null {
  const reply = outcome.kind === 'answered' ? replyOf(outcome) : null
  return reply === null ? null : filledReplyField(reply, 'status')
}

function mayMoveMoney({ row }: EntryDetail): boolean {
  return touchesMoney(operations[row.operation]) || row.effect === 'continues-order'
}
