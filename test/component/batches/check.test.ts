import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId, Masked } from '#shared/brands.ts'
import type { Draft, DraftRow } from '#shared/model/payments/batch.ts'
import { failed, success } from '#shared/result.ts'
import { text } from '../../support/texts.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aBatch, aDraft, aDraftRow, batchId, counted, draftId, draftStates, somePage } from './batch-data.ts'

// The table draws only visible rows, and elements have no height in the simulated page.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => { vi.restoreAllMocks() })

const comma = { field: 'amount', code: 'amount-comma', details: { first: '89.00' } } as const
const wrongAmount = (row: number) => aDraftRow(row, { state: 'problem', values: { ...aDraftRow(row).values, amount: '89,00' as Masked }, problems: [comma] })
const path = `/batches/draft/${draftId}`
const cells = () => [...document.querySelectorAll<HTMLElement>('.row.line')].map((row) => words(row))
const cell = (name: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)!
const amountOf = (line: number) => cell(text('batches.check.cell', { field: 'Amount', line: String(line) }))

async function openCheck(draft: Draft, rows: readonly DraftRow[], answers: Parameters<typeof openScreen>[1] = {}) {
  const screen = await openScreen(path, { 'batches.draft': () => success(draft), 'batches.draftRows': somePage(rows), ...answers })
  await flushScreen()
  return screen
}

test('the check shows the ready rows, the reasons of the others, and count and amount on its button', async () => {
  const { content } = await openCheck(
    aDraft({ rows: 200, states: draftStates({ ready: 196, problem: 3, duplicate: 1 }) }),
    [wrongAmount(0), ...Array.from({ length: 199 }, (_, place) => aDraftRow(place + 1))],
  )
  expect(words(content.querySelector('h1')!)).toBe('196 of 200 charges are ready')
  expect(words(content)).toContain(text('batches.check.nothingSent'))
  expect(words(content)).toContain('Problems 3')
  expect(cells()[0]).toContain('Use a point for decimals')
  expect(button('Review 196 charges · 17,444.00 USD')).toBeTruthy()
  expect(words(content)).toContain('4 rows stay out')
})

test('an order id of more than eleven characters is shortened, as its column is as wide as eleven in the smallest window', async () => {
  const ids = ['order-12345', 'order-123456'] as Masked[]
  await openCheck(aDraft(), ids.map((merchantOrderId, row) =>
    aDraftRow(row, { values: { ...aDraftRow(row).values, merchantOrderId } })))
  expect(ids.map((id) => document.querySelector(`[title="${id}"]`)!.closest('.shortens') !== null)).toEqual([false, true])
})

test('a table is discarded only after a question, and a failure to discard it is named', async () => {
  let isRefused = true
  const screen = await openCheck(aDraft(), [aDraftRow(0)], {
    'batches.list': () => success([]),
    'batches.discard': () => (isRefused ? failed({ code: 'defect' }) : success(null)),
  })
  const discard = async (among: ParentNode) => {
    await click(button(text('batches.check.discard'), among))
    await flushScreen()
  }
  await discard(screen.content)
  expect(words(document.querySelector('[role="dialog"]')!)).toContain(text('batches.check.discardText'))
  expect(screen.inputsOf('batches.discard')).toEqual([])
  await discard(document.querySelector('[role="dialog"]')!)
  expect([screen.path(), document.querySelector('[role="alert"]') !== null]).toEqual([path, true])
  isRefused = false
  await discard(screen.content)
  await discard(document.querySelector('[role="dialog"]')!)
  expect(screen.path()).toBe('/batches')
})

test('a cell with a problem is corrected in place: the proposed value by one click, any other by typing', async () => {
  let draft = aDraft({ states: draftStates({ ready: 1, problem: 2 }) })
  const rows = [wrongAmount(0), wrongAmount(1), aDraftRow(2)]
  const screen = await openCheck(draft, rows, {
    'batches.editCell': ({ row, value }) => {
      rows[row] = aDraftRow(row, { values: { ...aDraftRow(row).values, amount: value as Masked } })
      draft = { ...draft, version: draft.version + 1 }
      return success(draft)
    },
  })
  const amount = amountOf(2)
  expect(amount.getAttribute('aria-invalid')).toBe('true')
  expect(words(document.getElementById(amount.getAttribute('aria-describedby')!)!)).toContain('Use a point for decimals')
  await click(button(text('batches.check.useIn', { value: '89.00', line: '2' })))
  await flushScreen()
  await type(amountOf(3), '98.00')
  amountOf(3).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await flushScreen()
  expect(screen.inputsOf('batches.editCell')).toEqual([
    { draftId, row: 0, field: 'amount', value: '89.00' }, { draftId, row: 1, field: 'amount', value: '98.00' },
  ])
  expect(cells()[1]).toContain('98.00')
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0)
})

test('opening and leaving the columns puts the focus on the title', async () => {
  const { content } = await openCheck(aDraft(), [aDraftRow(0)])
  for (const name of [text('batches.check.columns'), text('common.cancel')]) {
    button(name).focus()
    await click(button(name))
    await flushScreen()
    expect(document.activeElement).toBe(content.querySelector('h1'))
  }
})

test('rows that change in the background are not read again while a person types in a cell', async () => {
  let version = 1
  const screen = await openCheck(aDraft({ states: draftStates({ problem: 3 }) }), [wrongAmount(0)], {
    'batches.draft': () => success(aDraft({ version: version++, states: draftStates({ problem: 3 }) })),
    'batches.editCell': () => success(aDraft({ version: version++ })),
  })
  const before = screen.inputsOf('batches.draftRows').length
  amountOf(2).focus()
  await type(amountOf(2), '8')
  screen.emit('batches.draftChanged', { draftId })
  await flushScreen()
  expect(screen.inputsOf('batches.draftRows')).toHaveLength(before)
  expect(amountOf(2).value).toBe('8')
  amountOf(2).blur()
  await flushScreen()
  expect(screen.inputsOf('batches.draftRows').length).toBeGreaterThan(before)
})

test('a possible duplicate is sent only with a reason, and a row can be left out', async () => {
  const earlier = { kind: 'equal-payment', line: null, entryId: 'entry-9' as EntryId, state: 'approved', at: aDraft().readAt } as const
  const screen = await openCheck(aDraft({ states: draftStates({ ready: 1, duplicate: 1 }) }), [aDraftRow(0, { state: 'duplicate', earlier }), aDraftRow(1)], {
    'batches.acceptDuplicate': () => success(aDraft({ version: 2 })), 'batches.leaveOut': () => success(aDraft({ version: 3 })),
  })
  expect(cells()[0]).toContain(`${text('batches.check.earlier.equal-payment')}: Approved`)
  expect(button(/Open the earlier payment of line 2$/).getAttribute('href')).toContain('/payment/entry-9')
  await click(button(text('batches.check.acceptLine', { line: '2' })))
  await type(field(text('common.reason')), 'Two seats')
  await click(button(text('batches.check.acceptAction')))
  await click(button(text('batches.check.leaveOut', { line: '3' })))
  expect(screen.inputsOf('batches.acceptDuplicate')).toEqual([{ draftId, row: 0, reason: 'Two seats' }])
  expect(screen.inputsOf('batches.leaveOut')).toEqual([{ draftId, rows: [1], out: true }])
})

test('the review names operation, rows, sum, largest row and every changed cell, and sends what it shows', async () => {
  const draft = aDraft({
    version: 7, rows: 4, states: draftStates({ ready: 3, problem: 1 }),
    changed: [{ line: 17, field: 'amount', before: '89,00' as Masked, after: '89.00' as Masked }],
  })
  const screen = await openCheck(draft, [aDraftRow(0)], {
    'batches.start': () => success(aBatch()), 'batches.show': () => success(aBatch()), 'batches.rows': somePage([]),
  })
  await click(button('Review 3 charges · 267.00 USD'))
  const dialog = document.querySelector('[role="dialog"]')!
  for (const part of ['Acme Shop', 'Staging', 'Recurrent payment', '3 (1 stays out)', '267.00 USD', '89.00 USD, line 2', '89,00']) {
    expect(words(dialog)).toContain(part)
  }
  await click(button('Send 3 charges · 267.00 USD'))
  await flushScreen()
  expect(screen.inputsOf('batches.start')).toEqual([{ draftId, version: 7 }])
  expect(screen.path()).toBe(`/batches/${batchId}`)
})

test('a draft that changed since it was shown is not sent, and is shown as it is now', async () => {
  let version = 1
  const screen = await openCheck(aDraft(), [aDraftRow(0)], {
    'batches.draft': () => success(aDraft({ version, states: { ...draftStates({}), ready: counted(version) } })),
    'batches.start': () => { version = 2; return failed({ code: 'draft-changed' }) },
  })
  await click(button('Review 1 charge · 89.00 USD'))
  await click(button('Send 1 charge · 89.00 USD'))
  await flushScreen()
  expect(words(document.querySelector('[role="dialog"]')!)).toContain(text('failure.what.draft-changed'))
  expect(button('Send 2 charges · 178.00 USD')).toBeTruthy()
  expect(screen.path()).toBe(path)
})

test('payouts are confirmed with every destination and its amount', async () => {
  const row = (place: number, account: string) => aDraftRow(place, { values: { accountNumber: account as Masked, amount: '89.00' as Masked }, card: null })
  await openCheck(aDraft({ operation: 'payout-v4' }), [row(0, 'DE•• 1111'), row(1, 'DE•• 2222')])
  await click(button(/^Review 3 payouts/))
  await flushScreen()
  const dialog = document.querySelector('[role="dialog"]')!
  for (const part of ['DE•• 1111', 'DE•• 2222', '89.00 USD']) expect(words(dialog)).toContain(part)
})

test('after a lock the table is discarded, and none of its rows was sent', async () => {
  const { content } = await openScreen(path, { 'batches.draft': () => failed({ code: 'draft-gone' }) })
  await flushScreen()
  expect(words(content)).toContain(text('batches.gone.title'))
  expect(button(text('batches.create'), content).getAttribute('href')).toContain('/batches/new')
})
