import type { Failure } from '#shared/model/answers/failure.ts'
import type { Present } from '#shared/model/history/newest.ts'
import type { Result } from '#shared/result.ts'

/** Decides whether signed content is the newest of its subject. */
export interface Newest {
  /** Whether a valid signature is also the newest of its subject. `newest` where there is no keychain. */
  check(present: Present): Promise<Result<'newest' | 'older', Failure>>
  /**
   * Runs what signs or removes a subject, one after the other: two signatures at once would have the same number, and
   * the earlier content could be put back as the newest. Must not be called within itself.
   */
  alone<Value>(work: () => Promise<Value>): Promise<Value>
  /** The number of the next signature of a subject; call it within `alone`. */
  numberFor(present: Present): Promise<Result<number, Failure>>
  /** A signature with this number is in its file. Where it cannot be recorded now, the next check records it. */
  kept(present: Present): Promise<void>
  /** A subject is about to be removed: every version put back later is older. */
  removing(present: Present): Promise<Result<null, Failure>>
  /** Subjects that were not removed and do not exist. */
  missing(): Promise<readonly { readonly subject: string; readonly name: string }[]>
  /** Reads everything again when it is needed: the vault was locked. */
  forget(): void
}
