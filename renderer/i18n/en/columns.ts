/** Texts of the columns of a table that a person opened. */
export const columns = {
  table: 'Columns of the table',
  header: 'Column',
  examples: 'First values',
  meaning: 'Contains',
  meaningOf: 'Contents of the column {column}',
  none: 'Not used',
  unnamed: 'Column {place}',
  decimal: { point: 'Point: 1,234.50', comma: 'Comma: 1.234,50' },
} as const
