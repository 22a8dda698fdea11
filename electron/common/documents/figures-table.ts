import { builtFromMasked, maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Block, Column } from './document.ts'

/** A table whose first columns are texts; all others are numbers, which no masking may change. */
export function figuresTable(
  label: string, heads: readonly string[], rows: readonly (readonly string[])[], texts = 1,
): Block {
  const columns = heads.map((head, index): Column => ({ label: head, align: index < texts ? 'start' : 'end' }))
  return { kind: 'table', label, columns, rows: rows.map((cells) =>
    cells.map((cell, index) => (index < texts ? maskFreeText(cell) : builtFromMasked(cell)))) }
}
