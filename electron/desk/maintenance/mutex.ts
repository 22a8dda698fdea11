import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, type Result } from '#shared/result.ts'

/** Runs work unless other work is in progress: then it is refused as `maintenance-under-way`. */
export type InTurn = <Value>(work: () => Promise<Result<Value, Failure>>) => Promise<Result<Value, Failure>>

/**
 * Creates the turn that backups, restores, salvages, exports and deletions of the history share: none of them may run
 * during another.
 */
export function mutex(): InTurn {
  let underWay = false
  return async (work) => {
    if (underWay) return failed({ code: 'maintenance-under-way' })
    underWay = true
    try {
      return await work()
    } finally {
      underWay = false
    }
  }
}
