import { expect, test } from 'vitest'
import type { EntryId, MerchantOrderId, ProfileId } from '#shared/brands.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { failed, success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { click, type, words } from '../support/mount.ts'
import { aRow, serialNumber } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { text } from '../../support/texts.ts'

const production = aProfile({ id: 'profile-2' as ProfileId, name: 'Acme live', environment: 'production' })
const card = '4111 1111 1111 1111'

/** A history that returns entries for given texts. */
async function openSearch(
  known: Readonly<Record<string, readonly HistoryRow[]>>, answers: Parameters<typeof openScreen>[1] = {},
) {
  const screen = await openScreen('/keys', {
    'keys.list': () => success([]),
    'history.search': (query) => success({ rows: known[query.text] ?? [], next: null }),
    ...answers,
  }, [aProfile(), production])
  const box = document.querySelector<HTMLInputElement>('[role="combobox"]')!
  box.focus()
  return {
    ...screen, box,
    enter: async (typed: string) => { await type(box, typed); await flushScreen() },
    press: async (key: string) => {
      box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      if (key === 'Enter') box.form!.requestSubmit()
      await flushScreen()
    },
  }
}

type Opened = Awaited<ReturnType<typeof openSearch>>
const options = (): string[] => [...document.querySelectorAll('[role="option"]')].map((one) => words(one))
const chosen = (): string => words(document.querySelector('[role="option"][aria-selected="true"]')!)
const charge = (entryId: string): HistoryRow =>
  aRow({ entryId: entryId as EntryId, merchantOrderId: `inv-${entryId}` as MerchantOrderId, lastFour: '0001' })

test.each([
  ['k', 'KeyK'], ['\u043B', 'KeyK'], ['\u03BA', 'KeyK'], ['k', 'KeyV'],
])('Ctrl and the key that types %s (%s) moves the focus to the box, and examples show what it finds', async (key, code) => {
  const { box } = await openSearch({})
  box.blur()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 't', code: 'KeyK', ctrlKey: true }))
  expect(document.activeElement).not.toBe(box)
  window.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey: true }))
  await flushScreen()
  expect(document.activeElement).toBe(box)
  expect(words()).toContain(text('shell.find.hint'))
})

test('results appear while typing, with enough detail to recognise the entry before it is opened', async () => {
  const { box, enter, press, path } = await openSearch({ '0001 10.15': [charge('a'), charge('b')] })
  await enter('0001 10.15')
  expect(box.getAttribute('aria-expanded')).toBe('true')
  expect(options()).toHaveLength(4)
  for (const part of [text('shell.navigation.recurrentPayment'), '10.15', 'Approved', '0001', 'inv-b']) expect(options()[2]).toContain(part)
  await press('ArrowDown')
  await press('ArrowDown')
  expect(chosen()).toContain('inv-b')
  expect(document.getElementById(box.getAttribute('aria-activedescendant')!)).toBe(document.querySelector('[aria-selected="true"]'))
  await press('ArrowDown')
  await press('ArrowDown')
  expect(chosen()).toBe(text('shell.find.list', { text: '0001 10.15' }))
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await press(key)
  expect(path()).toBe('/payment/b')
  expect(box.value).toBe('')
})

test.each([
  ['a line of a log', '2026-11-21 10:15:07 WARN charge failed gw-order-id=6768788 host=10.0.0.1', '6768788'],
  ['a mail', 'The bank says: RRN 631700000017 was declined.', '631700000017'],
  ['JSON', '{"approval-code":"A1B2C3","x":[1,2]}', 'A1B2C3'],
  ['the address of a receipt', 'https://gw.example/gw/view-receipt/1144/rcp77/', 'rcp77'],
  ['a mail with card and amount', 'Dear team,\nthe card ending in 0001 was charged 10.15 USD twice. Regards, a customer who writes a lot about it', '10.15 0001'],
])('finds the payment of %s', async (_what, pasted, by) => {
  const { enter, press, path } = await openSearch({ [by]: [charge('a')], [by.split(' ').reverse().join(' ')]: [charge('a')] })
  await enter(pasted)
  expect(options()[0]).toContain('10.15')
  await press('Enter')
  expect(path()).toBe('/payment/a')
})

test('an amount with last four digits leads to possible payments, without the rest of the text', async () => {
  const { enter, press, address } = await openSearch({})
  await enter('Dear team, my card ending in 0001 was charged 10.15 USD twice on 20 Nov 2026. Ada King, ada@example.com')
  expect(options().find((one) => one.includes(text('compare.chargedTwice'))))
    .toContain(text('shell.find.chargedTwice', { amount: '10.15', lastFour: '0001' }))
  await press('Enter')
  expect(address()).toBe('/charged-twice?amount=10.15&lastFour=0001&day=2026-11-20')
})

test.each([
  ['the last four digits', '\u0660\u0660\u0660\u0661', '0001'], ['an amount', '\u0664\u0669\u066b\u0669\u0660', '49.90'],
  ['an order in Persian digits', '\u06f4\u06f0\u06f9\u06f7\u06f7', '40977'],
])('%s in the digits of an Arabic or Persian keyboard are searched in plain ones too', async (_what, typed, plain) => {
  const { enter } = await openSearch({ [plain]: [charge('a')] })
  await enter(typed)
  expect(options()[0]).toContain('inv-a')
})

test('Enter before the result waits for it', async () => {
  let answer: () => void = () => undefined
  const { enter, press, path } = await openSearch({}, {
    'history.search': () => new Promise((resolve) => {
      answer = () => { resolve(success({ rows: [charge('a')], next: null })) }
    }),
  })
  await enter('inv-a')
  await press('Enter')
  expect(path()).toBe('/keys')
  answer()
  await flushScreen()
  expect(path()).toBe('/payment/a')
})

test('one search at a time: of several typed texts only the newest is searched', async () => {
  const waiting: (() => void)[] = []
  const { enter, inputsOf } = await openSearch({}, {
    'history.search': ({ text: wanted }) => new Promise((resolve) => {
      waiting.push(() => { resolve(success({ rows: [charge(wanted)], next: null })) })
    }),
  })
  for (const typed of ['i', 'in', 'inv', 'inv-']) await enter(typed)
  waiting.shift()!()
  await flushScreen()
  expect(options()).toEqual([])
  waiting.shift()!()
  await flushScreen()
  expect(inputsOf('history.search').map((query) => query.text)).toEqual(['i', 'inv-'])
  expect(options()[0]).toContain('inv-inv-')
})

test('an interrupted search continues before "nothing found" is shown', async () => {
  const { enter } = await openSearch({}, {
    'history.search': ({ before }) => success(before === null
      ? { rows: [], next: '900' }
      : { rows: [charge('a')], next: null }),
  })
  await enter('inv-a')
  expect(options()).toEqual([expect.stringContaining('10.15')])
})

test('lookups and connection tests are offered only if no payment is found', async () => {
  const { enter, press, address } = await openSearch({}, {
    'history.search': ({ view }) => success({
      rows: view === 'all' ? [charge('a'), charge('b')] : [], next: null,
    }),
  })
  await enter('acme')
  expect(options()).toHaveLength(3)
  await press('Enter')
  expect(address()).toBe('/history?text=acme&view=all')
})

test('an unknown id can be queried with each profile, and nothing is sent before the button is pressed', async () => {
  const { enter, press, path, called, content } = await openSearch({}, { 'profiles.list': () => success({
    profiles: [aProfile(), production], activeId: aProfile().profile.id, warnings: [],
  }) })
  await enter(`please look at ${serialNumber}`)
  expect(options()).toHaveLength(2)
  expect(options()[0]).toContain('Acme Shop')
  expect(options()[1]).toContain('Acme live')
  expect(words()).toContain(text('shell.find.noneAsk'))
  await press('Enter')
  expect(path()).toBe('/order-status')
  expect([...content.querySelectorAll('input')].map(({ value }) => value)).toContain(serialNumber)
  expect(called.map(({ name }) => name)).not.toContain('orders.status')
})

test('an unnamed id is offered for each field it may belong to', async () => {
  const { enter } = await openSearch({})
  await enter('6768788')
  expect(options().map((option) => option.replace(/\s+/g, ' '))).toEqual([
    expect.stringContaining(`${text('shell.find.ask.orderId')} 6768788`),
    expect.stringContaining('Acme live'),
    expect.stringContaining(`${text('shell.find.ask.merchantOrderId')} 6768788`),
  ])
})

test('a pasted card number is masked immediately, and only its last four digits leave the box', async () => {
  const { box, enter, called } = await openSearch({ 1111: [charge('a')] })
  await enter(`card ${card}`)
  expect(box.value).toBe('card 4111 11XX XXXX 1111')
  expect(words()).toContain(text('shell.find.masked'))
  expect(options()).toHaveLength(1)
  await enter(card.replaceAll(' ', ''))
  expect(JSON.stringify(called)).not.toMatch(/4111 ?1111 ?1111/)
  expect(document.body.innerHTML).not.toMatch(/4111 ?1111 ?1111/)
})

test.each([
  'status=approved&orderid=1&client_orderid=inv-1', 'https://shop.example/cb?orderid=1&status=approved&control=00',
])('passes a callback to its check without any of it in the address: %s', async (pasted) => {
  const { enter, press, address } = await openSearch({})
  await enter(pasted)
  expect(options()[0]).toBe(text('shell.find.callback'))
  await press('Enter')
  expect(address()).toBe('/callbacks')
})

test('Escape closes the list, a second one empties the box; a click chooses', async () => {
  const { box, enter, press, path } = await openSearch({ 'inv-a': [charge('a')] })
  await enter('inv-a')
  await press('Escape')
  expect(options()).toEqual([])
  expect(box.value).toBe('inv-a')
  await press('Escape')
  expect(box.value).toBe('')
  await enter('inv-a')
  await click(document.querySelector<HTMLElement>('[role="option"]')!)
  await flushScreen()
  expect(path()).toBe('/payment/a')
})

test('a history that cannot be read is not shown as empty', async () => {
  const { enter } = await openSearch({}, { 'history.search': () => failed({ code: 'journal-unwritable', detail: 'disk' }) })
  await enter('6768788')
  expect(options()).toEqual([])
  expect(words()).not.toContain(text('shell.find.none'))
})

test.each([
  ['Escape', async ({ press }: Opened) => { await press('Escape') }],
  ['leaving the box', async ({ box }: Opened) => { box.blur(); await flushScreen() }],
])('Enter before the result is there opens nothing after %s', async (_what, giveUp) => {
  let answerNow = (): void => undefined
  const answered = new Promise<void>((resolve) => { answerNow = resolve })
  const opened = await openSearch({}, {
    'history.search': async () => {
      await answered
      return success({ rows: [charge('a')], next: null })
    },
  })
  await opened.enter('0001 10.15')
  await opened.press('Enter')
  await giveUp(opened)
  answerNow()
  await flushScreen()
  expect(opened.path()).toBe('/keys')
})
