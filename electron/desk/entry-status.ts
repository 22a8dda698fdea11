/** Asking the gateway about the order that an entry of the journal is about. */
import type { FieldValues } from '#shared/gateway/fields.ts'
import { operations, type Operation } from '#shared/gateway/operations.ts'
import type { Switches } from '#shared/gateway/switches.ts'
import type { EntryDetail } from '#shared/model/history.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { Result } from '#shared/result.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import { filledReplyField } from '#shared/gateway/reply.ts'
import type { Observation } from '../journal/port.ts'
import { replyOf } from './answer.ts'
import type { Done, Exchange } from './exchange.ts'
import type { FindPlace } from './place.ts'

/** Asks for the status of an entry's order at the entry's own profile and endpoint; nothing is journaled here. */
export async function askAboutEntry(
  exchange: Exchange, findPlace: FindPlace, detail: EntryDetail,
): Promise<Result<Done, Failure>> {
  const { row } = detail
  const place = await findPlace(row.profileId, row.entryPoint)
  if (!place.ok) return place
  const operation = statusOperation(operations[row.operation], place.value.profile.switches)
  return await exchange.ask({ operation, place: place.value, values: statusValues(detail), reason: null }, row.entryId)
}

/** `/v2/status/`, or `/v4/status/` for orders made by version 4 operations where the profile says so (addendum 3). */
export function statusOperation(about: Operation, switches: Switches): Operation {
  return about.version === 'v4' && switches.statusOfVersion4Orders === 'v4' ? operations['status-v4'] : operations.status
}

/** What a status answer adds to its entry; null when the answer tells nothing of the order. */
export function observationOf(done: Done, settles: boolean): Observation | null {
  const { outcome } = done.report
  if (outcome.kind !== 'answered') return null
  const reply = replyOf(outcome)
  if (reply === null || done.answer.reply === null) return null
  const status = filledReplyField(reply, 'status')
  if (status === null) return null
  const errorText = filledReplyField(reply, 'error-message')
  return {
    entryId: done.answer.entryId,
    at: done.answer.at,
    status,
    stage: filledReplyField(reply, 'order-stage'),
    orderId: done.answer.orderId,
    // The answer's own number names the question, not the request that the entry is about.
    serialNumber: null,
    errorCode: done.answer.errorCode,
    errorText: errorText === null ? null : maskFreeText(errorText),
    lastFour: filledReplyField(reply, 'last-four-digits'),
    reply: done.answer.reply.raw,
    settles,
  }
}

/**
 * An order is asked about by its ids. A request that did not create the order (a refund, a capture) is followed by its
 * own serial number (addendum 8), a status query that named a serial number by that one.
 */
function statusValues({ row, askedSerialNumber }: EntryDetail): FieldValues {
  const operation = operations[row.operation]
  const continued = operation.effect !== 'reads' && operation.effect !== 'registers' && !operation.createsOrder
  const serialNumber = continued ? row.serialNumber : askedSerialNumber
  return {
    ...(row.merchantOrderId !== null && { merchantOrderId: row.merchantOrderId }),
    ...(row.orderId !== null && { orderId: row.orderId }),
    ...(serialNumber !== null && { serialNumber }),
  }
}
