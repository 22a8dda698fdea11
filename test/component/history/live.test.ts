// New entries that arrive while a person reads the list do not move its lines.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId, MerchantOrderId } from '#shared/brands.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'
import { success } from '#shared/result.ts'
import { withKnown } from '../../../renderer/features/history/live-lines.ts'
import { tableRows } from '../../../renderer/features/history/lines/table-rows.ts'
import { aLine, aRow, inPages } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { button, click, type, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const line = (id: number, state: EntryState = 'approved'): HistoryLine => aLine(
  { entryId: `e${id}` as EntryId, merchantOrderId: `gc-${id}` as MerchantOrderId, orderId: null, state },
  [aRow({ entryId: `r${id}` as EntryId, operation: 'return', merchantOrderId: null, orderId: null })],
)

async function openLive(start: readonly HistoryLine[]) {
  let now = start
  const screen = await openScreen('/history', {
    'history.list': ({ limit }) => success({ lines: now.slice(0, limit), next: null }),
  })
  await flushScreen()
  return {
    ...screen,
    change: async (lines: readonly HistoryLine[]) => {
      now = lines
      screen.emit('journal.changed', null)
      await flushScreen()
    },
    shown: () => [...screen.content.querySelectorAll('.row.line:not(.folded) .ids')].map((cell) => words(cell)),
    firstLink: () => screen.content.querySelector<HTMLElement>('.row.line a')!,
  }
}

test('at the top of the list and without focus in it, new payments are added', async () => {
  const { change, shown, content } = await openLive([line(2), line(1)])
  await change([line(3), line(2), line(1)])
  expect(shown()).toEqual(['gc-3', 'gc-2', 'gc-1'])
  expect(words(content)).not.toContain(text('history.newer', { count: 1 }))
})

test('a focused line keeps its place and focus; new lines are counted, and shown on demand', async () => {
  const { change, shown, content, firstLink } = await openLive([line(2), line(1)])
  firstLink().focus()
  await flushScreen()
  await change([line(4), line(3), line(2), line(1)])
  expect(shown()).toEqual(['gc-2', 'gc-1'])
  expect(document.activeElement).toBe(firstLink())
  expect(words(content)).toContain(text('history.newer', { count: 2 }))
  await click(button(text('history.showNewer')))
  await flushScreen()
  expect(shown()).toEqual(['gc-4', 'gc-3', 'gc-2', 'gc-1'])
})

test('while a line is unfolded, no line is added', async () => {
  const { change, shown } = await openLive([line(2), line(1)])
  await click(button(text('history.unfold', { count: 1 })))
  await change([line(3), line(2), line(1)])
  expect(shown()).toEqual(['gc-2', 'gc-1'])
})

test('in a scrolled list no line is added', async () => {
  const many = Array.from({ length: 60 }, (_, index) => line(60 - index))
  const { change, content, shown } = await openLive(many)
  const frame = content.querySelector<HTMLElement>('.frame')!
  frame.scrollTop = 300
  frame.dispatchEvent(new Event('scroll'))
  await flushScreen()
  const before = shown()
  await change([line(61), ...many])
  expect(shown()).toEqual(before)
  expect(words(content)).toContain(text('history.newer', { count: 1 }))
})

test('scrolling to the end while the list is read again loads the next page, then the changes', async () => {
  const many = Array.from({ length: 50 }, (_, index) => line(100 - index))
  let again: (() => void) | null = null
  const { content, emit, inputsOf } = await openScreen('/history', {
    'history.list': ({ before }) => {
      if (before !== null) return success({ lines: [line(50)], next: null })
      const first = success({ lines: many, next: '900' })
      return again === null ? first : new Promise((resolve) => { again = () => { resolve(first) } })
    },
  })
  await flushScreen()
  again = () => undefined
  emit('journal.changed', null)
  await flushScreen()
  const frame = content.querySelector<HTMLElement>('.frame')!
  frame.scrollTop = 52 * 40
  frame.dispatchEvent(new Event('scroll'))
  await flushScreen()
  expect(inputsOf('history.list').map(({ before }) => before)).toEqual([null, null, '900', null])
  again()
  await flushScreen()
  expect(words(content)).toContain(text('history.end', { number: '51', count: 51 }))
})

test('a line changes in place when its payment becomes final, even with the focus', async () => {
  const { change, content, firstLink } = await openLive([line(2, 'processing'), line(1)])
  firstLink().focus()
  await flushScreen()
  await change([line(2, 'declined'), line(1)])
  expect(words(content.querySelector('.row.line')!)).toContain(text('history.state.declined'))
  expect(document.activeElement).toBe(firstLink())
})

test('a payment that no longer matches the filter stays while the list has the focus', async () => {
  const { change, shown, firstLink } = await openLive([line(2), line(1)])
  firstLink().focus()
  await flushScreen()
  await change([line(1)])
  expect(shown()).toEqual(['gc-2', 'gc-1'])
})

test('reading the list again redraws only changed lines', () => {
  const shown = [line(3), line(2, 'processing'), line(1)]
  const read = withKnown(shown, [line(4), line(3), line(2, 'declined'), line(1)])
  expect(read.map(({ row }) => row.state)).toEqual(['approved', 'approved', 'declined', 'approved'])
  const drawn = new Set(tableRows(shown, new Set()))
  expect(tableRows(read, new Set()).map((row) => drawn.has(row))).toEqual([false, true, false, true])
})

test('a change is read only after typing has ended, so that typing is not delayed', async () => {
  const { change, content, inputsOf, shown } = await openLive([line(1)])
  const search = content.querySelector<HTMLInputElement>('input[type=search]')!
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await type(search, 'g')
  await flushScreen()
  const readsBefore = inputsOf('history.list').length
  await change([line(2), line(1)])
  expect(inputsOf('history.list')).toHaveLength(readsBefore)
  await vi.runAllTimersAsync()
  expect(shown()).toEqual(['gc-2', 'gc-1'])
})

test('a line at the end of a long list changes in place', async () => {
  let lines = Array.from({ length: 450 }, (_, index) => line(450 - index, 'processing'))
  const screen = await openScreen('/history', { 'history.list': inPages(() => lines) })
  await flushScreen()
  while (words(screen.content).includes(text('history.loadMore'))) await click(button(text('history.loadMore')))
  const first = screen.content.querySelector<HTMLElement>('.row.line a')!
  first.focus()
  first.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))
  await flushScreen()
  const last = () => words(screen.content.querySelector('[data-index="449"]')!)
  expect(last()).toContain(text('history.state.processing'))
  lines = lines.map((_, index) => line(450 - index, 'approved'))
  screen.emit('journal.changed', null)
  await flushScreen()
  expect(last()).toContain(text('history.state.approved'))
})
