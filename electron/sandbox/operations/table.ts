/** The handler of each operation. Path, fields, limits and authentication come from the catalogue. */
import type { Operation, OperationId } from '#shared/gateway/operations/operations.ts'
import type { Handler } from './handler.ts'
import { panEligibility } from './pan-eligibility.ts'
import { transfer } from './transfer.ts'
import { usualHandler } from './usual.ts'

/** The operations that differ from the others of their kind. */
const special: ReadonlyMap<string, Handler> = new Map<OperationId, Handler>([
  ['transfer-v4', transfer],
  ['pan-eligibility-send', panEligibility],
])

/** The handler of an operation: its own, otherwise the usual one of its kind. */
export function handlerOf(operation: Operation<string>): Handler {
  return special.get(operation.id) ?? usualHandler(operation)
}
