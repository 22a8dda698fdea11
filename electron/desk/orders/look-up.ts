import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { OrderIds } from '../../journal/port.ts'
import type { DeskContext } from '../context.ts'
import {
  formProblems, merchantOfProfile, type OperationRequest, type OperationSender, sameEntryPoint, statusOperationOf,
} from '../requests/index.ts'
import { reportedIn } from '../resolution/index.ts'
import type { Services } from '../services.ts'

type StatusInput = ParsedInput<'orders.status'>

/**
 * Looks an order up (§2.8). A merchant order id is enough. For a serial number or order id alone, the journal supplies
 * the other ids. If it cannot, the result is `merchant-order-id-needed` unless the person sends the query anyway.
 * Entries that the history has in another state are checked too.
 */
export async function lookUpOrder(
  { services, sender, findTarget, resolution }: DeskContext, input: StatusInput,
): Promise<CallAnswer<'orders.status'>> {
  const session = services.users.session()
  const completed = await addIdsFromJournal(services, input)
  if (!completed.ok) return completed
  const target = await findTarget(input.profileId, completed.value.entryPoint)
  if (!target.ok) return target
  const { values } = completed.value
  const operation = await statusOperationOf(services, target.value, {
    merchantOrderId: values.merchantOrderId ?? null, orderId: values.orderId ?? null,
  })
  const query = (ids: FieldValues) =>
    queryStatus(sender, { operation, target: target.value, values: ids, reason: null })
  const problems = formProblems(operation, values, target.value)
    .filter((problem) => !(input.askAnyway && problem.field === 'merchantOrderId' && problem.code === 'required'))
  if (problems.length > 0) return failed({ code: 'form-invalid', problems })
  const queried = await query(values)
  if (!queried.ok) return queried
  // SECURITY: the desk was locked during the query; the next person has asked nothing.
  if (session !== services.users.session()) return failed({ code: 'desk-locked' })
  if (queried.value.outcome.kind !== 'answered') return success({ answer: queried.value, now: null })
  const { serialNumber, ...order } = values
  const now = serialNumber === undefined ? null : await query(order)
  void resolution.checkReported(reportedIn(now?.ok === true ? now.value : queried.value))
  return success({ answer: queried.value, now: now?.ok === true ? now.value : null })
}

async function queryStatus(sender: OperationSender, request: OperationRequest) {
  const done = await sender.sendOperation(request)
  return done.ok ? success(done.value.answer) : done
}

async function addIdsFromJournal(
  services: Services, input: StatusInput,
): Promise<Result<{ entryPoint: StatusInput['entryPoint']; values: OrderIds }, Failure>> {
  const merchantOrderId = filled(input.merchantOrderId)
  const orderId = filled(input.orderId)
  const serialNumber = filled(input.serialNumber)
  const given: OrderIds = { merchantOrderId, orderId, serialNumber }
  if (merchantOrderId !== undefined) return success({ entryPoint: input.entryPoint, values: given })
  if (orderId === undefined && serialNumber === undefined) {
    const details = {}
    return failed({ code: 'form-invalid', problems: [{ field: 'merchantOrderId', code: 'required', details }] })
  }
  const known = await services.journal.findOrder({
    ...merchantOfProfile(services, input.profileId),
    ...(orderId !== undefined && { orderId }),
    ...(serialNumber !== undefined && { serialNumber }),
  })
  if (known.ok && known.value !== null) {
    const { entryPoint, ...ids } = known.value
    const profile = services.profiles.get(input.profileId)
    const stillExists = profile?.entryPoints.some((one) => sameEntryPoint(one, entryPoint))
    return success({
      // An order is queried at its own entry point, whatever the form has selected.
      entryPoint: stillExists === true ? entryPoint : input.entryPoint,
      values: { ...given, merchantOrderId: ids.merchantOrderId, orderId: orderId ?? ids.orderId ?? undefined },
    })
  }
  return input.askAnyway
    ? success({ entryPoint: input.entryPoint, values: given })
    : failed({ code: 'merchant-order-id-needed' })
}

function filled<Text extends string>(text: Text | null): Text | undefined {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? undefined : trimmed as Text
}
