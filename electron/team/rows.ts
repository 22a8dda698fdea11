/** Reads rows of texts. Throws for an unexpected value: a query is wrong, or the database is no team journal. */
import type { UtcTime } from '#shared/brands.ts'
import type { TextRow } from './connection.ts'

/** An SQL expression for a time in UTC with microseconds, the server's full precision. */
export const utc = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A text; throws without one. */
export function text<Text extends string = string>(row: TextRow, column: string): Text {
  const value = row[column]
  if (value == null) throw new Error(`the team journal has no ${column}`)
  return value as Text
}

/** A text, or null. */
export function textOrNull<Text extends string = string>(row: TextRow, column: string): Text | null {
  return (row[column] ?? null) as Text | null
}

/** A whole number that counts rows or events. */
export function count(row: TextRow, column: string): number {
  const value = text(row, column)
  const number = Number(value)
  if (!/^\d{1,15}$/.test(value) || !Number.isSafeInteger(number)) throw new Error(`the team journal has a wrong ${column}`)
  return number
}

/** A time of `utc`, cut to milliseconds like all other times. */
export function utcOf(row: TextRow, column: string): UtcTime {
  return `${text(row, column).slice(0, 23)}Z` as UtcTime
}

/** An array of texts, parsed from JSON. */
export function jsonTexts<Text extends string = string>(row: TextRow, column: string): Text[] {
  const value: unknown = JSON.parse(text(row, column))
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new Error(`the team journal has a wrong ${column}`)
  }
  return value as Text[]
}
