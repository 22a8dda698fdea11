import type { JournalHead } from '#shared/model/journal-head.ts'

/** The newest link of the journal when it was signed last, as the keychain keeps it; `link` is hexadecimal. */
export interface JournalEnd {
  readonly position: number
  readonly link: string
  readonly at: string
  /** The highest number that an epoch of the history had on this computer; absent before the first end with one. */
  readonly epoch?: number
  /** The newest head that was signed; absent before the first one. */
  readonly head?: JournalHead
  /**
   * When a restore was begun that has not ended since. Its chain may take the place of this end at the next start: a
   * file that claims so without this was put there by somebody.
   */
  readonly restoring?: string
}
