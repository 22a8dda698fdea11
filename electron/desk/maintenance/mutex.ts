import type { Failure } from '#shared/model/failure.ts'
import { failed, type Result } from '#shared/result.ts'

/** Runs work unless other work of its kind is under way: then it is refused as `maintenance-under-way`. */
export type InTurn = <Value>(work: () => Promise<Result<Value, Failure>>) => Promise<Result<Value, Failure>>

/**
 * A turn that backups, restores, salvages, exports and deletions of the history share: none of them may meet another
 * half-way.
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
