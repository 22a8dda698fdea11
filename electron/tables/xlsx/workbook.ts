/** Reads the first visible sheet of an XLSX workbook as the text that a person sees. Formulas are not evaluated. */
import { posix } from 'node:path'
import { Refusal, type RawRow } from '../raw-table.ts'
import { openArchive, type ReadPart } from './archive.ts'
import { numberFormat, type NumberFormat } from './number-format.ts'
import { numberText } from './number-text.ts'
import { readXml } from './read-xml.ts'
import { readSheet, type CellText } from './sheet.ts'

/** Reads the rows of the first visible sheet. For a formula it takes its saved result. Throws a `Refusal`. */
export function readWorkbook(bytes: Uint8Array, mostRows: number): RawRow[] {
  const part = openArchive(bytes)
  const path = relationsOf(part, '').find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  const workbook = part(path)
  if (workbook === null) throw new Refusal('not-a-workbook')
  const relations = relationsOf(part, path)
  const partOf = (type: string): string => part(relations.find((one) => one.type.endsWith(type))?.target ?? '') ?? ''
  const { sheetId, countsFrom1904 } = firstSheet(workbook)
  const sheets = relations.filter(({ type }) => type.endsWith('/worksheet'))
  const sheet = part((sheets.find(({ id }) => id === sheetId) ?? sheets[0])?.target ?? '')
  if (sheet === null) throw new Refusal('not-a-workbook')
  const cellText = cellTexts(sharedTexts(partOf('/sharedStrings')), formatsOf(partOf('/styles')), countsFrom1904)
  return readSheet(sheet, cellText, mostRows)
}

function cellTexts(texts: readonly string[], formats: readonly NumberFormat[], countsFrom1904: boolean): CellText {
  return ({ type, style, stored }) => {
    switch (type) {
      case 's': return texts[Number(stored)] ?? ''
      case 'b': return stored === '1' ? 'true' : 'false'
      case 'n': return numberText(stored, formats[Number(style)] ?? { kind: 'general' }, countsFrom1904)
      // Dates as text, errors, inline text, and the saved text of a formula.
      default: return unescaped(stored)
    }
  }
}

interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
}

/** The parts that a part refers to. SECURITY: never one outside the archive. */
function relationsOf(part: ReadPart, path: string): Relation[] {
  const found: Relation[] = []
  readXml(part(posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)) ?? '<Relationships/>', {
    open(name, attribute) {
      const target = attribute('Target') ?? ''
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
      found.push({
        id: attribute('Id') ?? '', type: attribute('Type') ?? '',
        target: posix.join(target.startsWith('/') ? '' : posix.dirname(path), target).replace(/^\//, ''),
      })
    },
  })
  return found
}

function firstSheet(workbook: string): { readonly sheetId: string; readonly countsFrom1904: boolean } {
  const visible: string[] = []
  let countsFrom1904 = false
  readXml(workbook, {
    open(name, attribute) {
      if (name === 'workbookPr') countsFrom1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '')
      if (name === 'sheet' && (attribute('state') ?? 'visible') === 'visible') visible.push(attribute('r:id') ?? '')
    },
  })
  return { sheetId: visible[0] ?? '', countsFrom1904 }
}

/** The texts that cells refer to by number, without the pronunciations of East Asian texts. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let isText = false
  let isReading = false
  readXml(xml === '' ? '<sst/>' : xml, {
    open(name) {
      if (name === 'si') texts.push('')
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text(text) {
      if (isText) texts[texts.length - 1] += text
    },
    close(name) {
      isText = false
      if (name === 'rPh') isReading = false
    },
  })
  return texts.map(unescaped)
}

/** The format of each cell style, in order. */
function formatsOf(xml: string): NumberFormat[] {
  const codes = new Map<string, string>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  readXml(xml === '' ? '<styleSheet/>' : xml, {
    open(name, attribute) {
      if (name === 'numFmt') codes.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '')
      if (name === 'cellXfs') isOfCells = true
      const id = attribute('numFmtId') ?? '0'
      if (name === 'xf' && isOfCells) formats.push(numberFormat(id, codes.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

/** Decodes characters that XML cannot contain, which are written as "_x000D_". */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
