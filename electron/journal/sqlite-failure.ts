import { codeOf, reasonOf } from '../common/files/file-failure.ts'

/** SQLite's primary result codes as sentences for a person. Other codes are defects of this application. */
const reasons: ReadonlyMap<number, string> = new Map([
  [3, 'The journal may not be written: permission was refused.'],
  [5, 'Another program holds the journal.'],
  [6, 'Another program holds the journal.'],
  [7, 'There is not enough memory to write the journal.'],
  [8, 'The journal is read-only.'],
  [10, 'Reading or writing the disk failed.'],
  [11, 'The journal file is damaged.'],
  [13, 'The disk is full.'],
  [14, 'The journal file cannot be opened: its folder is missing or may not be written.'],
  [22, 'The disk does not support what the journal needs.'],
  [23, 'The journal may not be opened: permission was refused.'],
  [26, 'The file is not a journal.'],
])

const uniqueConstraint = 2067

/** The journal's file was deleted or replaced while it was open: data written to it would be lost. */
export class JournalFileMissing extends Error {
  override readonly name = 'JournalFileMissing'
}

/** SQLite's extended result code of an error; null for an error that is not SQLite's. */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null
  return typeof error.errcode === 'number' ? error.errcode : null
}

/** SQLite's primary result code of an error (the low byte of the code); null for an error that is not SQLite's. */
export function primaryResultCode(error: unknown): number | null {
  const code = resultCode(error)
  return code === null ? null : code & 0xff
}

const corrupt = 11
const notADatabase = 26

/** True if the file differs from what this application wrote: SQLite reports it, or a row has an impossible number. */
export function meansDamaged(error: unknown): boolean {
  const code = primaryResultCode(error)
  return code === corrupt || code === notADatabase || isImpossibleNumber(error)
}

/** Whether Node refused to read a number that JavaScript cannot represent. The application writes none. */
function isImpossibleNumber(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
}

/** True if a statement violated the unique index over exactly these columns. */
export function brokeUniqueIndex(error: unknown, columns: string): boolean {
  return resultCode(error) === uniqueConstraint && error instanceof Error && error.message.endsWith(`failed: ${columns}`)
}

/** A plain sentence without paths or content; null for an error that is a defect of this application. */
export function plainReason(error: unknown): string | null {
  if (error instanceof JournalFileMissing) return 'The journal file was deleted or replaced while the application ran.'
  if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE') return 'The journal is closed.'
  if (isImpossibleNumber(error)) return 'The journal file is damaged.'
  const primary = primaryResultCode(error)
  const reason = primary === null ? undefined : reasons.get(primary)
  return reason === undefined ? null : `${reason} (SQLite ${String(resultCode(error))})`
}

/** An error of the disk, from SQLite or Node, as a plain sentence; null for a defect of this application. */
export function diskReason(error: unknown): string | null {
  const detail = plainReason(error)
  if (detail !== null) return detail
  const code = codeOf(error)
  return code === null || code.startsWith('ERR_') ? null : `The disk did not take it: ${reasonOf(error)}.`
}
