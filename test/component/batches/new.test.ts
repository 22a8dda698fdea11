import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed, success } from '#shared/result.ts'
import { largestFile } from '#shared/model/values/table.ts'
import type { Masked } from '#shared/brands.ts'
import { text } from '../../support/texts.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { aBatch, aDraft, aDraftRow, batchId, draftId, draftStates, somePage } from './batch-data.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => { vi.restoreAllMocks() })

const target = { profileId: 'profile-1', entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, operation: 'recurrent-payment' }

async function paste(pasted: string): Promise<void> {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => pasted } })
  document.body.dispatchEvent(event)
  await flushScreen()
}

async function drop(file: File): Promise<void> {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [file] } })
  document.querySelector('.drop')!.dispatchEvent(event)
  await flushScreen()
}

test('twenty subscriptions are sent in four clicks and one paste from Today', async () => {
  const draft = aDraft({ rows: 20, states: draftStates({ ready: 20 }), source: 'clipboard', fileName: null })
  const screen = await openScreen('/order-status', {
    'batches.list': () => success([]), 'batches.openText': () => success(draft), 'batches.draft': () => success(draft),
    'batches.draftRows': somePage(Array.from({ length: 20 }, (_, place) => aDraftRow(place))),
    'batches.start': () => success(aBatch({ rows: 20 })), 'batches.show': () => success(aBatch()), 'batches.rows': somePage([]),
  })
  const press = async (name: string) => {
    await click(button(name))
    await flushScreen()
  }
  await press(text('shell.navigation.batches'))
  await press(text('batches.create'))
  await paste('cardrefid\tamount\tclient_orderid\n1000001\t10.15\tsub-1')
  await press('Review 20 charges · 1,780.00 USD')
  await press('Send 20 charges · 1,780.00 USD')
  expect(screen.path()).toBe(`/batches/${batchId}`)
  expect(screen.inputsOf('batches.openText')).toEqual([{ ...target, text: 'cardrefid\tamount\tclient_orderid\n1000001\t10.15\tsub-1' }])
})

test('a dropped file is passed on, and one that is too large is refused before it is read', async () => {
  const screen = await openScreen('/batches/new', {
    'batches.openDropped': () => success(aDraft()), 'batches.draft': () => success(aDraft()), 'batches.draftRows': somePage([]),
  })
  const large = new File(['x'], 'all.csv')
  Object.defineProperty(large, 'size', { value: largestFile + 1 })
  await drop(large)
  expect(words(screen.content)).toContain('over the limit of 50 MB')
  expect(screen.inputsOf('batches.openDropped')).toEqual([])
  await drop(new File(['cardrefid,amount\n1,2'], 'some.csv'))
  await vi.waitFor(() => { expect(screen.path()).toBe(`/batches/draft/${draftId}`) })
  expect(screen.inputsOf('batches.openDropped')).toEqual([{ ...target, fileName: 'some.csv', bytes: btoa('cardrefid,amount\n1,2') }])
})

test('rows of payouts are not taken from the clipboard', async () => {
  const screen = await openScreen('/batches/new', {})
  await type(field(text('batches.source.operation')), 'payout-v4')
  await paste('account,amount\n1,2')
  expect(words(screen.content)).toContain(text('batches.source.fileOnly'))
  expect(screen.inputsOf('batches.openText')).toEqual([])
})

test.each([
  ['empty', ''], ['quote-never-ends', 'line 7'], ['holds-card-numbers', 'column 3'], ['encrypted', ''], ['too-many-rows', '10,000'],
] as const)('a table that is refused (%s) is named with its reason, and the screen stays as it was', async (why, detail) => {
  const screen = await openScreen('/batches/new', { 'batches.openFile': () => failed({ code: 'table-refused', why, detail }) })
  await click(button(text('batches.source.choose')))
  await flushScreen()
  expect(words(screen.content)).toContain(text(`failure.refusedTable.${why}`, { detail }))
  expect(screen.path()).toBe('/batches/new')
})

test('two columns that may have the same meaning are marked until a person chooses one', async () => {
  const column = { header: 'Amount' as Masked, examples: ['1.00' as Masked], meaning: null, recognisedBy: null, mayMean: 'amount' as const }
  const { columns } = aDraft()
  const draft = aDraft({ operation: 'return', isChecked: false, missing: ['amount'], columns: [columns[2]!, column, { ...column, header: 'Sum' as Masked }] })
  const screen = await openScreen(`/batches/draft/${draftId}`, {
    'batches.draft': () => success(draft), 'batches.draftRows': somePage([aDraftRow(0)]),
    'batches.mapColumns': () => success(aDraft({ version: 2 })),
  })
  await flushScreen()
  const why = text('batches.columns.several', { name: 'Amount' })
  expect(words(screen.content).split(why)).toHaveLength(3)
  await click(button(text('batches.columns.apply')))
  expect(screen.inputsOf('batches.mapColumns')).toEqual([])
  await type(document.querySelector<HTMLInputElement>(`[aria-label="${text('columns.meaningOf', { column: 'Sum' })}"]`)!, 'amount')
  expect(words(screen.content)).not.toContain(why)
  await click(button(text('batches.columns.apply')))
  expect(screen.inputsOf('batches.mapColumns')).toMatchObject([{ columns: ['merchantOrderId', null, 'amount'] }])
})

test('columns are assigned by hand, with values for all rows, an id label and a decimal separator', async () => {
  const column = (header: string, example: string) => ({
    header: header as Masked, examples: [example as Masked], meaning: null, recognisedBy: null,
  })
  const draft = aDraft({
    isChecked: false, decimals: 'unclear', missing: ['cardReference', 'amount', 'orderDescription', 'customerIpAddress'],
    columns: [column('Kunde', '1000214'), column('Betrag', '1,234'), column('Vertrag', 'A-17')],
  })
  const screen = await openScreen(`/batches/draft/${draftId}`, {
    'batches.draft': () => success(draft), 'batches.draftRows': somePage([aDraftRow(0)]),
    'batches.mapColumns': () => success(aDraft({ version: 2 })),
  })
  await flushScreen()
  const choose = async (header: string, meaning: string) => {
    await type(document.querySelector<HTMLInputElement>(`[aria-label="${text('columns.meaningOf', { column: header })}"]`)!, meaning)
  }
  await click(button(text('batches.columns.apply')))
  expect(screen.inputsOf('batches.mapColumns')).toEqual([])
  expect(words(screen.content)).toContain(text('batches.columns.decimalsNeeded'))
  await choose('Kunde', 'cardReference')
  await choose('Betrag', 'amount')
  await choose('Vertrag', 'row-name')
  await type(field(text('batches.columns.period')), '2026-11')
  await type(field('Order description'), 'Subscription')
  await type(field('Customer IP address'), '203.0.113.9')
  await click(field(text('columns.decimal.comma')))
  await click(button(text('batches.columns.apply')))
  expect(screen.inputsOf('batches.mapColumns')).toEqual([{
    draftId, columns: ['cardReference', 'amount', 'row-name'], decimals: 'comma',
    defaults: { orderDescription: 'Subscription', customerIpAddress: '203.0.113.9' }, periodLabel: '2026-11',
  }])
  expect(button(/^Review 3 charges/)).toBeTruthy()
})

test('a table whose check was left for another screen is offered in the list until it is discarded', async () => {
  let isRemoved = false
  const screen = await openScreen(`/batches/draft/${draftId}`, {
    'batches.list': () => success([]), 'batches.draftRows': somePage([aDraftRow(0)]),
    'batches.draft': () => (isRemoved ? failed({ code: 'draft-gone' }) : success(aDraft())),
  })
  await flushScreen()
  const list = async () => {
    await screen.go('/order-status')
    await screen.go('/batches')
    await flushScreen()
    return words(screen.content)
  }
  expect(await list()).toContain(text('batches.check.nothingSent'))
  await click(button(text('batches.list.goOn')))
  await flushScreen()
  expect(screen.path()).toBe(`/batches/draft/${draftId}`)
  isRemoved = true
  expect(await list()).not.toContain(text('batches.check.nothingSent'))
})
