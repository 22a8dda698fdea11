import type { Digest } from '../journal/port.ts'

/** How far the audit trail stands in a file: up to the line of this number, which had this link. */
interface AuditPosition {
  readonly path: string
  readonly line: number
  readonly link: Digest
}

/** The file that a collector reads, and how far it was written. Main fills it. */
export interface AuditFile {
  /**
   * Appends whole lines, on the disk when it answers; creates the file for its owner alone. Null when that was done,
   * else why not, as half a sentence. Never rejects. Empty text only looks whether it could be done.
   */
  append(path: string, lines: string): Promise<string | null>
  /** Null before the first line, and when what was kept cannot be read. */
  position(): AuditPosition | null
  /** Keeps the position durably. Throws when it cannot: lines are written again then. */
  keepPosition(position: AuditPosition): void
}
