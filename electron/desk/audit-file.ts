import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Result } from '#shared/result.ts'
import type { Digest } from '../journal/port.ts'

/** The audit file after the last write: which file, and its length. */
interface WrittenFile {
  readonly identity: string
  readonly bytes: number
}

/** The progress of the audit trail in a file: the last line written, by number and link. */
interface AuditPosition {
  readonly path: string
  readonly line: number
  readonly link: Digest
  readonly file: WrittenFile
}

/** The result of an append. `begunAgain`: a collector truncated or replaced the file, so writing began again. */
export type Appended =
  | { readonly kind: 'written'; readonly file: WrittenFile; readonly begunAgain: boolean }
  /** `why` is part of a sentence. */
  | { readonly kind: 'refused'; readonly why: string }

/** The file that a collector reads, and its progress. Implemented by main. */
export interface AuditFile {
  /**
   * Returns the path of the audit file in a folder that a person chose. It must not lead through a link, and every line
   * of an existing file must belong to an audit trail. Fails with part of a sentence. Writes nothing.
   */
  choose(folder: string): Promise<Result<string, string>>
  /**
   * Appends whole lines; they are durable when it resolves. Creates the file, readable by its owner alone. Never
   * rejects. `last` is the position after the last write to this path. With it, the file is recognised by identity,
   * length and last line; without it, the whole file must be an audit trail. Empty text only checks whether writing is
   * possible.
   */
  append(path: string, lines: string, last: AuditPosition | null): Promise<Appended>
  /** The position for a path; null before its first line, and if the stored positions cannot be read. */
  position(path: string): AuditPosition | null
  /** Stores the position durably. Throws if it cannot; then lines are written again later. */
  keepPosition(position: AuditPosition): void
}

/** The folder that a person chose for the audit file, until the settings are saved. */
export interface AuditFileChoice {
  /** Shows the system's folder dialog. A new choice replaces the previous one. */
  choose(): Promise<CallAnswer<'settings.chooseAuditFile'>>
  /** The path of a handle; null for any other handle, and after a lock. */
  pathOf(handle: string): string | null
  /** Forgets the choice, as the desk is locked. */
  drop(): void
}
