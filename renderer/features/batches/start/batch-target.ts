/** The operation and target of a batch, and the operations that may be sent as one. */
import { batchOperationOf as firstOfKind, batchOperations } from '#shared/gateway/operations/batch-operations.ts'
import { operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { ChosenTarget } from '../../shared/form/targets.ts'

export interface BatchTarget extends ChosenTarget {
  readonly operation: OperationId
}

/** The operation that is preselected for a new batch. */
export const defaultOperation: OperationId = firstOfKind('charge').id
/** The operations that a batch may carry out, the default one first. */
export const offeredOperations: readonly OperationId[] = [
  defaultOperation, ...batchOperations.map(({ id }) => id).filter((id) => id !== defaultOperation),
]

/** The operation with the id in the address; null if a batch cannot carry it out. */
export function batchOperationOf(text: string): OperationId | null {
  return offeredOperations.find((id) => id === text) ?? null
}

/** True for an operation whose rows are accepted only from a file. */
export const isFileOnly = (id: OperationId): boolean => operations[id].batch === 'file-only'
