import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Result } from '#shared/result.ts'
import type { Digest } from '../journal/port.ts'

/** The audit file as it was after the last write: which file, and how long. */
interface WrittenFile {
  readonly identity: string
  readonly bytes: number
}

/** How far the audit trail stands in a file: up to the line of this number, which had this link. */
interface AuditPosition {
  readonly path: string
  readonly line: number
  readonly link: Digest
  readonly file: WrittenFile
}

/** What became of an append. `begunAgain`: a collector has truncated the file or put another one in its place. */
export type Appended =
  | { readonly kind: 'written'; readonly file: WrittenFile; readonly begunAgain: boolean }
  /** `why` is half a sentence. */
  | { readonly kind: 'refused'; readonly why: string }

/** The file that a collector reads, and how far it was written. Main fills it. */
export interface AuditFile {
  /**
   * The path of the audit file in a folder that a person chose, where it may be there: no link leads to it, and what is
   * in the file already is an audit trail, to the last line. Fails with half a sentence. Writes nothing.
   */
  choose(folder: string): Promise<Result<string, string>>
  /**
   * Appends whole lines, on the disk when it answers; creates the file for its owner alone. Never rejects. `last` is
   * the position after the last write to this path: without it the whole file must be an audit trail, with it the file
   * is recognised by identity, length and last line. Empty text only checks whether it can be done.
   */
  append(path: string, lines: string, last: AuditPosition | null): Promise<Appended>
  /** Null before the first line, and when what was kept cannot be read. */
  position(): AuditPosition | null
  /** Keeps the position durably. Throws when it cannot: lines are written again then. */
  keepPosition(position: AuditPosition): void
}

/** The folder of the audit file that a person has chosen, between the dialog and the saving of the settings. */
export interface AuditFileChoice {
  /** Asks for the folder in the system's dialog. The newest choice replaces the one before. */
  choose(): Promise<CallAnswer<'settings.chooseAuditFile'>>
  /** The path that a handle stands for; null for any other handle, and after a lock. */
  pathOf(handle: string): string | null
  /** Forgets the choice: the desk is locked. */
  drop(): void
}
