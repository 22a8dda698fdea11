import fc from 'fast-check'
import writeExcelFile from 'write-excel-file/node'
import { zipSync, strToU8, type Zippable } from 'fflate'
import { describe, expect, it } from 'vitest'
import { csvRow, spreadsheetText, withoutApostrophe, withoutTextFormula } from '#shared/csv.ts'
import type { ReadTable } from '#shared/model/values/table.ts'
import { readTable } from '../../../electron/tables/read-table.ts'

const mostRows = 1_000

function read(source: Uint8Array<ArrayBuffer> | string, most = mostRows) {
  return readTable(typeof source === 'string' ? { kind: 'text', text: source } : { kind: 'bytes', bytes: source }, most)
}

function table(source: Uint8Array<ArrayBuffer> | string): ReadTable {
  const found = read(source)
  if (!found.ok) expect.fail(`not read: ${found.failure.why} ${found.failure.detail}`)
  return found.value
}

function refused(source: Uint8Array<ArrayBuffer> | string, most = mostRows): string {
  const found = read(source, most)
  if (found.ok) expect.fail('read what it should have refused')
  return `${found.failure.why} ${found.failure.detail}`.trim()
}

/** A text in a code page, by the reverse of its decoder. */
function encoded(text: string, codePage: 'windows-1251' | 'windows-1252'): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const signs = new Map([...new TextDecoder(codePage).decode(bytes)].map((sign, byte) => [sign, byte]))
  return Uint8Array.from(text, (sign) => signs.get(sign) ?? expect.fail(`${codePage} has no ${sign}`))
}

function utf16(text: string, bigEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !bigEndian)
  return new Uint8Array(view.buffer)
}

const encodings = {
  'UTF-8': (text) => strToU8(text),
  'UTF-8 with its mark': (text) => strToU8(`\uFEFF${text}`),
  'UTF-16 LE': (text) => utf16(text, false),
  'UTF-16 BE with its mark': (text) => utf16(`\uFEFF${text}`, true),
} as const satisfies Record<string, (text: string) => Uint8Array<ArrayBuffer>>

const dialects = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'), lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  quotes: fc.constantFrom('where needed', 'everywhere'), endsWithLine: fc.boolean(),
})
type Dialect = typeof dialects extends fc.Arbitrary<infer Value> ? Value : never

function written(rows: readonly (readonly string[])[], { delimiter, lineEnd, quotes, endsWithLine }: Dialect): string {
  const cell = (text: string): string => (quotes === 'everywhere' || /["\r\n]/.test(text) || text.includes(delimiter)
    ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((cells) => cells.map(cell).join(delimiter)).join(lineEnd) + (endsWithLine ? lineEnd : '')
}

const cells = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9 .,;|"'=+-]{0,12}$/), fc.constantFrom('Zoë', 'Анна', 'a\nb', 'a\r\nb', '10,15', '"'),
)

/** Without a C, none is the name of a cvv (cvc, cvn, csc), whose column is refused. */
const columnNames = fc.stringMatching(/^[ABD-Z][abd-z]{1,8} [abd-z]{1,4}$/)

/** Names of columns, and cells with all characters that a dialect has to quote. */
const tables = fc.integer({ min: 2, max: 6 }).chain((columns) => fc.record({
  head: fc.uniqueArray(columnNames, { minLength: columns, maxLength: columns }),
  rows: fc.array(
    fc.array(cells, { minLength: columns, maxLength: columns }).map(([first, ...others]) => [`x${first}`, ...others]),
    { minLength: 1, maxLength: 8 },
  ),
}))

describe('a table', () => {
  it('in any dialect and encoding is read back unchanged', () => {
    const encoders = fc.constantFrom(...Object.values(encodings))
    fc.assert(fc.property(tables, dialects, encoders, ({ head, rows }, dialect, encode) => {
      const found = table(encode(written([head, ...rows], dialect)))
      expect(found.columns).toEqual(head)
      expect(found.rows.map(({ cells }) => cells))
        .toEqual(rows.map((cells) => cells.map((cell) => withoutApostrophe(withoutTextFormula(cell)))))
    }), { numRuns: 120 })
  })

  it('that this application saved is read back unchanged', () => {
    const protectedCells = fc.constantFrom('0042', '17957798595190001', '=1+1', '-5.00', '203.0.113.9', '\'0042', '1234.5', '20 Nov 2026')
    const saved = tables.chain(({ head, rows }) => fc.record({
      head: fc.constant(head),
      rows: fc.tuple(...rows.map((cells) => fc.tuple(...cells.map((cell) => fc.oneof(fc.constant(cell.replaceAll(';', ',')), protectedCells))))),
    }))
    fc.assert(fc.property(saved, ({ head, rows }) => {
      const found = table(strToU8(`\uFEFF${[head, ...rows].map((cells) => csvRow(cells.map(spreadsheetText))).join('')}`))
      expect([found.columns, ...found.rows.map(({ cells }) => cells)]).toEqual([head, ...rows])
    }), { numRuns: 120 })
  })

  it('has the line of the file for each row, whatever was before it', () => {
    expect(table('a;b\r\n1;"x\r\ny"\r\n\r\n;\r\n2;z').rows.map(({ line }) => line)).toEqual([2, 6])
  })

  it.each([
    ['windows-1251', 'Имя;Сумма\nБорис Ёлкин;10\nАнна;20', 'Борис Ёлкин'],
    ['windows-1252', 'Name;Betrag\nJürgen Müßig;10\nZoë;20', 'Jürgen Müßig'],
  ] as const)('in %s is read in its language', (codePage, text, name) => {
    expect(table(encoded(text, codePage)).rows[0]?.cells[0]).toBe(name)
  })

  it('may have ids as formulas of a text, which other programs write so that a spreadsheet keeps their zeros', () => {
    expect(table('id,amount\n="00123",1.00\n"=""00124""",2.00\n="a"&"b",3').rows.map(({ cells }) => cells))
      .toEqual([['00123', '1.00'], ['00124', '2.00'], ['="a"&"b"', '3']])
    expect(refused(`Card number,Amount\n="${'4111111111111111'}",1.00\n`)).toBe('holds-card-numbers Card number')
  })

  it.each([';', ',', '\t', '|'])('may begin with the line that names its separator %s to a spreadsheet', (sign) => {
    expect(table(`\uFEFFsep=${sign}\r\nid${sign}amount\r\n1${sign}2\r\n`)).toEqual({
      columns: ['id', 'amount'], rows: [{ line: 3, cells: ['1', '2'] }],
    })
  })

  it('may have cells only in its first column, with other delimiters in them', () => {
    expect(table('a;b\nx,1;\ny|2;').rows.map(({ cells }) => cells)).toEqual([['x,1', ''], ['y|2', '']])
  })

  it('may have single quotes around each cell, and one column', () => {
    expect(table("'a','b'\n'it''s','1,2'").rows[0]?.cells).toEqual(["it's", '1,2'])
    expect(table('Order id\n1001\n1002').columns).toEqual(['Order id'])
  })

  it('of a workbook has texts, numbers and dates as a person sees them', async () => {
    const data = [
      [{ value: 'Name' }, { value: 'Amount' }, { value: 'Day' }, { value: 'Ok' }, { value: 'Long' }],
      [{ value: 'Анна\n"x"' }, { value: 10.149999999999999, format: '0.00' },
        { value: new Date(Date.UTC(2026, 10, 20)), format: 'dd.mm.yyyy' },
        { value: true }, { value: 1234567890123456 }],
    ]
    const saved = await writeExcelFile([{ sheet: 'One', data }]).toBuffer()
    expect(table(new Uint8Array(saved))).toEqual({
      columns: ['Name', 'Amount', 'Day', 'Ok', 'Long'],
      rows: [{ line: 2, cells: ['Анна\n"x"', '10.15', '2026-11-20', 'true', '1.23456789012346E+15'] }],
    })
  })
})

/** A workbook of one sheet, of the parts that a reader needs. */
function workbook(rows: string, others: Zippable = {}): Uint8Array<ArrayBuffer> {
  const rel = (id: string, type: string, target: string, mode = ''): string =>
    `<Relationship Id="${id}" Type="x/${type}" Target="${target}" ${mode}/>`
  const rels = (content: string): Uint8Array => strToU8(`<Relationships>${content}</Relationships>`)
  return zipSync({
    '_rels/.rels': rels(rel('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet state="hidden" r:id="r9"/><sheet r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': rels(rel('r1', 'worksheet', 'worksheets/sheet1.xml') + rel('r2', 'externalLink', 'file:///etc/passwd', 'TargetMode="External"')),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    ...others,
  })
}

/** The signature of an entry in an archive's directory. */
const entry = 0x02014b50

/** The archive with another size of its largest part in its directory: it is refused by that, before it is expanded. */
function withStatedSize(archive: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(archive.buffer)
  const entries = Array.from(archive.keys())
    .filter((at) => at + 46 < archive.length && view.getUint32(at, true) === entry)
  const sizeOf = (at: number): number => view.getUint32(at + 24, true)
  const largest = entries.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0] ?? 0
  view.setUint32(largest + 24, size, true)
  return archive
}

const twoRows = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Amount</t></is></c></row>'
  + '<row r="2"><c r="A2" t="str"><f>HYPERLINK("http://evil.example")</f><v>click</v></c><c r="B2"><f>1+1</f><v>2</v></c></row>'

describe('a workbook', () => {
  it('has the saved value of a formula, and opens no link', () => {
    expect(table(workbook(twoRows)).rows).toEqual([{ line: 2, cells: ['click', '2'] }])
  })

  it.each([
    ['with macros', () => workbook(twoRows, { 'xl/vbaProject.bin': strToU8('x') }), 'macros'],
    ['that is encrypted', () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...utf16('EncryptedPackage', false)]), 'encrypted'],
    ['of before 2007', () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), 'not-a-workbook'],
    ['that is damaged', () => workbook(twoRows).slice(0, 200), 'not-a-workbook'],
    ['that is another archive', () => zipSync({ 'a.txt': strToU8('x') }), 'not-a-workbook'],
    ['that is no XML', () => workbook('<row><c>'), 'not-a-workbook'],
    ['that expands too far', () => withStatedSize(workbook(twoRows), 300_000_000), 'expands-too-far 268435456'],
  ])('%s is refused', (_name, bytes, why) => {
    expect(refused(bytes())).toBe(why)
  })

  it('attack: a file of a few kB whose cells share one long text is refused before main gets a copy for each cell', () => {
    const rels = strToU8('<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>'
      + '<Relationship Id="r2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>')
    const rows = Array.from({ length: 800 }, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(2)}</row>`)
    const shared = (characters: number) => workbook(rows.join(''), {
      'xl/_rels/workbook.xml.rels': rels, 'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'x'.repeat(characters)}</t></si></sst>`),
    })
    expect(shared(40_000).length).toBeLessThan(3_000)
    expect(refused(shared(40_000))).toBe('expands-too-far 52428800')
    expect(table(shared(30_000)).rows).toHaveLength(799)
  })

  const text = (at: string, content: string): string => `<c r="${at}" t="inlineStr"><is><t>${content}</t></is></c>`
  const head = `<row r="1">${text('A1', 'Order id')}${text('B1', 'Amount')}</row>`

  it.each([
    ['<c r="B3"><f>B2*2</f><v></v></c>'], ['<c r="B3"><f>B2*2</f></c>'], ['<c r="B3"><f t="shared" si="0"/></c>'],
  ])('is refused with a formula that was never calculated: %s', (cell) => {
    const rows = `<row r="2">${text('A2', '1001')}<c r="B2"><v>4</v></c></row><row r="3">${text('A3', '1002')}${cell}</row>`
    expect(refused(workbook(head + rows))).toBe('formula-without-result 3')
  })

  it('may have a formula with an empty text as its result', () => {
    const row = `<row r="2">${text('A2', '1001')}<c r="B2" t="str"><f>IF(TRUE,"","x")</f><v></v></c></row>`
    expect(table(workbook(head + row)).rows).toEqual([{ line: 2, cells: ['1001', ''] }])
  })

  it('is refused with rows that a filter hides: a person who sees the others does not confirm these', () => {
    const rowsWith = (hidden: string) => `<row r="2">${text('A2', '1001')}</row><row r="3" ${hidden}>${text('A3', '1002')}</row><row r="4" hidden="1"/>`
    expect(refused(workbook(head + rowsWith('hidden="1"')))).toBe('hidden-rows 3')
    expect(refused(workbook(head + rowsWith('hidden="true"')))).toBe('hidden-rows 3')
    expect(table(workbook(head + rowsWith('hidden="0"'))).rows).toHaveLength(2)
  })

  const merged = (range: string, second = '') => workbook('', {
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${head}<row r="2">${text('A2', '1001')}${text('B2', '4')}</row>`
      + `<row r="3">${text('A3', '1002')}${second}</row></sheetData><mergeCells count="1"><mergeCell ref="${range}"/></mergeCells></worksheet>`),
  })

  it('is refused with a cell that is merged over several rows: only the first of them would have its text', () => {
    expect(refused(merged('B2:B3'))).toBe('merged-cells 2')
    expect(refused(merged('B2:C9'))).toBe('merged-cells 2')
  })

  it('is refused for that whatever the number of its merged cells', () => {
    expect(refused(merged(`B2:B3"/>${'<mergeCell ref="B2:B3"/>'.repeat(200_000)}<mergeCell ref="B2:B3`))).toBe('merged-cells 2')
  })

  it.each(['A1:B1', 'A2:B2', 'C2:C3', 'B3:B4', 'B9:B12', 'nonsense'])('may have merged cells if no row lacks a text: %s', (range) => {
    expect(table(merged(range, text('B3', '5'))).rows.map(({ cells }) => cells)).toEqual([['1001', '4'], ['1002', '5']])
  })

  it('names only the five entities of XML', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    const sheet = strToU8(`${bomb}<worksheet><sheetData>${twoRows.replace('Name', '&b;&amp;')}</sheetData></worksheet>`)
    expect(table(workbook('', { 'xl/worksheets/sheet1.xml': sheet })).columns[0]).toBe('&b;&')
  })
})

describe('a file that is not a table', () => {
  it.each([
    ['empty', '', 'empty'], ['with a first line alone', 'a,b', 'empty'], ['binary', '\u0000\u0001\u0002abc', 'binary'],
    ['a PDF', '%PDF-1.7\nabc', 'binary'], ['of an unknown delimiter', 'a^b\n1^2\n3^4', 'one-column 2'],
    ['whose rows have another delimiter', 'a,b\n1;2\n3;4', 'one-column 2'],
    ['with a quote that never ends', 'a,b\n1,2\n"3,4\n5,6', 'quote-never-ends 3'],
    ['with more cells than columns', 'id,amount\n1,10\n2,1,50', 'more-cells-than-columns 3'],
    ['with a million columns', `${'a,'.repeat(1_000_000)}b\n1`, 'too-many-columns 200'],
    ['with 201 columns', `${'a,'.repeat(200)}b\n1`, 'too-many-columns 200'],
    ['with a long cell', `a,b\n${'x'.repeat(70_001)},1`, 'cell-too-long 70000'],
    ['with a cell of megabytes', `a,b\n${'x'.repeat(3_000_000)},1`, 'cell-too-long 70000'],
  ])('%s is refused', (_name, text, why) => {
    expect(refused(strToU8(text))).toBe(why)
  })

  it('with more rows than the limit is refused, with the limit', () => {
    const rows = `a,b\n${'1,2\n'.repeat(11)}`
    expect(refused(rows, 10)).toBe('too-many-rows 10')
    expect(read(rows, 11).ok).toBe(true)
  })

  it.each([
    ['card numbers under any name', 'ref,amount\n4111111111111111,1\n5555 5555 5555 4444,2\n4012888888881881,3', 'ref'],
    ['card numbers of national networks', 'ref,amount\n9792000000000003,1\n8111000000000009,2\n8600 1111 2222 3334,3', 'ref'],
    ['a card number under its name', 'Card number,amount\n4111111111111111,1', 'Card number'],
    ['a cvv', 'card,CVV2\n1000001,123', 'CVV2'],
    ['card numbers behind apostrophes', "ref,amount\n'4111111111111111,1\n''5555 5555 5555 4444,2\n '4012888888881881,3", 'ref'],
    ['a card number behind an apostrophe under its name', "Card number,amount\n''4111111111111111,1", 'Card number'],
    ['a cvv behind an apostrophe', "card,'CVV2\n1000001,'012", "'CVV2"],
  ])('with a column of %s is refused', (_name, text, column) => {
    expect(refused(text)).toBe(`holds-card-numbers ${column}`)
  })

  it('is not a table of long ids, of which some pass the check digit by chance, or of masked cards', () => {
    const ids = Array.from({ length: 50 }, (_, index) => `${4_000_000_000_000_000 + index * 7}`)
    expect(table(`order,amount\n${ids.map((id) => `${id},1`).join('\n')}`).rows).toHaveLength(50)
    expect(table('Card number,amount\n411111******1111,1').rows).toHaveLength(1)
  })
})
