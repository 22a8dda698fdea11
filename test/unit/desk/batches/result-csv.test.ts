import { expect, it } from 'vitest'
import { resultCsv } from '../../../../electron/desk/batches/run/result.ts'
import { readTable } from '../../../../electron/tables/read-table.ts'

it('the saved result has plain amounts, protects every other text, and is read back unchanged', () => {
  const table = [
    ['Order', 'Amount', 'IP', 'Line', 'Sent'], ['0042', '1234.5', '203.0.113.9', '2', '17957798595190001'],
    ['=1+1', '=1+1', '', '3', ''],
  ]
  const text = resultCsv(table, ['merchantOrderId', 'amount', 'customerIpAddress'])
  expect(text).toContain("'0042,1234.5,'203.0.113.9,2,'17957798595190001")
  expect(text).toContain("'=1+1,'=1+1,")
  const read = readTable({ kind: 'bytes', bytes: new Uint8Array(Buffer.from(text)) }, 10)
  expect(read.ok && [read.value.columns, ...read.value.rows.map(({ cells }) => cells)]).toEqual(table)
})
