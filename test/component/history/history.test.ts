import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId, Masked, MerchantOrderId, UtcTime } from '#shared/brands.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history.ts'
import { failed, success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { anAnswer, aFollow, aRow, aStatus } from '../screen-support/data.ts'
import { openScreen, flushScreen } from '../screen-support/open.ts'
import { label, text } from '../../texts.ts'

// The list draws what is in sight, and here nothing has a height by itself.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => { vi.restoreAllMocks() })

const rows = (count: number, from = 0): HistoryRow[] => Array.from({ length: count }, (_, index) => aRow({
  entryId: `entry-${from + index}` as EntryId, merchantOrderId: `gc-${from + index}` as MerchantOrderId,
}))
const lines = (content: Element): string[] => [...content.querySelectorAll('li a')].map((line) => words(line))

async function openHistory(answers: Parameters<typeof openScreen>[1] = {}, path = '/history') {
  const screen = await openScreen(path, { 'history.search': () => success({ rows: rows(3), next: null, complete: true }), ...answers })
  await flushScreen()
  return screen
}

test('a line tells time, operation, environment, ids, amount and state', async () => {
  const { content } = await openHistory()
  const [first] = lines(content)
  for (const part of ['20 Nov 2026', 'UTC', text('shell.navigation.recurrentPayment'), 'Staging', 'gc-0', '6768788', '10.15 USD', 'Approved']) {
    expect(first).toContain(part)
  }
  expect(words(content)).toContain(text('history.end', { number: '3', count: 2 }))
})

test('a filter asks again and stands in the address, so that coming back finds it', async () => {
  const { inputsOf, go, path } = await openHistory({ 'history.entry': () => failed({ code: 'no-such-entry' }) })
  await type(field(label('state')), 'unknown')
  await type(field('Operation'), 'recurrent-payment')
  await flushScreen()
  expect(inputsOf('history.search').at(-1)).toMatchObject({ states: ['unknown'], operations: ['recurrent-payment'], before: null })
  await go('/history/entry-0')
  expect(path()).toBe('/history/entry-0')
  await go('/history?state=unknown&operation=recurrent-payment')
  expect([field(label('state')).value, field('Operation').value]).toEqual(['unknown', 'recurrent-payment'])
})

/** A main side that answers searches when told to. */
function slowSearch() {
  const waiting: (() => void)[] = []
  const answer = ({ text }: { text: string }) => new Promise<ReturnType<typeof page>>((resolve) => {
    waiting.push(() => { resolve(page(text)) })
  })
  const page = (text: string) => success({ rows: [aRow({ merchantOrderId: `(${text})` as MerchantOrderId })], next: null, complete: true })
  return { answer, next: async () => { waiting.shift()?.(); await flushScreen() } }
}

test('of what is typed in a row only the newest is searched for, and an outdated answer is never shown', async () => {
  const search = slowSearch()
  const { content, inputsOf } = await openHistory({ 'history.search': search.answer })
  await search.next()
  for (const text of ['6', '67', '676']) await type(field('Text'), text)
  await flushScreen()
  await search.next()
  expect(lines(content)[0]).toContain('()')
  await search.next()
  expect(lines(content)).toHaveLength(1)
  expect(lines(content)[0]).toContain('(676)')
  expect(inputsOf('history.search').map(({ text }) => text)).toEqual(['', '6', '676'])
})

test('a search that is not through goes on by itself, and says so until it is', async () => {
  let goOn: () => void = () => undefined
  const { content, inputsOf } = await openHistory({
    'history.search': ({ before }) => (before === null
      ? success({ rows: rows(2), next: '900', complete: true })
      : new Promise((resolve) => {
        goOn = () => { resolve(success({ rows: rows(1, 2), next: null, complete: true })) }
      })),
  })
  expect(lines(content)).toHaveLength(2)
  expect(words(content)).toContain(text('history.searchingOlder'))
  expect(words(content)).not.toMatch(/End of the list/)
  goOn()
  await flushScreen()
  expect(inputsOf('history.search').map(({ before, limit }) => [before, limit])).toEqual([[null, 50], ['900', 48]])
  expect(words(content)).toContain(text('history.end', { number: '3', count: 2 }))
})

test('nothing found so far is not called nothing found', async () => {
  const { content } = await openHistory({
    'history.search': ({ before }) => (before === null ? success({ rows: [], next: '900', complete: true }) : new Promise(() => undefined)),
  }, '/history?text=boots')
  expect(words(content)).toContain(text('history.searchingOlder'))
  expect(words(content)).not.toContain(text('history.noneTitle'))
})

test.each([
  [{ count: 1_204, atLeast: false }, text('history.total', { number: '1,204', count: 2 })],
  [{ count: 10_000, atLeast: true }, text('history.moreThan', { number: '10,000' })],
])('the number of all entries follows the first page: %j', async (count, shown) => {
  const { content, inputsOf } = await openHistory({
    'history.search': () => success({ rows: rows(50), next: 'key-50', complete: true }), 'history.count': () => success(count),
  }, '/history?text=boots&state=declined')
  expect(lines(content).length).toBeGreaterThan(0)
  await vi.waitFor(() => { expect(words(content)).toContain(shown) })
  expect(inputsOf('history.count')).toEqual([{ text: 'boots', states: ['declined'], operations: [], profileId: null }])
})

test('the arrows, Home and End move from line to line', async () => {
  const { content } = await openHistory()
  const links = [...content.querySelectorAll<HTMLElement>('li a')]
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

test('the next page goes on below the key of the one above', async () => {
  const { content, inputsOf } = await openHistory({
    'history.search': ({ before }) => (before === null
      ? success({ rows: rows(60), next: 'key-60', complete: true })
      : success({ rows: rows(2, 60), next: null, complete: true })),
  })
  expect(lines(content).length).toBeLessThan(40)
  await click(button(text('history.loadMore')))
  await flushScreen()
  expect(inputsOf('history.search').map(({ before }) => before)).toEqual([null, 'key-60'])
  expect(words(content)).toContain(text('history.end', { number: '62', count: 2 }))
})

test('newer entries are told, not pushed under the eyes', async () => {
  const { content, inputsOf, emit } = await openHistory()
  emit('journal.changed', null)
  await flushScreen()
  expect(inputsOf('history.search')).toHaveLength(1)
  expect(words(content)).toContain(text('history.newer'))
  await click(button(text('history.showNewer')))
  await flushScreen()
  expect(inputsOf('history.search')).toHaveLength(2)
})

test('a search that finds nothing says so and offers the way back', async () => {
  const { content } = await openHistory({ 'history.search': () => success({ rows: [], next: null, complete: true }) }, '/history?text=nothing')
  expect(words(content)).toContain(text('history.noneTitle'))
  expect(button(text('history.clearFilters'))).toBeTruthy()
})

const at = '2026-11-20T09:41:07.120Z' as UtcTime
function detail(changes: Partial<HistoryRow> = {}, events: EntryDetail['events'] = []): EntryDetail {
  return {
    row: aRow(changes), url: 'https://gate.example/gw/api/v2/make-rebill-sale/22903', askedSerialNumber: null,
    fields: [{ name: 'cvv2', value: 'XXX' as Masked }], signedText: '22903acme{merchant_control}' as Masked, events,
  }
}
async function openEntry(shown: EntryDetail, answers: Parameters<typeof openScreen>[1] = {}, profile = aProfile()) {
  const screen = await openScreen('/history/entry-1', { 'history.entry': () => success(shown), ...answers }, [profile])
  await flushScreen()
  return screen
}

test('an entry tells what happened, newest first, with its reason', async () => {
  const { content } = await openEntry(detail({}, [
    { kind: 'intent', at, who: 'm.keller', reason: 'customer called' as Masked },
    {
      kind: 'outcome', at, outcome: 'unknown', fault: 'answer-timeout', httpStatus: null, status: null, stage: null,
      errorCode: null, errorText: null, durationMs: 30_000, reply: null,
    },
    {
      kind: 'observation', at, lastAt: at, repeats: 2, status: 'approved', stage: 'sale_approved', step: null, errorCode: null,
      errorText: null, reply: '' as Masked, settles: true,
    },
  ]))
  const happened = [...content.querySelectorAll('ol li')].map((line) => words(line))
  expect(happened[0]).toMatch(/Status at the gateway: approved sale_approved.*This resolved the entry\. · Repeated 2 times/)
  expect(happened[1]).toContain(text('answer.unknownFault.answer-timeout'))
  expect(happened[2]).toContain('by m.keller · reason: customer called')
})

test('every id of an entry can be copied', async () => {
  const { inputsOf } = await openEntry(detail())
  for (const thing of [text('history.entry.merchantOrderId'), text('history.entry.orderId'), text('history.entry.serialNumber'), text('history.entry.cardReference'), 'Entry']) {
    await click(button(`Copy ${thing}`))
  }
  expect(inputsOf('app.copy').map(({ text }) => text)).toEqual([
    'gc-1', '6768788', '00000000-0000-0000-0000-000002d9b22a', '55889', 'entry-1',
  ])
})

test('an unknown charge is checked, and what does not fit is told', async () => {
  const { content, inputsOf } = await openEntry(detail({ state: 'unknown' }), {
    'orders.checkStatus': () => success({ answer: anAnswer({}, { outcome: { kind: 'refused' } }), resolved: false, mismatches: ['not-found', 'amount'] }),
  })
  expect(words(content)).toContain('Money may have moved. Do not charge again')
  await click(button(text('answer.checkStatus')))
  await flushScreen()
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: 'entry-1' }])
  expect(words(content)).toContain(text('answer.checked.mismatchesTitle'))
  expect(words(content)).toContain(text('answer.checked.mismatch.amount'))
})

test('an entry under way can be followed from here', async () => {
  const { content, emit } = await openEntry(detail({ state: 'processing' }), { 'orders.follow': () => success(aFollow()) })
  await click(button(text('answer.follow.start')))
  emit('orders.followed', aFollow({ timesAsked: 1, nextAt: null, ended: 'final', answer: aStatus('approved') }))
  await flushScreen()
  expect(words(content)).toContain(text('answer.status.approved', { type: 'Sale' }))
})

test('a resolved entry offers no check', async () => {
  await openEntry(detail({ state: 'approved' }))
  expect(() => button(text('answer.checkStatus'))).toThrow()
  expect(button(text('answer.openInspector')).getAttribute('href')).toContain('/inspector?entry=entry-1')
})

test('without its profile an entry can be read, and nothing is offered that would ask elsewhere', async () => {
  const { content } = await openEntry(detail({ state: 'unknown', profileId: 'gone' as never }))
  expect(words(content)).toContain(text('history.entry.profileMissing'))
  expect(() => button(text('answer.checkStatus'))).toThrow()
})

test('an entry that is not there is told', async () => {
  const { content } = await openScreen('/history/zz', { 'history.entry': () => failed({ code: 'no-such-entry' }) })
  await flushScreen()
  expect(words(content)).toContain(text('failure.what.no-such-entry'))
})
