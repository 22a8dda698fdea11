import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CardReference, EntryId, Masked, MerchantOrderId, MinorUnits, NetMinorUnits, UtcTime } from '#shared/brands.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'
import { success } from '#shared/result.ts'
import { button, click, type, words } from '../support/mount.ts'
import { linesToFill } from '../../../renderer/features/history/lines/row-heights.ts'
import { aLine, aRow } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { text } from '../../support/texts.ts'

// The list draws only visible lines, and elements have no height in the simulated page.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => {
  vi.restoreAllMocks()
  window.localStorage.clear()
})

const some = (count: number, from = 0): HistoryLine[] => Array.from({ length: count }, (_, index) => aLine({
  entryId: `entry-${from + index}` as EntryId, merchantOrderId: `gc-${from + index}` as MerchantOrderId,
}))
const page = (lines: readonly HistoryLine[], next: string | null = null) =>
  success({ lines, next })
const lines = (content: Element): string[] => [...content.querySelectorAll('.row.line')].map((line) => words(line))

/** The number of lines of a first page in this window. */
const inWindow = linesToFill(window.innerHeight, 'comfortable')

async function openHistory(answers: Parameters<typeof openScreen>[1] = {}, path = '/history') {
  const screen = await openScreen(path, { 'history.list': () => page(some(3)), ...answers })
  await flushScreen()
  return screen
}

test('a line shows time, operation, amount, state and reason, card, order and person', async () => {
  const { content } = await openHistory({ 'history.list': () => page([aLine({
    state: 'declined', errorCode: '116', errorText: 'Insufficient funds' as Masked, cardBrand: 'VISA', lastFour: '0001',
    cardholder: 'ZOE ONEIL' as Masked, merchantOrderId: 'gc-0' as MerchantOrderId,
  }, [], 2)]) })
  const [first] = lines(content)
  for (const part of [
    '20 Nov', text('shell.navigation.recurrentPayment'), 'Acme Shop · Staging', '10.15 USD', 'Declined',
    'Insufficient funds · 116', 'VISA', '•••• 0001', 'ZOE ONEIL', 'gc-0', '6768788', 'm.keller', text('history.checks', { count: 2 }),
  ]) expect(first).toContain(part)
  expect(words(content)).toContain(text('history.end', { number: '1', count: 1 }))
})

test('two equal charges of a card within 24 hours are marked, and link to their comparison', async () => {
  const at = (clock: string) => `2026-11-20T${clock}.000Z` as UtcTime
  const { content } = await openHistory({ 'history.list': () => page([
    aLine({ entryId: 'declined' as EntryId, at: at('09:46:00'), state: 'declined' }),
    aLine({ entryId: 'second' as EntryId, at: at('09:45:00') }), aLine({ entryId: 'first' as EntryId, at: at('09:41:00') }),
  ]) })
  expect(lines(content).map((line) => line.includes(text('compare.chargedTwice')))).toEqual([false, true, true])
  const apart = text('compare.apart', { apart: text('compare.minutes', { count: 4 }) })
  expect(button(`${text('compare.chargedTwice')} ${apart}`).getAttribute('href')).toContain('/compare?entries=first,second')
})

test('for enumerated amounts the line shows the approved one, or the first while none is known', async () => {
  const tried = {
    minorAmount: '1313' as MinorUnits, enumeratedMinorAmounts: ['1313', '800'] as MinorUnits[],
    reviewed: { minorAmount: '1313' as MinorUnits, currency: 'USD' },
  }
  const { content } = await openHistory({ 'history.list': () => page([
    aLine({ ...tried, entryId: 'paid' as EntryId, netMinorAmount: '800' as NetMinorUnits }),
    aLine({ ...tried, entryId: 'open' as EntryId, state: 'processing', netMinorAmount: null }),
  ]) })
  const [paid, open] = lines(content)
  expect(paid).toContain('8.00 USD')
  expect(paid).not.toContain('13.13')
  expect(open).toContain('13.13 USDor 1 other')
})

test('a full refund shows the reviewed amount with a minus', async () => {
  const { content } = await openHistory({ 'history.list': () => page([aLine({
    operation: 'return', minorAmount: null, reviewed: { minorAmount: '125000' as MinorUnits, currency: 'USD' },
  })]) })
  expect(lines(content)[0]).toContain('\u22121,250.00 USD')
})

test('a refund that cancels a hold is called a release and has no minus, as no money leaves', async () => {
  const { content } = await openHistory({ 'history.list': () => page([aLine({
    operation: 'return', releasesHold: true, reviewed: { minorAmount: '125000' as MinorUnits, currency: 'USD' },
  })]) })
  expect(lines(content)[0]).toContain(text('operation.return-of-hold.name'))
  expect(lines(content)[0]).toContain('1,250.00 USD')
  expect(lines(content)[0]).not.toContain('\u2212')
})

test('refunds of a payment are folded under it, by button and by arrow keys', async () => {
  const refund = aRow({ entryId: 'refund-1' as EntryId, operation: 'return' })
  const { content } = await openHistory({ 'history.list': () => page([{ ...aLine({}, [refund]), foldedCount: 3 }, ...some(1, 9)]) })
  expect(lines(content)).toHaveLength(2)
  const fold = button(text('history.unfold', { count: 3 }))
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  await click(fold)
  await flushScreen()
  expect(lines(content)).toHaveLength(4)
  expect(lines(content)[1]).toContain('Refund')
  expect(lines(content)[2]).toContain(text('history.moreFolded', { count: 2 }))
  content.querySelector<HTMLElement>('.row.line a')!.focus()
  const press = async (key: string) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await flushScreen()
  }
  await press('ArrowLeft')
  expect(lines(content)).toHaveLength(2)
  await press('ArrowRight')
  expect(lines(content)).toHaveLength(4)
})

/** A main side that answers each search only on `next`. */
function slowSearch() {
  const waiting: (() => void)[] = []
  const answer = ({ text: wanted }: { text: string }) => new Promise<ReturnType<typeof page>>((resolve) => {
    waiting.push(() => { resolve(page([aLine({ merchantOrderId: `(${wanted})` as MerchantOrderId })])) })
  })
  return { answer, next: async () => { waiting.shift()?.(); await flushScreen() } }
}
const search = (): HTMLInputElement => document.querySelector<HTMLInputElement>(`[aria-label="${text('history.search')}"]`)!

test('of several typed texts only the newest is searched, and an outdated result is never shown', async () => {
  const slow = slowSearch()
  const { content, inputsOf } = await openHistory({ 'history.list': slow.answer })
  await slow.next()
  for (const typed of ['6', '67', '676']) { await type(search(), typed); await flushScreen() }
  await slow.next()
  expect(lines(content)[0]).toContain('()')
  await slow.next()
  expect(lines(content)).toHaveLength(1)
  expect(lines(content)[0]).toContain('(676)')
  expect(inputsOf('history.list').map((query) => query.text)).toEqual(['', '6', '676'])
})

test('a typed text is searched immediately, even while the list is being read again after a change', async () => {
  let held = false
  const { content, emit, inputsOf } = await openHistory({
    'history.list': ({ text: wanted }) => (held && wanted === ''
      ? new Promise(() => undefined)
      : page([aLine({ merchantOrderId: `(${wanted})` as MerchantOrderId })])),
  })
  held = true
  emit('journal.changed', null)
  await flushScreen()
  await type(search(), '6768')
  await flushScreen()
  expect(inputsOf('history.list').map((query) => query.text)).toEqual(['', '', '6768'])
  expect(lines(content)[0]).toContain('(6768)')
})

test('a new list removes the focus from its line instead of moving it to another payment', async () => {
  const { content } = await openHistory({
    'history.list': ({ text: wanted }) => page(some(3, wanted === '' ? 0 : 10)),
  })
  const link = content.querySelector<HTMLElement>('.row.line a')!
  link.focus()
  await flushScreen()
  await type(search(), '6768')
  await flushScreen()
  expect(lines(content)[0]).toContain('gc-10')
  expect(content.querySelector('.row.line :focus')).toBeNull()
})

test('scrolling shows the lines in order and reuses the drawn rows', async () => {
  const { content } = await openHistory({ 'history.list': () => page(some(50), '900') })
  const rows = new Set(content.querySelectorAll('.row.line'))
  const frame = content.querySelector<HTMLElement>('.frame')!
  frame.scrollTop = 52 * 25
  frame.dispatchEvent(new Event('scroll'))
  await flushScreen()
  const shown = lines(content).map((line) => Number(/gc-(\d+)6768788/.exec(line)?.[1]))
  expect(shown).toEqual(Array.from(shown, (_, place) => shown[0]! + place))
  expect(shown[0]).toBeGreaterThan(10)
  const drawn = [...content.querySelectorAll('.row.line')]
  expect(drawn.filter((row) => rows.has(row))).toHaveLength(Math.min(rows.size, drawn.length))
})

test('the first page fills the window; the next one is read on the first scroll', async () => {
  const { content, inputsOf } = await openHistory({
    'history.list': ({ before, limit }) => page(some(limit, before === null ? 0 : 500), before === null ? '900' : null),
  })
  const frame = content.querySelector<HTMLElement>('.frame')!
  expect(inWindow * 52).toBeGreaterThan(window.innerHeight)
  expect(inputsOf('history.list').map(({ limit }) => limit)).toEqual([inWindow])
  frame.scrollTop = 52
  frame.dispatchEvent(new Event('scroll'))
  await flushScreen()
  expect(inputsOf('history.list').map(({ before }) => before)).toEqual([null, '900'])
})

test('a card number typed into the search is masked before it is in the address or leaves the page', async () => {
  const { address, called } = await openHistory()
  await type(search(), '4111 1111 1111 1111')
  await flushScreen()
  expect(search().value).toBe('4111 11XX XXXX 1111')
  expect(address() + JSON.stringify(called)).not.toMatch(/4111[ +]?1111/)
})

test('an interrupted search continues automatically, and shows that until its end', async () => {
  let goOn: () => void = () => undefined
  const { content, inputsOf } = await openHistory({
    'history.list': ({ before }) => (before === null
      ? page(some(2), '900')
      : new Promise((resolve) => { goOn = () => { resolve(page(some(1, 2))) } })),
  })
  expect(lines(content)).toHaveLength(2)
  expect(words(content)).toContain(text('history.searchingOlder'))
  expect(words(content)).not.toMatch(/End of the list/)
  goOn()
  await flushScreen()
  expect(inputsOf('history.list').map(({ before, limit }) => [before, limit])).toEqual([[null, inWindow], ['900', inWindow - 2]])
  expect(words(content)).toContain(text('history.end', { number: '3', count: 3 }))
})

test('an unfinished search without results does not state that nothing was found', async () => {
  const { content } = await openHistory({
    'history.list': ({ before }) => (before === null ? page([], '900') : new Promise(() => undefined)),
  }, '/history?text=boots')
  expect(words(content)).toContain(text('history.searchingOlder'))
  expect(words(content)).not.toContain(text('history.noneTitle'))
})

test('the arrows, Home and End move from line to line', async () => {
  const { content } = await openHistory()
  const links = [...content.querySelectorAll<HTMLElement>('.row.line .type a')]
  const press = async (key: string) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await flushScreen()
    return links.indexOf(document.activeElement as HTMLElement)
  }
  links[0]!.focus()
  expect(await press('ArrowDown')).toBe(1)
  expect(await press('End')).toBe(2)
  expect(await press('ArrowDown')).toBe(2)
  expect(await press('ArrowUp')).toBe(1)
  expect(await press('Home')).toBe(0)
})

test('the next page continues after the key of the previous one', async () => {
  const { content, inputsOf } = await openHistory({
    'history.list': ({ before }) => (before === null ? page(some(60), 'key-60') : page(some(2, 60))),
  })
  expect(lines(content).length).toBeLessThan(40)
  await click(button(text('history.loadMore')))
  await flushScreen()
  expect(inputsOf('history.list').map(({ before }) => before)).toEqual([null, 'key-60'])
  expect(words(content)).toContain(text('history.end', { number: '62', count: 62 }))
})

test('the headers of time and amount sort, and state their order', async () => {
  const { content, inputsOf, address } = await openHistory()
  const header = (name: string) => button(name, content).closest('[role="columnheader"]')!.getAttribute('aria-sort')
  expect([header('Time'), header('Amount')]).toEqual(['descending', 'none'])
  await click(button('Amount', content))
  await flushScreen()
  expect([header('Time'), header('Amount')]).toEqual(['none', 'descending'])
  await click(button('Amount', content))
  await flushScreen()
  await click(button('Time', content))
  await flushScreen()
  expect(inputsOf('history.list').map(({ order }) => order)).toEqual(['newest', 'largest', 'smallest', 'newest'])
  expect(address()).toBe('/history')
})

test('compact lines have a column for each second line, and the choice is stored', async () => {
  const { content } = await openHistory()
  const headers = () => [...content.querySelectorAll('[role="columnheader"]')].map((one) => words(one))
  expect(headers()).not.toContain(text('history.column.merchantOrderId'))
  await click(button(text('history.compact')))
  expect(headers()).toEqual(expect.arrayContaining(['holder', 'merchant', 'merchantOrderId', 'orderId', 'who'].map((column) =>
    text(`history.column.${column as 'who'}`))))
  expect(content.querySelectorAll('[role="row"]')[1]!.children).toHaveLength(headers().length)
  await openHistory()
  expect(button(text('history.compact')).getAttribute('aria-pressed')).toBe('true')
})

test('an unknown payment shows its card reference if no reply contained the digits', async () => {
  const row = { state: 'unknown', lastFour: null, cardReference: '1000103' as CardReference } as const
  const { content } = await openHistory({ 'history.list': () => page([aLine(row)]) })
  expect(lines(content)[0]).toContain('1000103')
})

test('a search without results offers to clear the filters or to search all requests', async () => {
  const { content, inputsOf, address } = await openHistory({ 'history.list': () => page([]) }, '/history?text=nothing')
  expect(words(content)).toContain(text('history.noneTitle'))
  await click(button(text('history.showAll')))
  await flushScreen()
  expect(inputsOf('history.list').at(-1)).toMatchObject({ view: 'all', text: 'nothing' })
  await click(button(text('history.clearFilters')))
  await flushScreen()
  expect(address()).toBe('/history?view=all')
})

test('an empty history links to a first payment', async () => {
  const { content } = await openHistory({ 'history.list': () => page([]) })
  expect(words(content)).toContain(text('history.emptyTitle'))
  expect(button(text('history.start')).getAttribute('href')).toContain('/more-operations')
})
