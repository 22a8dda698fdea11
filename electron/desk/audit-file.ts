import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Result } from '#shared/result.ts'
import type { Digest } from '../journal/port.ts'

/** The audit file after the last write: which file, and its length. */
interface WrittenFile {
  readonly identity: string
  readonly bytes: number
}

/** The progress of the audit trail in a file: up to the line of this number, which had this link. */
interface AuditPosition {
  readonly path: string
  readonly line: number
  readonly link: Digest
  readonly file: WrittenFile
}

/** The result of an append. `begunAgain`: a collector has truncated or replaced the file. */
export type Appended =
  | { readonly kind: 'written'; readonly file: WrittenFile; readonly begunAgain: boolean }
  /** `why` is half a sentence. */
  | { readonly kind: 'refused'; readonly why: string }

/** The file that a collector reads, and its progress. Main implements it. */
export interface AuditFile {
  /**
   * The path of the audit file in a folder that a person chose. It must not lead through a link, and an existing file
   * must be an audit trail, to the last line. Fails with half a sentence. Writes nothing.
   */
  choose(folder: string): Promise<Result<string, string>>
  /**
   * Appends whole lines, durably when it resolves; creates the file for its owner alone. Never rejects. `last` is the
   * position after the last write to this path: without it the whole file must be an audit trail, with it the file is
   * recognised by identity, length and last line. Empty text only checks whether writing is possible.
   */
  append(path: string, lines: string, last: AuditPosition | null): Promise<Appended>
  /** That of a path; null before its first line, and when the stored positions cannot be read. */
  position(path: string): AuditPosition | null
  /** Stores the position durably. Throws when it cannot: lines are written again then. */
  keepPosition(position: AuditPosition): void
}

/** The folder of the audit file that a person has chosen, between the dialog and the saving of the settings. */
export interface AuditFileChoice {
  /** Shows the system's dialog for the folder. The newest choice replaces the previous one. */
  choose(): Promise<CallAnswer<'settings.chooseAuditFile'>>
  /** The path of a handle; null for any other handle, and after a lock. */
  pathOf(handle: string): string | null
  /** Forgets the choice: the desk is locked. */
  drop(): void
}
