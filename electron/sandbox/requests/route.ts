/** Finds the operation and entry point of a path (§4, addendum 2 and 3). */
import { documentedPaths } from '#shared/gateway/operations/operation-paths.ts'
import { catalogue, type Operation } from '#shared/gateway/operations/operations.ts'
import { acceptedOperation } from './accepted-operations.ts'
import { isKnownEntryPoint, type EntryPointInUse } from './merchant.ts'

export interface Route {
  readonly operation: Operation<string>
  readonly entryPoint: EntryPointInUse
}

/** Every path below `/{word}/api` of these operations, older ones included, each with its operation. */
export type Served = readonly (readonly [path: string, operation: Operation<string>])[]

/** The paths that a gateway with these operations serves. */
export function servedPaths(operations: readonly Operation<string>[]): Served {
  return operations.map(acceptedOperation)
    .flatMap((operation) => documentedPaths(operation).map((path) => [path, operation] as const))
}

const documented = servedPaths(catalogue)

/** The operation and entry point of a path; null if no operation has the path. */
export function findRoute(path: string, productWord: string, served: Served = documented): Route | null {
  const prefix = `/${productWord}/api`
  if (!path.startsWith(`${prefix}/`)) return null
  for (const [operationPrefix, operation] of served) {
    const start = prefix + operationPrefix
    const entryPoint = path.startsWith(start) ? readEntryPoint(operation, path.slice(start.length)) : null
    if (entryPoint !== null) return { operation, entryPoint }
  }
  return null
}

function readEntryPoint(operation: Operation<string>, rest: string): EntryPointInUse | null {
  const match = /^(group\/)?([^/]+)$/.exec(rest)
  if (match === null) return null
  const [, group, id = ''] = match
  if (group !== undefined) return operation.groupForm === 'group-segment' ? entryPoint('group', id) : null
  // The uploads identify a group by its bare id (addendum 3).
  const isBareGroup = operation.groupForm === 'bare-id' && isKnownEntryPoint('group', id)
  return entryPoint(isBareGroup ? 'group' : 'endpoint', id)
}

function entryPoint(kind: EntryPointInUse['kind'], id: string): EntryPointInUse {
  return { kind, id, known: isKnownEntryPoint(kind, id) }
}
