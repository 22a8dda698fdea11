/** Why a table was not read. `{detail}` is the limit that was exceeded, or the column or line concerned. */
export const tableRefused = {
  'empty': 'It contains no rows.',
  'binary': 'It is not a text file with separated values, and not an XLSX workbook.',
  'too-large': 'It is over the limit of {detail}.',
  'too-many-rows': 'It has more rows than the limit of {detail}.',
  'too-many-columns': 'It has more columns than the limit of {detail}.',
  'cell-too-long': 'A cell is longer than a cell may be: {detail}.',
  'quote-never-ends': 'A quotation mark is opened and never closed: {detail}.',
  'encrypted': 'The workbook is protected by a password. Save it without one.',
  'macros': 'The workbook contains macros. Save it as XLSX without macros, or as CSV.',
  'not-a-workbook': 'The workbook is damaged, or is not XLSX.',
  'expands-too-far': 'Its unpacked content is over the limit of {detail}.',
  'one-column': 'It has one column only. Separate the columns by commas, semicolons, tabs or pipes.',
  'changed-while-read': 'The file changed while it was read.',
  'unreadable': 'The file cannot be read: {detail}.',
  'more-cells-than-columns': 'Line {detail} has more cells than the first line. Put cells that contain the separator in quotation marks.',
  'holds-card-numbers': 'It contains card numbers or cvv: {detail}. Remove them, and use card references instead.',
} as const
