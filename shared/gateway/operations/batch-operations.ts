/** The operations that are sent as batches. */
import type { OperationKind } from '../catalogue/kinds.ts'
import { catalogue, type Operation } from './operations.ts'

/** In the order of the catalogue. */
export const batchOperations: readonly Operation[] = catalogue.filter(({ batch }) => batch !== undefined)

/** The first batch operation of a kind. Throws if the catalogue has none. */
export function batchOperationOf(kind: OperationKind): Operation {
  const found = batchOperations.find((operation) => operation.kind === kind)
  if (found === undefined) throw new TypeError(`no batch of the kind ${kind}`)
  return found
}
