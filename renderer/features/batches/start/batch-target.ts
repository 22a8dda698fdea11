/** What a batch does, and where: the operations that allow one. */
import { batchOperationOf as firstOfKind, batchOperations } from '#shared/gateway/operations/batch-operations.ts'
import { operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import type { ChosenTarget } from '../../shared/form/targets.ts'

export interface BatchTarget extends ChosenTarget {
  readonly operation: OperationId
}

/** The operation that a new batch begins with. */
export const usualOperation: OperationId = firstOfKind('charge').id
/** The operations that a batch may carry out, the usual one first. */
export const offeredOperations: readonly OperationId[] = [
  usualOperation, ...batchOperations.map(({ id }) => id).filter((id) => id !== usualOperation),
]

/** The operation that a text of the address names; null where a batch cannot carry it out. */
export function batchOperationOf(text: string): OperationId | null {
  return offeredOperations.find((id) => id === text) ?? null
}

/** True for an operation whose rows come from a file only. */
export const isFileOnly = (id: OperationId): boolean => operations[id].batch === 'file-only'
