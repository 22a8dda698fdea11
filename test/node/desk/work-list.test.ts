/** The sums for finance: refunds with the reviewed amount, over the real sandbox. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryFilter, HistoryLine, HistoryLines } from '#shared/model/history/history-list.ts'
import { shownTotals } from '#shared/model/history/history-totals.ts'
import { writePieces } from '../../../electron/common/files/streamed-file.ts'
import { act, cardForm, confirm, followed, sell, sold, type Sold } from './order-support.ts'
import { closeAll, open, type TestDesk } from './support.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'work-list-')) })
afterEach(async () => {
  await closeAll()
  rmSync(folder, { recursive: true, force: true })
})

const payments: HistoryFilter = { text: '', states: [], operations: [], profileId: null, view: 'payments' }
const page = { ...payments, before: null, limit: 50 }

async function openSaving(): Promise<TestDesk> {
  return await open({ system: {
    chooseSaveDestination: async () => ({
      fileName: 'h.csv', write: (pieces) => writePieces(join(folder, 'h.csv'), pieces),
    }),
  } })
}

/** The exported rows, by the names of their columns, and the rows of the totals under them. */
async function exportedWithTotals(desk: TestDesk) {
  await desk.call('history.export', { exportId: 'e', filter: payments, format: 'csv' })
  const [head = '', ...rows] = readFileSync(join(folder, 'h.csv'), 'utf8').slice(1).split('\r\n').slice(0, -1)
  const names = head.split(',')
  const empty = rows.findIndex((row) => /^,*$/.test(row))
  return {
    entries: rows.slice(0, empty).map((row): Record<string, string> =>
      Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell]))),
    totals: rows.slice(empty + 1).map((row) => row.replace(/,+$/, '')),
  }
}
const exported = async (desk: TestDesk): Promise<Record<string, string>[]> => (await exportedWithTotals(desk)).entries

async function refundWhole(desk: TestDesk, order: Sold): Promise<void> {
  await followed(desk, await act(desk, order, 'return', { comment: 'returned goods' }))
}

/** Every line of the payments; a call returns a part when its time is over. */
async function linesOf(desk: TestDesk): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = []
  for (let before: string | null = null; ;) {
    const piece: HistoryLines = await desk.call('history.list', { ...page, before })
    lines.push(...piece.lines)
    if (piece.next === null) return lines
    before = piece.next
  }
}

describe('a full refund', () => {
  it('has the reviewed amount, and sends none', async () => {
    const desk = await openSaving()
    const order = await sell(desk)
    await refundWhole(desk, order)
    const [line, ...others] = await linesOf(desk)
    expect(others).toEqual([])
    expect(line?.row).toMatchObject({ netMinorAmount: '1015', cardBrand: expect.stringMatching(/\w/), bankReference: expect.stringMatching(/\d/) })
    const [refund] = line?.folded ?? []
    expect(refund).toMatchObject({
      minorAmount: null, currency: 'USD', reviewed: { minorAmount: '1015', currency: 'USD' }, netMinorAmount: '-1015',
      comment: 'returned goods', paymentEntryId: order.answer.entryId, state: 'approved',
    })
    expect(refund?.bankReference).not.toBe(line?.row.bankReference)
    const detail = await desk.call('history.entry', { entryId: refund!.entryId })
    expect(detail.fields.map(({ name }) => name)).not.toContain('amount')
    const { rows } = await desk.call('history.search', { ...page, view: 'all', text: '10.15' })
    expect(rows.map(({ entryId }) => entryId)).toEqual(expect.arrayContaining([refund!.entryId, order.answer.entryId]))
  })

  it('is exported with amount, currency and a net amount that a spreadsheet adds up', async () => {
    const desk = await openSaving()
    await refundWhole(desk, await sell(desk))
    const [refund, sale] = await exported(desk)
    expect(refund).toMatchObject({
      'Operation': 'return', 'Amount': '10.15', 'Currency': 'USD', 'Net amount': '-10.15', 'Comment': 'returned goods',
    })
    expect(sale).toMatchObject({ 'Operation': 'recurrent-payment', 'Amount': '10.15', 'Net amount': '10.15' })
    expect(refund?.['Payment entry']).toBe(sale?.['Entry'])
    expect(sale?.['Bank reference (RRN)']).toMatch(/^'?\d+$/)
    expect(sale?.['Final time (UTC)']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('is in the totals of the file as in those of the screen', async () => {
    const desk = await openSaving()
    await refundWhole(desk, await sell(desk))
    await sell(desk)
    const { totals } = await exportedWithTotals(desk)
    expect(totals).toEqual([
      'Totals,of the entries above', 'Filter,Payments', 'Currency,Approved or captured,Held,Transferred,Refunded or voided,Paid out,Net moved,,Declined or filtered,Open', 'USD,20.30,,,10.15,,10.15',
    ])
    const { sums } = await desk.call('history.totals', { totalsId: 't', filter: payments })
    expect(shownTotals(sums, () => 'iso-4217').currencies).toEqual([
      { currency: 'USD', amounts: { approved: '20.30', refunds: '10.15', net: '10.15' } },
    ])
  })

  it('and its payment have a net sum of zero', async () => {
    const desk = await openSaving()
    await refundWhole(desk, await sell(desk))
    const { sums } = await desk.call('history.totals', { totalsId: 't', filter: payments })
    expect(sums.reduce((sum, { netMinorAmount }) => sum + BigInt(netMinorAmount), 0n)).toBe(0n)
    expect(sums.map(({ netUnknown }) => netUnknown)).toEqual([0, 0])
  })
})

describe('a hold', () => {
  it('and its release move no money', async () => {
    const desk = await openSaving()
    const review = await desk.call('payments.review', cardForm(desk, 'preauth'))
    const order = await sold(desk, await desk.call('payments.submit', { intentId: review.intentId, ...confirm }))
    await refundWhole(desk, order)
    const [line] = await linesOf(desk)
    expect(line).toMatchObject({
      row: { state: 'approved', reviewed: { minorAmount: review.minorAmount }, netMinorAmount: null },
      folded: [{ state: 'approved', reviewed: { minorAmount: review.minorAmount }, netMinorAmount: null }],
    })
    expect((await exported(desk)).map((row) => row['Net amount'])).toEqual(['', ''])
  })
})

describe('the payments of a card', () => {
  it('are counted and listed from an entry of it, without lookups', async () => {
    const desk = await openSaving()
    const first = await sell(desk)
    await sell(desk)
    await sell(desk, { cardReference: '1000303' })
    const card = await desk.call('history.cardPayments', { entryId: first.answer.entryId, cardReference: null })
    expect(card).toMatchObject({ cardReference: '1000001', payments: 2 })
    const { lines } = await desk.call('history.list', { ...page, cardReference: card!.cardReference, cardHash: card!.cardHash })
    expect(lines).toHaveLength(2)
  })
})
