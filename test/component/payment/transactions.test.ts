import { expect, test } from 'vitest'
import type { EntryId, Masked, MinorUnits, SerialNumber } from '#shared/brands.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history/history.ts'
import { success } from '#shared/result.ts'
import { localTime } from '../../../renderer/ui/values/time.ts'
import { button, click, words } from '../support/mount.ts'
import { anEntry, at, intent, outcome, seen } from './entries.ts'
import { aPage, approved, aReport, transactionLines, openOrder, press, showEverything } from './order-screen.ts'
import { label, text, textPattern } from '../../support/texts.ts'

const replyOf = (type: string, id: string, serialNumber: string): Masked =>
  (`transaction-type=${type}&by-request-sn=${serialNumber}&processor-tx-id=tx-${id}&processor-rrn=rrn-${id}`
    + `&approval-code=ok-${id}&receipt-id=receipt-${id}`) as Masked

/** An approved transaction with three status checks by its serial number. */
function transaction(id: string, clock: string, changes: Partial<HistoryRow>): EntryDetail {
  const serialNumber = `sn-${id}` as SerialNumber
  const type = changes.operation === undefined ? 'sale' : 'reversal'
  return anEntry({ entryId: `entry-${id}` as EntryId, at: at(`${clock}:00`), serialNumber, ...changes }, [
    intent(`${clock}:00`), outcome(`${clock}:01`),
    seen(`${clock}:05`, 'approved', `${type}_approved`, { reply: replyOf(type, id, serialNumber), repeats: 2, lastAt: at(`${clock}:31`) }),
  ])
}

const part = (id: string, clock: string, amount: string, changes: Partial<HistoryRow> = {}): EntryDetail =>
  transaction(id, clock, { operation: 'return', minorAmount: amount as MinorUnits, comment: `Comment ${id}` as Masked, ...changes })

const charge = transaction('0', '09:00', { minorAmount: '5000' as MinorUnits })
const threeParts = [charge, part('1', '10:00', '1000'), part('2', '10:10', '500'), part('3', '10:20', '500')]
const statusOf = (id: string) => approved({
  'initial-amount': '50.00', amount: '50.00', 'transaction-type': 'reversal', 'order-stage': 'reversal_approved',
  'processor-tx-id': `tx-${id}`, 'processor-rrn': `rrn-${id}`, 'approval-code': `ok-${id}`, 'receipt-id': `receipt-${id}`,
})

const opened = (entries: readonly EntryDetail[], answer = statusOf('3')) => openOrder({
  'orders.page': () => success(aPage({
    entries, refunds: { knownHere: '2000' as MinorUnits, open: '0' as MinorUnits, count: 3, openEntryId: null }, reported: aReport(answer),
  })),
  'orders.status': () => success({ answer, now: null }),
  'orders.openReceipt': () => success({ url: 'https://staging.gate.example/r' }),
})

test('a sale and three part refunds are four transactions, newest first, and one sentence', async () => {
  const { content } = await opened(threeParts)
  const lines = transactionLines(content)
  expect(lines).toHaveLength(4)
  for (const [index, line] of ['Refund−5.00 USD', 'Refund−5.00 USD', 'Refund−10.00 USD', 'Recurrent payment50.00 USD'].entries()) {
    expect(lines[index]).toMatch(new RegExp(`^${line.replaceAll('.', '\\.')}${text('history.state.approved')}`))
  }
  expect(words(content.querySelector('h1')!)).toContain(text('order.state.partlyRefunded', { part: '20.00', whole: '50.00 USD' }))
  expect(words(content)).toContain(`${text('order.money.refunded')}${text('order.money.refundedNote')}20.00 USD`)
})

test('each transaction has its comment, its person, and its folded status checks', async () => {
  const { content } = await opened(threeParts)
  await press(text('answer.checkStatus'))
  const [newest = '', , oldest = ''] = transactionLines(content)
  expect(newest).toContain(`“Comment 3” · m.keller`)
  // The reply to “Check now” is the fourth check of the newest transaction.
  expect(newest).toMatch(textPattern('order.transaction.checks', { count: 4 }))
  expect(oldest).toMatch(textPattern('order.transaction.checks', { count: 3 }))
  expect(oldest).toMatch(/10:00:31/)
})

test('a status check of a later day shows its day', async () => {
  const lastAt = new Date(Date.parse(at('09:00:31')) + 86_400_000).toISOString()
  const { row, events } = transaction('0', '09:00', { minorAmount: '5000' as MinorUnits })
  const later = events.map((event) => (event.kind === 'observation' ? { ...event, lastAt } : event)) as EntryDetail['events']
  const { content } = await opened([anEntry(row, later)])
  const day = new Date(lastAt).getDate()
  expect(transactionLines(content)[0]).toContain(text('order.transaction.checks', { count: 3, time: localTime(lastAt) }))
  expect(localTime(lastAt)).toMatch(new RegExp(`^${day} `))
  await showEverything()
  expect(words(content)).toContain(text('order.happened.askedTimes', { count: 3, time: localTime(lastAt) }))
})

test('each transaction has its own references and receipt', async () => {
  const { content, inputsOf } = await opened(threeParts)
  for (const more of [...content.querySelectorAll<HTMLElement>('li button')].filter((one) => words(one) === text('order.transaction.references'))) await click(more)
  for (const [index, id] of ['3', '2', '1', '0'].entries()) {
    const line = transactionLines(content)[index]!
    expect(line).toMatch(new RegExp(`sn-${id}.*rrn-${id}.*ok-${id}.*tx-${id}.*receipt-${id}`))
    expect(line.match(/rrn-\d/g)).toEqual([`rrn-${id}`])
  }
  const receipts = [...content.querySelectorAll<HTMLElement>('li button')].filter((one) => words(one) === text('order.transaction.receipt'))
  for (const receipt of receipts) await click(receipt)
  expect(inputsOf('orders.openReceipt').map(({ receiptId }) => receiptId)).toEqual(['receipt-3', 'receipt-2', 'receipt-1', 'receipt-0'])
})

test('a declined refund shows the reason, and the order’s state does not change', async () => {
  const declined = part('4', '10:30', '3000', { state: 'declined', errorCode: '5201', errorText: 'Refund period is over' as Masked })
  const { content } = await opened([...threeParts, { ...declined, events: [intent('10:30:00'), outcome('10:30:01')] }])
  expect(transactionLines(content)[0]).toMatch(/^Refund−30\.00 USDDeclined.*Refund period is over · code 5201 · m\.keller/)
  expect(words(content.querySelector('h1')!)).toContain(text('order.state.partlyRefunded', { part: '20.00', whole: '50.00 USD' }))
})

test('a refund from elsewhere is a line of its own, with an unknown amount', async () => {
  const { content } = await opened([charge], statusOf('9'))
  await press(text('answer.checkStatus'))
  const lines = transactionLines(content)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(text('order.transaction.elsewhere', { type: text('order.transaction.reversalElsewhere') }))
  expect(lines[0]).toContain(text('order.transaction.amountNotKnown'))
  expect(words(content.querySelector('h1')!)).toContain(text('order.state.partReversedElsewhere'))
})

test('a check that may belong to a lost refund is shown as unassigned, and its references are not used', async () => {
  const lost = part('1', '10:00', '1000', { state: 'unknown', serialNumber: null })
  const { content } = await opened([charge, { ...lost, events: [intent('10:00:00')] }], statusOf('9'))
  await press(text('answer.checkStatus'))
  expect(transactionLines(content)).toHaveLength(2)
  expect(transactionLines(content).join()).not.toContain('rrn-9')
  expect(button(text('order.transaction.unassigned', { count: 1 }), content)).toBeTruthy()
})

test('copying a reference copies only the reference', async () => {
  const { content, inputsOf } = await opened([charge], approved())
  const line = content.querySelector('ol > li')!
  await click(button(text('ui.copyThing', { thing: label('serialNumber') }), line))
  expect(inputsOf('app.copy')).toEqual([{ text: 'sn-0', lasting: true }])
})
