import { describe, expect, it } from 'vitest'
import type { EntryId, NetMinorUnits, OrderId, ProfileId } from '#shared/brands.ts'
import type { TableRow } from '#shared/model/values/table.ts'
import type { JournalEntry } from '#shared/reconcile/ledger-entry.ts'
import { columnsProblem, recognisedColumns } from '#shared/reconcile/columns.ts'
import { currencyCodes } from '#shared/gateway/numbers/currencies.ts'
import { numberedCurrency } from '#shared/tables/numbered-currencies.ts'
import { listsOf } from '#shared/reconcile/lists.ts'
import { readLines, type Reading } from '#shared/reconcile/read-lines.ts'
import { afterDecisions } from '#shared/reconcile/reconciliation.ts'
import { beginComparison } from '../../../electron/reconcile/comparison.ts'
import { shownStatement } from '../../../electron/reconcile/opened-statement.ts'

const old: JournalEntry = {
  entryId: 'entry-1' as EntryId, at: Date.parse('2026-09-01T12:00:00Z'), profileId: 'p' as ProfileId, operation: 'sale',
  state: 'approved', currency: 'USD', minorAmount: '1000', net: null, releasesHold: false, orderId: '1' as OrderId,
  merchantOrderId: null, serialNumber: null, bankReference: null, approvalCode: null, lastFour: null,
}

const reading = {
  meanings: ['day', 'type', 'orderId', 'amount'] as const, separator: 'point' as const, dayOrder: 'day-first' as const,
  currency: 'USD', kinds: {},
}

const entryReading = { timeZone: 'UTC', minorUnits: {}, otherwise: 'iso-4217' as const }

it('counts an old payment once, even if the ids of a statement are looked up in several parts', () => {
  const row = (type: string, id: string, amount: string) => ['2026-11-20', type, id, amount]
  const cells = [
    row('Sale', '1', '10.00'), row('Sale', '1', '10.00'),
    ...Array.from({ length: 150 }, (_, place) => row('Sale', `unknown-${place}`, '1.00')),
    row('Refund', '1', '-10.00'),
  ]
  const rows = cells.map((all, place): TableRow => ({ line: place + 2, cells: all }))
  const begun = beginComparison(rows, reading, null, entryReading)
  if (!begun.ok) expect.fail(begun.failure)
  const { idsToFind, offer, finish } = begun.value
  let parts = 0
  for (let next = idsToFind(0); next !== null; next = idsToFind(next.next)) {
    parts += 1
    if (next.ids.includes('1')) offer([old])
  }
  const current = afterDecisions(finish(), [])
  expect(parts).toBeGreaterThan(1)
  expect(current.entries).toHaveLength(1)
  // The statement has the payment twice, the history once.
  expect(listsOf(current).rows.onlyStatement.map(({ line }) => line).filter((line) => line === 1)).toEqual([1])
})

it('reads a payment with a minus as a refund if others of its source have none', () => {
  const read = (...amounts: readonly string[]) => {
    const rows = amounts.map((amount, place): TableRow => ({ line: place + 2, cells: ['2026-09-01', 'Payment', '1', amount] }))
    const begun = beginComparison(rows, reading, null, entryReading)
    if (!begun.ok) expect.fail(begun.failure)
    begun.value.offer([old, { ...old, entryId: 'entry-2' as EntryId, operation: 'return', minorAmount: '400' }])
    const current = afterDecisions(begun.value.finish(), [])
    return [current.lines.map(({ kind }) => kind), listsOf(current).rows.matched.map(({ line }) => line)]
  }
  expect(read('10.00', '-4.00')).toEqual([['payment', 'refund'], [0, 1]])
  // A source that writes every payment with a minus.
  expect(read('-10.00', '-4.00')).toEqual([['payment', 'payment'], []])
})

it('reads the currency beside an amount, if no column has it: amounts of several currencies are not added up', () => {
  const rows = ['10.15', '1015 JPY', 'EUR 7.00', '(3.00) eur'].map((amount, place): TableRow =>
    ({ line: place + 2, cells: ['2026-09-01', 'Sale', '1', amount] }))
  expect(readLines(rows, reading).map(({ currency, amount }) => [currency, amount])).toEqual([
    ['USD', 101_500n], ['JPY', 10_150_000n], ['EUR', 70_000n], ['EUR', -30_000n],
  ])
})

it('reads a total as no payment and no fee, whichever column has its name', () => {
  const rows = [
    ['2026-09-01', 'Sale', '1', '10.00', '0.20'], ['', '', 'Total', '10.00', '0.20'], ['Total', '', '', '10.00', '0.20'],
    ['2026-09-01', '', 'Sub-total USD:', '10.00', '0.20'], ['2026-09-01', 'Totals', '', '10.00', '0.20'],
    ['Total:', '', '25', '10.00', '0.20'], ['Итого за период', '', '25', '10.00', ''], ['2026-09-01', '', 'Summe', '10.00', ''],
    ['Closing balance', '', '', '10.00', ''], ['Total for November', '', '25', '10.00', ''],
  ]
  const kindsOf = (kinds: Reading['kinds']) => readLines(rows.map((cells, place): TableRow => ({ line: place + 2, cells })), {
    ...reading, kinds, meanings: [...reading.meanings, 'fee'],
  }).map(({ kind }) => kind)
  expect(kindsOf({})).toEqual(['payment', 'fee', ...Array<string>(9).fill('other')])
  // A person knows better what a word means.
  expect(kindsOf({ Totals: 'settlement' }).slice(0, 7)).toEqual(['payment', 'fee', 'other', 'other', 'other', 'settlement', 'fee'])
})

it('reads a fee of the other sign as returned, whether the source writes fees with a minus or without', () => {
  const feesOf = (...fees: readonly string[]) =>
    readLines(fees.map((fee, place): TableRow => ({ line: place + 2, cells: ['2026-09-01', 'Sale', '1', '10.00', fee] })), {
      ...reading, meanings: [...reading.meanings, 'fee'],
    }).flatMap(({ kind, amount }) => (kind === 'fee' ? [amount] : []))
  expect(feesOf('0.30', '0.30', '-0.30')).toEqual([-3_000n, -3_000n, 3_000n])
  expect(feesOf('-0.30', '-0.30', '0.30')).toEqual([-3_000n, -3_000n, 3_000n])
})

it('adds up what came back of a chargeback, refund or fee as received, if the source writes no minus', () => {
  const words = ['Sale', 'Chargeback', 'Chargeback reversal', 'Chargeback fee', 'Fee refund', 'Refund', 'Refund reversal', 'Sale reversal', 'Refund fee', 'Refund/reversal']
  const amounts = (...signs: readonly string[]) => readLines(words.map((word, place): TableRow =>
    ({ line: place + 2, cells: ['2026-09-01', word, '1', `${signs[place] ?? ''}1.00`] })), reading)
    .map(({ kind, amount }) => [kind, Number(amount) / 10_000])
  const expected = [
    ['payment', 1], ['chargeback', -1], ['chargeback', 1], ['fee', -1], ['fee', 1], ['refund', -1], ['refund', 1], ['refund', -1],
    ['fee', -1], ['refund', -1],
  ]
  expect(amounts()).toEqual(expected)
  expect(amounts('', '-', '', '-', '', '-', '', '-', '-', '-')).toEqual(expected)
})

it('offers the decimals that read most amounts, or those chosen before, although one cell is no amount', () => {
  const rows = ['10,15', '1.250', '20,00', 'Page 1 of 3'].map((amount, place): TableRow => ({ line: place + 2, cells: ['1', amount] }))
  const open = { statementId: '1', fileName: 'november.csv', table: { columns: ['Order ID', 'Amount'], rows } }
  expect(shownStatement(open, null)).toMatchObject({ separators: [], reading: { separator: 'comma' } })
  const kept = { ...reading, meanings: ['orderId', 'amount'] as const }
  expect(shownStatement(open, kept).reading.separator).toBe('point')
})

it('reads currencies written as digits: without them amounts of different currencies were added up', () => {
  const rows = [['840', '10.15'], ['392', '1015'], ['36', '7.00'], ['999', '1.00']].map((cells, place): TableRow => ({ line: place + 2, cells: ['1', ...cells] }))
  const lines = readLines(rows, { ...reading, meanings: ['orderId', 'currency', 'amount'], currency: null })
  expect(lines.map(({ currency }) => currency)).toEqual(['USD', 'JPY', 'AUD', '999'])
  // Of two codes with the same digits the newer one is read.
  const digits = Array.from({ length: 1_000 }, (_, number) => String(number))
  expect(digits.flatMap((text) => numberedCurrency(text) ?? []).toSorted()).toEqual(currencyCodes.filter((code) => code !== 'ANG'))
})

it('reads the currency of a sign: without it euros were added up with the currency that a person chose', () => {
  const currenciesOf = (currency: string, ...amounts: readonly string[]) =>
    readLines(amounts.map((amount, place): TableRow => ({ line: place + 2, cells: ['2026-09-01', 'Sale', '1', amount] })), { ...reading, currency })
      .map((line) => line.currency)
  expect(currenciesOf('USD', '10.15', '€10.15', '-£4.00', '$10.15', 'CA$10.15', '10.15 ₹', '¥1015')).toEqual(['USD', 'EUR', '£', 'USD', 'CAD', 'INR', '¥'])
  // A sign of several currencies is one of them only if a person chose it.
  expect(currenciesOf('EUR', '$10.15', 'Rs. 1,23,456.00')).toEqual(['$', 'RS'])
  expect(currenciesOf('PKR', 'Rs. 10.15')).toEqual(['PKR'])
  const lines = readLines([{ line: 2, cells: ['1', '€', '10.15'] }], { ...reading, meanings: ['orderId', 'currency', 'amount'], currency: null })
  expect(lines[0]).toMatchObject({ currency: 'EUR' })
})

it('reads digits of other scripts in days, ids and amounts', () => {
  const rows = [{ line: 2, cells: ['٠٢/١١/٢٠٢٦', 'بيع', '١٠٠٢', '١٬٢٣٤٫٥٠'] }]
  const table = { columns: ['Date', 'Type', 'Order ID', 'Amount'], rows }
  const { dayOrders, separators, reading: found } = shownStatement({ statementId: '1', fileName: 'a.csv', table }, null)
  expect([dayOrders, separators]).toEqual([['day-first', 'month-first'], ['point']])
  expect(readLines(rows, found)[0]).toMatchObject({ day: '2026-11-02', ids: { orderId: '1002' }, amount: 12_345_000n })
})

it('adds up no amounts of currencies that it cannot read, and matches them anyway', () => {
  const rows = [['1', 'US Dollar', '10.00'], ['2', 'Euro', '7.00']].map((cells, place): TableRow =>
    ({ line: place + 2, cells: ['2026-09-01', ...cells] }))
  const begun = beginComparison(rows, { ...reading, meanings: ['day', 'orderId', 'currency', 'amount'], currency: null }, null, entryReading)
  if (!begun.ok) expect.fail(begun.failure)
  begun.value.offer([old])
  const lists = listsOf(afterDecisions(begun.value.finish(), []))
  expect(lists.sums.filter(({ lines }) => lines > 0).map(({ list, currency, stated }) => [list, currency, stated]))
    .toEqual([['onlyStatement', 'Euro', 70_000n], ['matched', 'US Dollar', 100_000n]])
})

describe('amounts with a mark of their direction', () => {
  const read = (columns: readonly string[], ...cells: readonly (readonly string[])[]) => {
    const rows = cells.map((all, place): TableRow => ({ line: place + 2, cells: all }))
    const { areDirected, reading: found } = shownStatement({ statementId: '1', fileName: 'a.csv', table: { columns, rows } }, null)
    return { areDirected, lines: readLines(rows, { ...found, currency: 'USD' }).map(({ kind, amount, currency }) => [kind, amount, currency]) }
  }
  const [received, paidOut] = [['payment', 101_500n, 'USD'], ['refund', -40_000n, 'USD']]

  it.each(['CR/DR', 'D/C', 'Debit/Credit', 'Debit Credit Indicator', 'Type'])('in a column %s', (header) => {
    expect(read(['Order ID', 'Amount', header], ['1', '10.15', 'CR'], ['2', '4.00', 'D'])).toEqual({ areDirected: true, lines: [received, paidOut] })
  })

  it('beside the amount, also with its currency', () => {
    const lines = [received, paidOut, ['refund', -40_000n, 'EUR']]
    expect(read(['Order ID', 'Amount'], ['1', '10.15 CR'], ['2', '4.00Dr'], ['3', '4.00 EUR DR'])).toEqual({ areDirected: true, lines })
  })

  it('have it regardless of their kind, and those without a mark or with two are not read', () => {
    const { lines } = read(['Order ID', 'Type', 'Amount', 'D/C'],
      ['1', 'Sale', '10.15', 'C'], ['2', 'Refund', '4.00', 'D'], ['3', 'Chargeback reversal', '4.00', 'C'], ['4', 'Refund', '4.00', ''],
      ['5', 'Sale', '4.00 DR', 'C'], ['6', 'Sale', '-4.00', 'C'], ['7', 'Total', '10.15', ''])
    expect(lines.map(([, amount]) => amount)).toEqual([101_500n, -40_000n, 40_000n, null, null, null, 101_500n])
  })

  it('are not read in a column of directions if its words have no known direction', () => {
    const columns = ['Order ID', 'Amount', 'Direction']
    expect(read(columns, ['1', '10.15', 'In'], ['2', '4.00', 'Out'])).toEqual({ areDirected: true, lines: [received, paidOut] })
    expect(read(columns, ['1', '10.15', 'Entrada'], ['2', '4.00', 'Salida']).lines.map(([, amount]) => amount)).toEqual([null, null])
  })

  it('are not amounts in Canadian dollars, whose sign begins with a letter', () => {
    const lines = [['payment', 101_500n, 'CAD'], ['refund', -40_000n, 'CAD']]
    expect(read(['Order ID', 'Amount'], ['1', 'C$10.15'], ['2', '-C$4.00'])).toEqual({ areDirected: false, lines })
  })

  it('do not change a column of kinds with whole words, which a person assigns', () => {
    expect(read(['Order ID', 'Type', 'Amount'], ['1', 'Debit', '10.15'], ['2', 'Credit', '4.00'])).toEqual({ areDirected: false, lines: [received, paidOut] })
  })
})

describe('amounts received and paid out in separate columns', () => {
  const linesOf = (...cells: readonly (readonly [credit: string, debit: string])[]) =>
    readLines(cells.map((both, place): TableRow => ({ line: place + 2, cells: ['1', ...both] })), {
      ...reading, meanings: ['orderId', 'credit', 'debit'],
    }).map(({ kind, amount, amountText }) => [kind, amount, amountText])

  it('are payments and refunds, whether the source writes a minus, a zero or nothing', () => {
    expect(linesOf(['10.00', ''], ['', '4.00'], ['1.00', '0.00'], ['0.00', '-2.50'], ['', '(3.00)'])).toEqual([
      ['payment', 100_000n, '10.00'], ['refund', -40_000n, '4.00'], ['payment', 10_000n, '1.00'],
      ['refund', -25_000n, '-2.50'], ['refund', -30_000n, '(3.00)'],
    ])
    expect(linesOf(['0.00', '0.00'])).toEqual([['payment', 0n, '0.00']])
    expect(linesOf(['10.00', '-'], ['$ –', '4.00'])).toEqual([['payment', 100_000n, '10.00'], ['refund', -40_000n, '4.00']])
  })

  it('are not read if one line has both', () => {
    expect(linesOf(['10.00', '4.00'])).toEqual([['payment', null, '10.00 / 4.00']])
  })

  it('have the sign of their column, whatever the kind: a won chargeback and a returned fee were received', () => {
    const rows = [['Chargeback reversal', '50.00', ''], ['Fee refund', '0.30', ''], ['Sale', '10.00', '']]
    const lines = readLines(rows.map((cells, place): TableRow => ({ line: place + 2, cells: ['1', ...cells, '0.20'] })), {
      ...reading, meanings: ['orderId', 'type', 'credit', 'debit', 'fee'],
    })
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['chargeback', 500_000n], ['fee', -2_000n], ['fee', 3_000n], ['payment', 100_000n], ['fee', -2_000n],
    ])
  })

  it('are recognised, but a statement with an amount column as well is not read', () => {
    expect(recognisedColumns(['Order ID', 'Paid in', 'Paid out'])).toEqual(['orderId', 'credit', 'debit'])
    expect(recognisedColumns(['Order ID', 'Debit', 'Credit', 'Amount'])).toEqual(['orderId', null, null, 'amount'])
    expect(columnsProblem(['orderId', 'credit', 'debit'])).toBeNull()
    expect(columnsProblem(['orderId', 'debit'])).toBeNull()
    expect(columnsProblem(['orderId', 'amount', 'debit'])).toBe('amounts-mixed')
    expect(columnsProblem(['orderId', 'fee'])).toBe('no-amount')
  })
})

it('reads a payment of a removed profile like the profile of the statement', () => {
  const rows: TableRow[] = [{ line: 2, cells: ['2026-09-01', 'Sale', '1', '1000'] }]
  const begun = beginComparison(rows, { ...reading, currency: 'JPY' }, null, { ...entryReading, otherwise: 'always-two' })
  if (!begun.ok) expect.fail(begun.failure)
  begun.value.offer([{ ...old, currency: 'JPY', minorAmount: '100000', net: '100000' as NetMinorUnits }])
  expect(listsOf(afterDecisions(begun.value.finish(), [])).rows.matched).toHaveLength(1)
})
