import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, type Result } from '#shared/result.ts'

/** Runs work, unless other work is in progress: then it fails with `maintenance-under-way`. */
export type InTurn = <Value>(work: () => Promise<Result<Value, Failure>>) => Promise<Result<Value, Failure>>

/**
 * Creates the mutex that backups, restores, salvages, exports and removals of content share: none of them may run
 * during another.
 */
export function mutex(): InTurn {
  let isRunning = false
  return async (work) => {
    if (isRunning) return failed({ code: 'maintenance-under-way' })
    isRunning = true
    try {
      return await work()
    } finally {
      isRunning = false
    }
  }
}
