import type { FieldUse } from '#shared/gateway/field-uses.ts'
import { carries, type Operation } from '#shared/gateway/operations.ts'

const state: FieldUse = { key: 'state', need: 'optional', place: 'more' }

/**
 * An operation of the catalogue as this gateway accepts it: wherever a country can be sent a state can be too. The
 * fields of a sale (§2.10) leave it out, and its status tells it for the USA, Canada and Australia (§2.9).
 */
export function acceptedOperation(operation: Operation<string>): Operation<string> {
  return carries(operation, 'country') && !carries(operation, 'state')
    ? { ...operation, fields: [...operation.fields, state] }
    : operation
}
