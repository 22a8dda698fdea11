import type { FieldUse } from '#shared/gateway/fields/field-uses.ts'
import { carries, type Operation } from '#shared/gateway/operations/operations.ts'

const state: FieldUse = { key: 'state', need: 'optional', place: 'more' }

/**
 * An operation of the catalogue as this gateway accepts it: beside a country it also accepts a state. The fields of a
 * sale (§2.10) omit it, but a status reports it for the USA, Canada and Australia (§2.9).
 */
export function acceptedOperation(operation: Operation<string>): Operation<string> {
  return carries(operation, 'country') && !carries(operation, 'state')
    ? { ...operation, fields: [...operation.fields, state] }
    : operation
}
