/** What a batch does, and where: the operations that allow one. */
import { catalogue, operations, type OperationId } from '#shared/gateway/operations.ts'
import type { ChosenTarget } from '../shared/form/targets.ts'

export interface BatchTarget extends ChosenTarget {
  readonly operation: OperationId
}

/** The operations that a batch may carry out; the most usual one first. */
export const batchOperations: readonly OperationId[] = ((): OperationId[] => {
  const all = catalogue.filter(({ batch }) => batch !== undefined).map(({ id }) => id)
  const first: OperationId = 'recurrent-payment'
  return [first, ...all.filter((id) => id !== first)]
})()

/** The operation that a text of the address names; null where a batch cannot carry it out. */
export function batchOperationOf(text: string): OperationId | null {
  return batchOperations.find((id) => id === text) ?? null
}

/** True for an operation whose rows come from a file only. */
export const isFileOnly = (id: OperationId): boolean => operations[id].batch === 'file-only'
