/** The paths of operations below `/{word}/api`, and the check of paths that a profile sets. */
import { containsPath, decodedFully, lenientSegments, oneBeginsWithOther } from '../encoding/lenient-path.ts'
import { operationIds, operations, touchesMoney, type Operation, type OperationId } from './operations.ts'
import type { Switches } from './switches.ts'

type PathSwitches = Pick<Switches, 'paths' | 'recurrentPath'>

/** The path of an operation below `/{word}/api` in a profile (addendum 1 and 2). */
export function operationPath(operation: Operation<string>, switches: PathSwitches): string {
  const overridden = switches.paths[operation.id]
  if (overridden !== undefined) return overridden
  return switches.recurrentPath === 'make-rebill' ? operation.olderPath ?? operation.path : operation.path
}

/** Every documented path of an operation; the recurrent payment has two (addendum 2). */
export function documentedPaths({ path, olderPath }: Pick<Operation, 'path' | 'olderPath'>): readonly string[] {
  return olderPath === undefined ? [path] : [path, olderPath]
}

export type PathProblem =
  /** A segment begins or ends with a dot: `..` leads elsewhere, and servers may drop a dot at the end. */
  | { readonly kind: 'dots' }
  /** `path` is a path of `operation`, in this profile or in the documents. */
  | { readonly kind: 'of-other-operation'; readonly operation: OperationId; readonly path: string }

/**
 * The problem with the path that a profile sets for an operation; null if it is valid or not set. SECURITY: a status
 * query, a full refund and a void have the same control text (addendum 4), so only the path distinguishes them. As
 * lenient servers read paths, a path must not equal, begin with or be a prefix of another operation's path, in this
 * profile or in the documents. This also holds between two operations that move money.
 */
export function pathProblem(id: string, switches: PathSwitches): PathProblem | null {
  const override = switches.paths[id]
  if (override === undefined) return null
  if (/[/\\]\.|\.[/\\]/.test(decodedFully(override))) return { kind: 'dots' }
  const own = lenientSegments(override)
  for (const other of operationIds) {
    if (other === id) continue
    const taken = [operationPath(operations[other], switches), ...documentedPaths(operations[other])]
    const path = taken.find((one) => leadsTo(own, operations[other], lenientSegments(one)))
    if (path !== undefined) return { kind: 'of-other-operation', operation: other, path }
  }
  return null
}

/** SECURITY: some servers search the whole URL for a path, so no path may contain one that moves money. */
function leadsTo(own: readonly string[], other: Operation, otherPath: readonly string[]): boolean {
  return oneBeginsWithOther(own, otherPath) || (touchesMoney(other) && containsPath(own, otherPath))
}

/** The operations with an invalid path in a profile, each with its problem; empty if all can be sent. */
export function pathProblems(switches: PathSwitches): { readonly id: OperationId; readonly problem: PathProblem }[] {
  return operationIds.flatMap((id) => {
    const problem = pathProblem(id, switches)
    return problem === null ? [] : [{ id, problem }]
  })
}
