import { describe, expect, it } from 'vitest'
import { isHeader } from '#shared/reconcile/columns.ts'
import { readTable } from '../../../electron/tables/read-table.ts'

const columns = ['Date', 'Order ID', 'Type', 'Amount']
const row = ['2026-11-02', '1001', 'Sale', '10.15']

const read = (text: string) => {
  const table = readTable({ kind: 'text', text }, 100, isHeader)
  if (!table.ok) expect.fail(table.failure.why)
  return table.value
}

describe('lines above the header of a statement', () => {
  it.each([
    ['without delimiters', 'Example Bank\nPeriod: 1 to 15 November, 2026\n\n'],
    ['with fewer cells', 'Example Bank\nAccount;12345678\n\n'],
    ['with as many cells, as spreadsheets save them', 'Example Bank;;;\nAccount;12345678;;\n;;;\n'],
    ['with other delimiters', '"Example Bank, London"\nA,B,C,D,E\n\n'],
  ])('%s are left out, and each row has its line of the file', (_, above) => {
    expect(read(`${above}${columns.join(';')}\r\n${row.join(';')}\r\n`)).toEqual({ columns, headerLine: 4, rows: [{ line: 5, cells: row }] })
  })

  it('in quotes, and none if the first line is the header or no line is one', () => {
    expect(read(`Example Bank\n${columns.map((name) => `"${name}"`).join(',')}\n${row.join(',')}`)).toMatchObject({ columns, headerLine: 2 })
    expect(read(`${columns.join(',')}\n${row.join(',')}`)).toEqual({ columns, rows: [{ line: 2, cells: row }] })
    expect(read(`sep=;\n${columns.join(';')}\n${row.join(';')}`)).toEqual({ columns, rows: [{ line: 3, cells: row }] })
    expect(read('A;B\n1;2')).toEqual({ columns: ['A', 'B'], rows: [{ line: 2, cells: ['1', '2'] }] })
  })

  it('are not searched for a header of more columns than a table may have', () => {
    const wide = `Example Bank\n${columns.join(';')}${';'.repeat(17_000)}\n${row.join(';')}`
    expect(readTable({ kind: 'text', text: wide }, 100, isHeader)).not.toMatchObject({ value: { headerLine: 2 } })
  })

  it('are refused in any other table, where the first line names the columns', () => {
    const text = `Example Bank\n${columns.join(';')}\n${row.join(';')}`
    expect(readTable({ kind: 'text', text }, 100)).not.toMatchObject({ value: { columns } })
  })
})
