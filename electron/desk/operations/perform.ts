import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { effectOf, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { readForm, refusesCardEntry } from '../requests/index.ts'

/**
 * Sends an operation that touches no money directly from its form: reads, registrations and 3-D Secure uploads. On
 * production the cardholder authenticates, so no upload is permitted (§3).
 */
export async function performOperation(
  { sender, findTarget }: DeskContext, input: ParsedInput<'operations.perform'>,
): Promise<CallAnswer<'operations.perform'>> {
  const operation = operations[input.operation]
  // SECURITY: the contract permits no such operation; if it ever did, nothing would be sent without a review.
  if (touchesMoney(operation)) return failed({ code: 'bridge-refused' })
  const target = await findTarget(input.profileId, input.entryPoint)
  if (!target.ok) return target
  if (effectOf(operation) === 'continues-order' && target.value.profile.environment === 'production') {
    return failed({ code: 'not-on-production' })
  }
  const typed: FieldValues = { ...input.values, ...input.confidential }
  if (refusesCardEntry(target.value.profile, operation, typed)) return failed({ code: 'card-entry-refused' })
  const values = readForm(operation, typed, target.value)
  if (!values.ok) return values
  const sent = await sender.sendOperation({ operation, target: target.value, values: values.value, reason: null })
  return sent.ok ? success(sent.value.answer) : sent
}
