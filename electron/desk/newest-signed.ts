import type { Failure } from '#shared/model/failure.ts'
import type { Present } from '#shared/model/newest.ts'
import type { Result } from '#shared/result.ts'

/** Which of what is signed is the newest of its subject. */
export interface Newest {
  /** Whether a signature that is right is also the newest of its subject. `newest` where there is no keychain. */
  check(present: Present): Promise<Result<'newest' | 'older', Failure>>
  /** The number of the next signature of a subject. */
  numberFor(present: Present): Promise<Result<number, Failure>>
  /** A signature with this number is in its file. Where it cannot be noted now, the next check notes it. */
  kept(present: Present): Promise<void>
  /** A subject is about to be removed: from now on whatever is put back is older. */
  removing(present: Present): Promise<Result<null, Failure>>
  /** What was neither removed nor is there. */
  missing(): Promise<readonly { readonly subject: string; readonly name: string }[]>
  /** Reads everything again when it is needed: the vault was locked. */
  forget(): void
}
