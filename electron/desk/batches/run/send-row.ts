/** Sends one row of a batch as a separate payment, with all checks of a single one right before the send. */
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

/** A row that is about to be sent. */
export interface RowToSend {
  readonly operation: Operation
  /** The target that a person confirmed. */
  readonly target: Target
  readonly values: FieldValues
  readonly place: BatchPlace
  readonly reason: string | null
  readonly acceptDuplicateOf: EntryId | undefined
  /** SECURITY: true while the batch runs in the unlock in which a person confirmed it. */
  readonly holds: () => boolean
  /** Asks a person about this row alone; absent if the whole batch was confirmed. */
  readonly confirm?: (request: OperationRequest, reason: ReasonGiven) => Promise<Failure | null>
}

/** Sends a row. A failure means that nothing was sent. */
export async function sendRow(
  desk: DeskContext, limits: PaymentLimits, row: RowToSend,
): Promise<Result<SendResult, Failure>> {
  return touchesMoney(row.operation) ? await pay(desk, limits, row) : await sendWithoutMoney(desk, row)
}

async function pay(desk: DeskContext, limits: PaymentLimits, row: RowToSend): Promise<Result<SendResult, Failure>> {
  const { operation, target, values, place, reason, acceptDuplicateOf, holds, confirm } = row
  const required = await desk.history.precondition(operation.id, target.profile.environment)
  if (!required.ok) return required
  const given: ReasonGiven = { text: reason ?? '', refundsMayBeMissing: required.value === 'confirmed-reason' }
  // SECURITY: no reason in a batch was confirmed outside the page.
  if (given.refundsMayBeMissing && confirm === undefined) return failed({ code: 'refund-reason-needed' })
  const input = { operation, target, typed: values, limits }
  const confirmed = {
    reason: given.text, cardAccepted: true, acceptDuplicateOf, duplicateUnderWay: false, holds, batch: place,
  }
  if (isOrderAction(operation.id)) {
    await desk.paces.turn(target.profile.id, 'row')
    const action = await composeOrderAction(desk, input)
    if (!action.ok) return action
    const { operationRequest, request, snapshot, duplicate } = action.value
    // If the gateway reports the payment differently from what was sent, a person must decide.
    if (confirm === undefined && !snapshot.isAsSent) return failed({ code: 'not-possible-now', why: 'not-as-sent' })
    const reviewed = { operationRequest, request, cardVerified: true, duplicateKey: null }
    const refused = await confirm?.(operationRequest, given) ?? null
    if (refused !== null) return failed(refused)
    // A box may have been open for minutes, so the order is queried again.
    if (confirm !== undefined) return await sendReviewed(desk, limits, reviewed, confirmed)
    // An earlier equal refund of any age excludes the row, as nobody reviews this row alone.
    const earlier = duplicate ?? findEarlierRefund(operationRequest, request.minorAmount, snapshot)
    return await sendReviewed(desk, limits, reviewed, { ...confirmed, queriedNow: { duplicate: earlier } })
  }
  if (!createsOrder(operation)) throw new TypeError(`${operation.id} neither creates an order nor acts on one`)
  const order = await composeNewOrder(desk, input)
  if (!order.ok) return order
  const refused = await confirm?.(order.value.operationRequest, given) ?? null
  if (refused !== null) return failed(refused)
  return await sendReviewed(desk, limits, { ...order.value, cardVerified: true, duplicateKey: null }, confirmed)
}

/**
 * Sends a status check, card lookup or registration. An unclear outcome in the reply of a status check is checked too.
 */
async function sendWithoutMoney(desk: DeskContext, row: RowToSend): Promise<Result<SendResult, Failure>> {
  const { operation, place } = row
  const target = await desk.findTarget(row.target.profile.id, row.target.entryPoint)
  if (!target.ok) return target
  const values = readForm(operation, row.values, target.value)
  if (!values.ok) return values
  const sent = await desk.sender.sendOperation({
    operation, target: target.value, values: values.value, reason: null, batch: place,
  })
  if (!sent.ok) return sent
  if (operation.kind === 'status-check') void desk.resolution.checkReported(reportedIn(sent.value.answer))
  return success(sent.value)
}
