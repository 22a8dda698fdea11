/** One row of a batch, sent as a payment of its own: with all checks of a single one, right before its first byte. */
import { createsOrder, touchesMoney, type Operation } from '#shared/gateway/operations/operations.ts'
import { isOrderAction } from '#shared/gateway/orders/order-actions.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { EntryId } from '#shared/brands.ts'
import type { BatchPlace } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../../context.ts'
import {
  composeNewOrder, composeOrderAction, findEarlierRefund, sendReviewed, type PaymentLimits, type ReasonGiven,
} from '../../payments/index.ts'
import { readForm, type OperationRequest, type SendResult, type Target } from '../../requests/index.ts'
import { reportedIn } from '../../resolution/index.ts'

/** A row at its moment. */
export interface RowToSend {
  readonly operation: Operation
  /** As a person confirmed it. */
  readonly target: Target
  readonly values: FieldValues
  readonly place: BatchPlace
  readonly reason: string | null
  readonly acceptDuplicateOf: EntryId | undefined
  /** SECURITY: whether the batch still runs in the unlock in which a person confirmed it. */
  readonly holds: () => boolean
  /** Asks a person about this row alone; absent where the whole batch was confirmed. */
  readonly confirm?: (request: OperationRequest, reason: ReasonGiven) => Promise<Failure | null>
}

/** Sends a row. A failure means that nothing was sent. */
export async function sendRow(
  desk: DeskContext, limits: PaymentLimits, row: RowToSend,
): Promise<Result<SendResult, Failure>> {
  return touchesMoney(row.operation) ? await pay(desk, limits, row) : await ask(desk, row)
}

async function pay(desk: DeskContext, limits: PaymentLimits, row: RowToSend): Promise<Result<SendResult, Failure>> {
  const { operation, target, values, place, reason, acceptDuplicateOf, holds, confirm } = row
  const required = await desk.history.precondition(operation.id, target.profile.environment)
  if (!required.ok) return required
  const given: ReasonGiven = { text: reason ?? '', refundsMayBeMissing: required.value === 'confirmed-reason' }
  // SECURITY: no reason of a batch was confirmed outside the page.
  if (given.refundsMayBeMissing && confirm === undefined) return failed({ code: 'refund-reason-needed' })
  const asked = { operation, target, typed: values, limits }
  const confirmed = {
    reason: given.text, cardAccepted: true, acceptDuplicateOf, duplicateUnderWay: false, holds, batch: place,
  }
  if (isOrderAction(operation.id)) {
    await desk.paces.turn(target.profile.id, 'row')
    const action = await composeOrderAction(desk, asked)
    if (!action.ok) return action
    const { operationRequest, request, snapshot, duplicate } = action.value
    // Only a person decides about a payment that is not what was sent.
    if (confirm === undefined && !snapshot.isAsSent) return failed({ code: 'not-possible-now', why: 'not-as-sent' })
    const reviewed = { operationRequest, request, cardVerified: true, duplicateKey: null }
    const refused = await confirm?.(operationRequest, given) ?? null
    if (refused !== null) return failed(refused)
    // A box may have been open for minutes: then the order is asked again.
    if (confirm !== undefined) return await sendReviewed(desk, limits, reviewed, confirmed)
    // A refund that was made stays out at any age: nobody reviews this row alone.
    const made = duplicate ?? findEarlierRefund(operationRequest, request.minorAmount, snapshot)
    return await sendReviewed(desk, limits, reviewed, { ...confirmed, queriedNow: { duplicate: made } })
  }
  if (!createsOrder(operation)) throw new TypeError(`${operation.id} neither creates an order nor acts on one`)
  const order = await composeNewOrder(desk, asked)
  if (!order.ok) return order
  const refused = await confirm?.(order.value.operationRequest, given) ?? null
  if (refused !== null) return failed(refused)
  return await sendReviewed(desk, limits, { ...order.value, cardVerified: true, duplicateKey: null }, confirmed)
}

/** A status check, card lookup or registration. An unclear outcome that a status is about is checked too. */
async function ask(desk: DeskContext, row: RowToSend): Promise<Result<SendResult, Failure>> {
  const { operation, place } = row
  const target = await desk.findTarget(row.target.profile.id, row.target.entryPoint)
  if (!target.ok) return target
  const values = readForm(operation, row.values, target.value)
  if (!values.ok) return values
  const done = await desk.sender.sendOperation({
    operation, target: target.value, values: values.value, reason: null, batch: place,
  })
  if (!done.ok) return done
  if (operation.kind === 'status-check') void desk.resolution.checkReported(reportedIn(done.value.answer))
  return success(done.value)
}
