import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvRow, spreadsheetAmount, spreadsheetText, withoutApostrophe } from '#shared/csv.ts'

/** A reader of RFC 4180, written from its grammar. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        for (at += 1; !(text[at] === '"' && text[at + 1] !== '"'); at += 1) {
          if (text[at] === '"') at += 1
          cell += text[at]
        }
        at += 1
      } else {
        const end = text.slice(at).search(/,|\r\n/) + at
        cell = text.slice(at, end)
        at = end
      }
      row.push(cell)
      if (text[at] !== ',') break
      at += 1
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error('a row does not end with CRLF')
    at += 2
    rows.push(row)
  }
  return rows
}

const nastyText = fc.oneof(
  fc.string(), fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(',', '"', '\r', '\n', '\t', ';', '=', ' ', 'a', '1') }),
)

it('any text can be read back with a reader of RFC 4180', () => {
  const table = fc.array(fc.array(nastyText, { minLength: 1, maxLength: 5 }), { maxLength: 5 })
  fc.assert(fc.property(table, (rows) => {
    expect(readCsv(rows.map(csvRow).join(''))).toEqual(rows)
  }))
})

it('quotes only what needs it, and doubles quotes', () => {
  expect(csvRow(['plain', 'a,b', 'say "x"', 'two\nlines', '', ' edge'])).toBe('plain,"a,b","say ""x""","two\nlines",," edge"\r\n')
})

it.each([
  '=1+1', '+1', '-1', '@SUM(A1)', '\tplain', '\rplain', '＝1+1', '＋1', '－1', '＠A1', ' =1', '"=1"',
  '\u00a0=1', '\ufeff=1', '−1',
])('puts an apostrophe before what a spreadsheet would evaluate: %j', (text) => {
  expect(spreadsheetText(text)).toBe(`'${text}`)
})

it('no cell begins with a formula, whatever a gateway returns and wherever a spreadsheet splits', () => {
  fc.assert(fc.property(nastyText, (text) => {
    for (const separator of [';', '\t', '\n', '\r']) {
      for (const cell of spreadsheetText(text).split(separator)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/u)
    }
  }))
})

it.each([
  '1234567890123456', '123456789012', '0042', '00', '1e10', '12E5', '1-2', '3/4', '1.5', '10:30 PM', '12345678-9', '1,000',
  '2024-11-20', '١٢٣٤', 'MAR1', 'Dec-12', '1 Jan', '12-jan-2020', 'sept 2024',
])('prevents a spreadsheet from turning %s into another number or a date', (text) => {
  expect(spreadsheetText(text)).toBe(`'${text}`)
})

it.each([
  '0', '12345678901', '1000001', 'gc-20261120-4711', 'recurrent-payment', 'M. Keller', '3DS not supported', 'March offer',
  '9f1c2b7e-0000-4000-8000-000000000000', 'Declined, try = again', '',
])('does not change what no spreadsheet changes: %s', (text) => {
  expect(spreadsheetText(text)).toBe(text)
})

it('puts the apostrophe before a formula after any character at which some spreadsheet splits', () => {
  const formulaAfterSplit = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])/gu
  const unit = fc.constantFrom(';', '\t', '\n', ' ', '"', '=', '-', '−', 'a')
  fc.assert(fc.property(fc.string({ unit }), (text) => {
    expect(spreadsheetText(`x${text}`)).toBe(`x${text}`.replace(formulaAfterSplit, '$1\''))
  }), { numRuns: 1_000 })
})

const insideFormula = /[;\t\r\n][\s"]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u

it('the added apostrophe is removed again on reading, whatever the text', () => {
  const unit = fc.constantFrom('\'', '=', '-', '0', '7', '.', ' ', ';', 'a')
  const texts = fc.oneof(nastyText, fc.string({ unit })).filter((text) => !insideFormula.test(text))
  fc.assert(fc.property(texts, (text) => {
    expect(withoutApostrophe(spreadsheetText(text))).toBe(text)
  }), { numRuns: 2_000 })
})

it.each(['\'', '\'tis', '\'234', 'it\'s', '\'1000001', '1\'234.50', ' \'0042', '\'quoted\''])('an apostrophe that was not added stays: %s', (cell) => {
  expect(withoutApostrophe(cell)).toBe(cell)
})

it('an amount in plain decimal text has no apostrophe; any other text as an amount has one', () => {
  for (const amount of ['0', '10', '1234.5', '0.05']) expect(spreadsheetAmount(amount)).toBe(amount)
  for (const text of ['-5', '=1+1', '1,234.50', '007', '1.2.2026', '1e5', '1.']) expect(spreadsheetAmount(text)).toBe(`'${text}`)
})
