/** The rows of a sheet, as text. */
import { largestFile, longestCell, mostColumns } from '#shared/model/values/table.ts'
import { Refusal, type RawRow } from '../raw-table.ts'
import { firstMerged } from './merged-cells.ts'
import { readXml } from './read-xml.ts'

/** The text of a cell by its type, style and stored value. */
export type CellText = (cell: { readonly type: string; readonly style: string; readonly stored: string }) => string

/**
 * The most characters of all cells, as many as in the largest text file. SECURITY: a workbook stores a text once,
 * whatever the number of its cells, and main gets one for each cell.
 */
const mostText = largestFile

/**
 * Reads the rows of a sheet's XML without empty ones. Throws a `Refusal`, also if a person sees something else: a row
 * is hidden, or a cell has no text of its own (a refund without its amount would be a full refund).
 */
export function readSheet(xml: string, cellText: CellText, mostRows: number): RawRow[] {
  const rows: RawRow[] = []
  let line = 0
  let isHidden = false
  let cells: string[] = []
  let column = -1
  let cell = { type: 'n', style: '', stored: '', isFormula: false }
  const merged: string[] = []
  let textLeft = mostText
  /** True inside an element whose text is the cell's; false inside a formula (`f`). */
  let isText = false
  readXml(xml, {
    open(name, attribute) {
      if (name === 'row') {
        line = numberOf(attribute('r')) ?? line + 1
        isHidden = /^(?:1|true)$/.test(attribute('hidden') ?? '')
        cells = []
        column = -1
      } else if (name === 'c') {
        column = columnOf(attribute('r')) ?? column + 1
        cell = { type: attribute('t') ?? 'n', style: attribute('s') ?? '', stored: '', isFormula: false }
      } else if (name === 'f') cell.isFormula = true
      else if (name === 'mergeCell') merged.push(attribute('ref') ?? '')
      isText = name === 'v' || name === 't'
    },
    text(text) {
      if (isText) cell.stored += text
    },
    close(name) {
      isText = false
      if (name === 'c') {
        // The saved result of a formula may be an empty text, whose type is then `str`.
        if (cell.isFormula && cell.stored === '' && cell.type !== 'str') throw new Refusal('formula-without-result', line)
        const text = cellText(cell)
        put(cells, column, text)
        textLeft -= text.length
        if (textLeft < 0) throw new Refusal('expands-too-far', mostText)
      } else if (name === 'row' && cells.some((text) => text.trim() !== '')) {
        if (isHidden) throw new Refusal('hidden-rows', line)
        rows.push({ line, cells: Array.from(cells, (text: string | undefined) => text ?? '') })
        if (rows.length > mostRows + 1) throw new Refusal('too-many-rows', mostRows)
      }
    },
  })
  const lineOfMerged = firstMerged(merged, rows, columnOf)
  if (lineOfMerged !== null) throw new Refusal('merged-cells', lineOfMerged)
  return rows
}

function put(cells: string[], column: number, text: string): void {
  if (text === '') return
  if (column >= mostColumns) throw new Refusal('too-many-columns', mostColumns)
  if (text.length > longestCell) throw new Refusal('cell-too-long', longestCell)
  cells[column] = text
}

function numberOf(text = ''): number | null {
  return /^\d{1,7}$/.test(text) ? Number(text) : null
}

/** The column of an address such as "AB12", from 0; null without one. */
function columnOf(address = ''): number | null {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(address)?.[0]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
