import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId, Masked, UtcTime } from '#shared/brands.ts'
import { mostBatchesListed, type Batch, type BatchPause, type BatchRow } from '#shared/model/payments/batch.ts'
import { failed, success } from '#shared/result.ts'
import { dayText } from '../../../renderer/ui/values/time.ts'
import { text } from '../../support/texts.ts'
import { button, click, field, openMenu, type, words } from '../support/mount.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aHolder } from '../screen-support/team.ts'
import { aBatch, aBatchRow, batchId, counted, somePage } from './batch-data.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => { vi.restoreAllMocks() })

const at = '2026-11-20T13:40:00.000Z' as UtcTime
const rows = () => [...document.querySelectorAll<HTMLElement>('.row.line')].map((row) => words(row))
const paused = (why: BatchPause, changes: Partial<Batch> = {}) => aBatch({ state: 'paused', msLeft: null, paused: { why, at, detail: null }, ...changes })

async function openBatch(
  batch: Batch, shown: readonly BatchRow[] = [], answers: Parameters<typeof openScreen>[1] = {},
) {
  const screen = await openScreen(`/batches/${batchId}`, {
    'batches.show': () => success(batch), 'batches.rows': somePage(shown), ...answers,
  })
  await flushScreen()
  return screen
}

test('a running batch shows final and uncertain rows, sums, the time left, and the effect of a pause', async () => {
  const { content } = await openBatch(aBatch(), [
    aBatchRow(0, { state: 'unknown' }), aBatchRow(1, { state: 'declined', errorCode: '116', errorText: 'Insufficient funds' as Masked }),
  ])
  expect(words(content.querySelector('h1')!)).toBe('127 of 196 charges are final Running')
  expect(content.querySelector('[role="img"]')!.getAttribute('aria-label')).toContain('118 approved, 1 unknown')
  for (const part of ['10,502.00 USD', text('batches.run.left.span', { span: '3 min' }), 'Pause keeps the 66 waiting rows for later']) {
    expect(words(content)).toContain(part)
  }
  expect(rows()[0]).toContain(text('batches.run.notResent'))
  expect(rows()[1]).toContain('Insufficient funds · 116')
  expect(button(text('batches.run.open', { line: '2' })).getAttribute('href')).toContain('/payment/entry-0')
})

test.each(['create-card-ref-v2', 'status'] as const)('a batch of %s whose answers were lost says nothing of money that moved, nor of checks to wait for', async (operation) => {
  const states = { answered: counted(3), unknown: counted(3), waiting: counted(6) }
  const { content } = await openBatch(paused('unknown-outcomes', { operation, states }), [aBatchRow(0, { state: 'unknown' })])
  for (const part of ['money may have moved', text('batches.run.notResent'), text('batches.run.why.unknown-outcomes.next')]) {
    expect(words(content)).not.toContain(part)
  }
  expect(words(content)).toContain(text('batches.run.answersLost'))
  expect(rows()[0]).toContain(text('batches.run.triedInVain'))
})

test.each([
  ['good', { approved: 7 }], ['info', { approved: 7, declined: 2 }], ['info', { approved: 7, unknown: 2 }],
])('a batch that has ended is %s with the rows %o', async (kind, rowsOf) => {
  const states = Object.fromEntries(Object.entries(rowsOf).map(([state, rows]) => [state, counted(rows)]))
  const { content } = await openBatch(aBatch({ state: 'ended', msLeft: null, states }))
  expect(content.querySelector('h1 .pill')!.getAttribute('data-kind')).toBe(kind)
})

test('a row that was sent on another day than the batch was started names its day', async () => {
  const started = '2025-11-20T13:30:00.000Z' as UtcTime
  const later = '2025-11-24T09:12:44.000Z' as UtcTime
  await openBatch(aBatch({ startedAt: started }), [aBatchRow(0, { at: started }), aBatchRow(1, { at: later })])
  expect(rows()[0]).not.toContain(dayText(started))
  expect(rows()[1]).toContain(dayText(later))
})

test('tabs filter the rows, and the focus stays at its row when rows are added above it', async () => {
  let all = [aBatchRow(5), aBatchRow(4, { state: 'declined' })]
  const screen = await openBatch(aBatch(), [], {
    'batches.rows': ({ show, from, count }) => somePage(show === 'all' ? all : all.filter(({ state }) => state === show))({ from, count }),
  })
  const link = button(text('batches.run.open', { line: '7' }))
  link.focus()
  all = [aBatchRow(8), aBatchRow(7), ...all]
  screen.emit('batches.changed', { batchId })
  await flushScreen()
  expect(rows()).toHaveLength(4)
  expect(document.activeElement!.getAttribute('href')).toContain('/payment/entry-5')
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }))
  await flushScreen()
  expect(document.activeElement!.getAttribute('href')).toContain('/payment/entry-7')
  await click(button('Declined 9'))
  await flushScreen()
  expect(rows()).toHaveLength(1)
})

test('pause takes one click, and stop asks for a confirmation', async () => {
  const screen = await openBatch(aBatch(), [], {
    'batches.pause': () => success(paused('by-person')), 'batches.stop': () => success(aBatch({ state: 'stopped' })),
  })
  await click(button(text('batches.run.pause')))
  expect(words(screen.content)).toContain(text('batches.run.why.by-person.title'))
  await click(button(text('batches.run.stop')))
  expect(words(document.querySelector('[role="dialog"]')!)).toContain('66 rows are never sent by this batch')
  expect(screen.inputsOf('batches.stop')).toEqual([])
  await click(button(text('batches.run.stopAction')))
  expect(screen.inputsOf('batches.stop')).toEqual([{ batchId }])
  expect(words(screen.content.querySelector('h1')!)).toContain(text('batches.run.state.stopped'))
})

test('after a crash the page shows the reason, the uncertain outcome, and one decision', async () => {
  const screen = await openBatch(paused('application-ended'), [], { 'batches.resume': () => success(aBatch()) })
  for (const part of [text('batches.run.why.application-ended.title'), text('batches.run.why.application-ended.next'), '1 outcome is not certain']) {
    expect(words(screen.content)).toContain(part)
  }
  await click(button(text('batches.run.resumeNamed', { counted: '66 charges' })))
  expect(screen.inputsOf('batches.resume')).toEqual([{ batchId }])
  expect(words(screen.content.querySelector('h1')!)).toContain(text('batches.run.state.running'))
})

test('the batch of another person is reviewed before it continues', async () => {
  const screen = await openBatch(paused('locked', { isOwn: false }), [], { 'batches.resume': () => success(aBatch()) })
  await click(button(text('batches.run.resumeNamed', { counted: '66 charges' })))
  const dialog = document.querySelector('[role="dialog"]')!
  for (const part of ['Acme Shop', 'm.keller', '66', '5,874.00 USD']) expect(words(dialog)).toContain(part)
  expect(screen.inputsOf('batches.resume')).toEqual([])
  await click(button(text('batches.run.resumeNamed', { counted: '66 charges' }), dialog))
  expect(screen.inputsOf('batches.resume')).toEqual([{ batchId }])
})

test('payouts whose rows are no longer in memory continue only after their file was opened again', async () => {
  const screen = await openBatch(paused('application-ended', { operation: 'payout-v4', needsFile: true }), [], {
    'batches.reopenFile': () => failed({ code: 'batch-file-differs' }),
  })
  await click(button(text('batches.run.reopen')))
  expect(words(screen.content)).toContain(text('failure.what.batch-file-differs'))
  expect(screen.inputsOf('batches.reopenFile')).toEqual([{ batchId }])
})

test('a set-aside row is sent with its own reason, which accepts the duplicate that was shown', async () => {
  const holder = aHolder({ entryId: 'c'.repeat(32) as EntryId })
  const screen = await openBatch(aBatch({ states: { 'set-aside': counted(1) } }), [
    aBatchRow(0, { state: 'set-aside', entryId: null, failure: { code: 'team-duplicate', holder } }),
  ], { 'batches.sendRow': () => success(aBatch()) })
  await click(button(text('batches.run.sendLine', { line: '2' })))
  expect(words(document.querySelector('[role="dialog"]')!)).toContain('Anna Vogel')
  await type(field(text('common.reason')), 'Two seats')
  await click(button(text('batches.run.sendAction')))
  expect(screen.inputsOf('batches.sendRow')).toEqual([{ batchId, row: 0, reason: 'Two seats', acceptDuplicateOf: 'c'.repeat(32) }])
})

test('a row whose order the gateway does not know is shown with the gateway’s message', async () => {
  await openBatch(aBatch({ state: 'ended', states: { 'set-aside': counted(1) } }), [
    aBatchRow(0, { state: 'set-aside', entryId: null, failure: { code: 'order-not-found', answered: 'Order not found' as Masked } }),
  ])
  expect(rows()[0]).toContain('The gateway does not know this order. It answered: “Order not found”.')
})

test('a row whose single send failed stays set aside, and is offered again', async () => {
  await openBatch(aBatch({ state: 'ended' }), [aBatchRow(5, { state: 'set-aside', failure: { code: 'reason-needed' } })])
  expect(rows()[0]).toContain(text('batches.run.triedInVain'))
  expect(button(text('batches.run.sendLine', { line: '7' }))).toBeDefined()
})

test('a pause for unsent rows names no number of them: at the end one unsent row is enough', async () => {
  const { content } = await openBatch(paused('not-sent'))
  expect(words(content)).toContain(text('batches.run.why.not-sent.next'))
  expect(words(content)).not.toMatch(/three/i)
})

test('the result is saved as CSV or XLSX', async () => {
  const screen = await openBatch(aBatch({ state: 'ended', states: { approved: counted(196) } }), [], {
    'batches.saveResult': () => success({ fileName: 'result.xlsx' }),
  })
  await openMenu(text('batches.run.save'))
  await click(button(text('batches.run.xlsx')))
  expect(screen.inputsOf('batches.saveResult')).toEqual([{ batchId, format: 'xlsx' }])
})

test('the list begins with batches that wait for a person, with the reason', async () => {
  const { content } = await openScreen('/batches', {
    'batches.list': () => success([
      aBatch({ state: 'ended', fileName: 'new.csv' as Masked }), paused('declines', { batchId: 'c'.repeat(32) as never, fileName: 'old.csv' as Masked }),
    ]),
  })
  await flushScreen()
  const items = [...content.querySelectorAll('li')].map((item) => words(item))
  expect(items[0]).toContain('old.csv')
  expect(items[0]).toContain(text('batches.run.why.declines.title'))
  expect(items[0]).toContain('118 approved: 10,502.00 USD')
  expect(items[1]).toContain('new.csv')
})

test('a truncated list states how many batches it has', async () => {
  const listed = (count: number) => Array.from({ length: count }, (_, at) => aBatch({ batchId: at.toString(16).padStart(32, '0') as never }))
  let batches = listed(3)
  const { content, emit } = await openScreen('/batches', { 'batches.list': () => success(batches) })
  await flushScreen()
  const cut = text('batches.list.newest', { number: String(mostBatchesListed) })
  expect(words(content)).not.toContain(cut)
  batches = listed(mostBatchesListed)
  emit('batches.changed', { batchId })
  await flushScreen()
  expect(words(content)).toContain(cut)
})
