/** What the three 3-D Secure uploads have in common: each takes the step that the order waits for (§2.11, §3). */
import type { FieldValues } from '#shared/gateway/fields.ts'
import type { Result } from '#shared/result.ts'
import type { StepRequest } from '../authentication.ts'
import type { AuthenticationStep } from '../ways.ts'
import { refuse, type Handler } from './handler.ts'
import { asyncResponse } from './submission.ts'

type Take = (request: StepRequest, values: FieldValues) => Result<AuthenticationStep, string>

/** The handler of an upload, given what takes its step or says in a sentence why it can't. */
export function upload(take: Take): Handler {
  return ({ values, books, ids, now, processingMs, productWord }) => {
    const record = books.order({ merchantOrderId: values.merchantOrderId ?? '', orderId: values.orderId })
    if (record === null) return refuse('Order not found: no order has these ids')
    const taken = take(
      { record, now, processingMs, serialNumber: ids.serialNumber, issuerKey: books.issuerKey }, values,
    )
    return taken.ok
      ? { kind: 'answered', step: taken.value, fields: asyncResponse(record.order, productWord) }
      : refuse(taken.failure)
  }
}
