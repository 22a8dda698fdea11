import { builtFromMasked, maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Block, Column } from './document.ts'

/** Builds a table. The first `texts` columns are masked text; all others are numbers, which masking must not change. */
export function figuresTable(
  label: string, heads: readonly string[], rows: readonly (readonly string[])[], texts = 1,
): Block {
  const columns = heads.map((head, index): Column => ({ label: head, align: index < texts ? 'start' : 'end' }))
  return { kind: 'table', label, columns, rows: rows.map((cells) =>
    cells.map((cell, index) => (index < texts ? maskFreeText(cell) : builtFromMasked(cell)))) }
}
