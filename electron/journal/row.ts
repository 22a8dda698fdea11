import type { SQLOutputValue } from 'node:sqlite'

/** A row as SQLite returns it. */
export type Row = Record<string, SQLOutputValue>

/** A column with text; throws for any other value. The caller names the brand under which the text was stored. */
export function text<Branded extends string = string>(row: Row, column: string): Branded {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`column ${column} holds no text`)
  return value as Branded
}

/** A column with text or null. */
export function optionalText<Branded extends string = string>(row: Row, column: string): Branded | null {
  return row[column] === null ? null : text<Branded>(row, column)
}

/** A column with a whole number; throws for any other value. */
export function integer(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new Error(`column ${column} holds no number`)
  return value
}

/** A column with a whole number or null. */
export function optionalInteger(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column)
}

/** A column with bytes; throws for any other value. */
export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw new Error(`column ${column} holds no bytes`)
  return value
}
