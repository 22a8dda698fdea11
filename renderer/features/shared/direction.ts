import { operations, touchesMoney, type OperationId } from '#shared/gateway/operations.ts'

/** Which way an approved movement goes, seen from the merchant; `none` for a hold and for what moves nothing. */
export function directionOf(id: OperationId): 'in' | 'out' | 'none' {
  const operation = operations[id]
  return touchesMoney(operation) ? operation.money.direction : 'none'
}
