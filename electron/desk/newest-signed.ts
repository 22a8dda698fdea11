import type { Failure } from '#shared/model/answers/failure.ts'
import type { Present } from '#shared/model/history/newest.ts'
import type { Result } from '#shared/result.ts'

/** Records which signed content is the newest of its subject, so that older content is detected. */
export interface Newest {
  /** Whether content with a valid signature is also the newest of its subject. Without a keychain always `newest`. */
  check(present: Present): Promise<Result<'newest' | 'older', Failure>>
  /**
   * Runs work that signs or removes a subject; one at a time. Two signatures at once would have the same number, and
   * the earlier content could be put back as the newest. Must not be called within itself.
   */
  alone<Value>(work: () => Promise<Value>): Promise<Value>
  /** The number of the next signature of a subject; call it within `alone`. */
  numberFor(present: Present): Promise<Result<number, Failure>>
  /** Records that a signature with this number was saved. If that fails, the next check records it. */
  kept(present: Present): Promise<void>
  /** Records that a subject is about to be removed: every version that is put back later is then older. */
  removing(present: Present): Promise<Result<null, Failure>>
  /** Subjects that do not exist although they were not removed. */
  missing(): Promise<readonly { readonly subject: string; readonly name: string }[]>
  /** Discards what was read, as the vault was locked; it is read again when needed. */
  forget(): void
}
