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
import { askAboutEntry, isInDoubt, observationOf, type AskedAt } from './entry-status.ts'
import type { Followers } from './follow.ts'
import { mismatchesOf } from './mismatches.ts'

/** The result of one check. */
export interface StatusCheck extends CallOutput<'orders.checkStatus'> {
  /** True when it found the final outcome of a processing or unclear entry. */
  readonly ended: boolean
  readonly cardholder: OpenOutcome['cardholder']
  /** The order's status in the gateway's reply, whichever of its transactions it is about; null without one. */
  readonly orderStatus: string | null
}

/**
 * Checks an open or unclear entry once. An unclear one is resolved only when everything that was sent matches the
 * reply. Otherwise it stays unknown, or becomes unknown again if it was closed as not found (addendum 8, 10). "Not
 * found" resolves nothing.
 */
export async function checkStatus(
  core: CoreContext, following: Followers, entryId: EntryId, whose: Parameters<typeof askAboutEntry>[2],
): Promise<Result<StatusCheck, Failure>> {
  const { services } = core
  const found = await services.journal.entry({ entryId })
  if (!found.ok) return found
  if (found.value === null) return failed({ code: 'no-such-entry' })
  const detail = found.value
  if (detail.row.merchantOrderId === null && detail.row.orderId === null) return failed({ code: 'nothing-to-resolve' })
  const asked = await askAboutEntry(core, detail, whose)
  if (!asked.ok) return asked
  const mismatches = await mismatchesOf(core, detail, asked.value)
  const resolves = isInDoubt(detail.row) && mismatches.length === 0
  const observation = observationOf(asked.value, detail, resolves)
  if (observation !== null) {
    const kept = await services.journal.recordObservation(observation)
    if (!kept.ok) return kept
  }
  const isFinal = observation !== null && isFinalStatus(observation.status)
  // A request that continues an order is not followed: the entry that created the order is.
  if (resolves && !isFinal && detail.row.effect !== 'continues-order') await following.begin(entryId)
  // The found transaction may be another order's: while unclear, it proves nothing about this one's money.
  const inDoubt = isInDoubt(detail.row) && !resolves && mayMoveMoney(detail)
  const answer = inDoubt ? { ...asked.value.answer, money: 'may-have-moved' as const } : asked.value.answer
  return success({
    answer, resolved: resolves, mismatches,
    ended: isFinal && (resolves || detail.row.state === 'processing'),
    cardholder: cardholderOf(asked.value, asked.value.target),
    orderStatus: statusIn(asked.value),
  })
}

function statusIn({ report: { outcome } }: AskedAt): string | null {
  const reply = outcome.kind === 'answered' ? replyOf(outcome) : null
  return reply === null ? null : filledReplyField(reply, 'status')
}

function mayMoveMoney({ row }: EntryDetail): boolean {
  return touchesMoney(operations[row.operation]) || row.effect === 'continues-order'
}
