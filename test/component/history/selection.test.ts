import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'
import { success } from '#shared/result.ts'
import { text } from '../../support/texts.ts'
import { aDraft, draftId, somePage } from '../batches/batch-data.ts'
import { aLine, inPages } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { button, click, words } from '../support/mount.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => {
  vi.restoreAllMocks()
  window.localStorage.clear()
})

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.row.line input[type="checkbox"]')]

/** Payments 0 to 5: every third one was declined. */
const some = (changes: (place: number) => Partial<HistoryLine['row']> = () => ({})): HistoryLine[] => Array.from({ length: 6 }, (_, place) =>
  aLine({ entryId: `entry-${place}` as EntryId, state: place % 3 === 2 ? 'declined' : 'approved', ...changes(place) }))

async function openSelecting(lines: readonly HistoryLine[], opened: Promise<void> = Promise.resolve()) {
  const screen = await openScreen('/history', {
    'history.list': () => success({ lines, next: null }), 'batches.discard': () => success(null),
    'batches.openEntries': async () => {
      await opened
      return success(aDraft({ operation: 'return', source: 'history' }))
    },
    'batches.draft': () => success(aDraft()), 'batches.draftRows': somePage([]),
  })
  await flushScreen()
  expect(boxes()).toHaveLength(0)
  await click(button(text('batches.select.button')))
  return screen
}

test('payments are selected singly, by range or all shown; each action takes those that allow it', async () => {
  const screen = await openSelecting(some())
  await click(boxes()[0]!)
  boxes()[4]!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }))
  await flushScreen()
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true, true, true, false])
  await click(button(text('batches.select.shown', { number: '6' })))
  expect(words(screen.content)).toContain(text('batches.select.count', { number: '6' }))
  expect(button(text('batches.select.again', { number: '2' }))).toBeTruthy()
  await click(button(text('batches.select.refund', { number: '4' })))
  await flushScreen()
  expect(screen.inputsOf('batches.openEntries')).toEqual([{
    profileId: 'profile-1', entryPoint: aLine().row.entryPoint, operation: 'return', entryIds: ['entry-0', 'entry-1', 'entry-3', 'entry-4'],
  }])
  expect(screen.path()).toBe(`/batches/draft/${draftId}`)
})

test('a draft that opens too late does not replace another screen, and is discarded', async () => {
  const opened = Promise.withResolvers<void>()
  const screen = await openSelecting(some(), opened.promise)
  await click(button(text('batches.select.shown', { number: '6' })))
  await click(button(text('batches.select.refund', { number: '4' })))
  await screen.go('/report')
  opened.resolve()
  await flushScreen()
  expect(screen.path()).toBe('/report')
  expect(screen.inputsOf('batches.discard')).toEqual([{ draftId }])
})

test('payments of several endpoints are not put into one batch', async () => {
  const screen = await openSelecting(some((place) => (place === 0 ? { entryPoint: { kind: 'group', id: '117' } } : {})))
  await click(button(text('batches.select.shown', { number: '6' })))
  expect(words(screen.content)).toContain(text('batches.select.mixed'))
  expect((button(text('batches.select.refund', { number: '4' })) as HTMLButtonElement).disabled).toBe(true)
})

test('while payments are selected, new ones are only counted, and an action takes all selected ones', async () => {
  let lines = Array.from({ length: 300 }, (_, place) => aLine({ entryId: `entry-${place}` as EntryId, state: 'approved' }))
  const screen = await openScreen('/history', { 'history.list': inPages(() => lines) })
  await flushScreen()
  while (words(screen.content).includes(text('history.loadMore'))) await click(button(text('history.loadMore')))
  await click(button(text('batches.select.button')))
  await click(button(text('batches.select.shown', { number: '300' })))
  lines = [aLine({ entryId: 'newer' as EntryId, state: 'approved' }), ...lines]
  screen.emit('journal.changed', null)
  await flushScreen()
  expect(words(screen.content)).toContain(text('batches.select.count', { number: '300' }))
  expect(words(screen.content)).toContain(text('batches.select.refund', { number: '300' }))
  expect(words(screen.content)).toContain(text('history.newer', { count: 1 }))
  await click(button(text('history.showNewer')))
  await flushScreen()
  expect(boxes()[0]!.checked).toBe(false)
  expect(words(screen.content)).toContain(text('batches.select.count', { number: '300' }))
  expect(words(screen.content)).toContain(text('batches.select.refund', { number: '300' }))
  await screen.go('/history?state=approved')
  expect(words(screen.content)).toContain(text('batches.select.count', { number: '0' }))
})

test('a payment beyond the selection limit is not selected, and the bar shows the reason', async () => {
  const lines = Array.from({ length: 1_001 }, (_, place) => aLine({ entryId: `entry-${place}` as EntryId, state: 'approved' }))
  const screen = await openSelecting(lines)
  await click(button(text('batches.select.shown', { number: '1,000' })))
  boxes()[0]!.focus()
  boxes()[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }))
  await flushScreen()
  const last = document.querySelector<HTMLInputElement>('.row.line[data-index="1000"] input')!
  expect(last.checked).toBe(false)
  await click(last)
  expect(last.checked).toBe(false)
  expect(words(screen.content)).toContain(text('batches.select.most', { number: '1,000' }))
})
