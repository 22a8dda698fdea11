// The focus after the focused control was removed from the list of payments.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { aLine } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { button, click } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => { vi.restoreAllMocks() })

const lines = Array.from({ length: 40 }, (_, place) => aLine({ entryId: `entry-${place}` as EntryId }))

/** Opens the list of payments: none for the text "nothing", else two pages. */
const openList = (to: string) => openScreen(to, {
  'history.list': ({ before, text: wanted }) => {
    if (wanted === 'nothing') return success({ lines: [], next: null })
    return success(before === null ? { lines: lines.slice(0, 20), next: 'second' } : { lines: lines.slice(20), next: null })
  },
})

async function press(name: string): Promise<void> {
  button(name).focus()
  await click(button(name))
  await flushScreen()
}

const title = () => document.querySelector('main h1')

test.each([
  ['/history?state=declined', 'history.filter.clear'], ['/history?text=nothing', 'history.clearFilters'],
  ['/history?text=nothing', 'history.showAll'],
] as const)('at %s the button "%s" disappears, and the title gets the focus', async (to, name) => {
  await openList(to)
  await flushScreen()
  await press(text(name))
  expect(document.activeElement).toBe(title())
})

test('showing new payments puts the focus on the title', async () => {
  const { emit } = await openList('/history')
  await flushScreen()
  document.querySelector<HTMLElement>('.row.line a')!.focus()
  lines.unshift(aLine({ entryId: 'newer' as EntryId }))
  emit('journal.changed', null)
  await flushScreen()
  await press(text('history.showNewer'))
  expect(document.activeElement).toBe(title())
})

test('removing a filter leaves the focus at its button', async () => {
  await openList('/history?state=declined')
  await flushScreen()
  const name = text('history.filter.state')
  await press(text('history.filter.remove', { name }))
  expect(document.activeElement).toBe(button(text('history.filter.open', { name })))
})

test('after loading the last page the focus is on its first line', async () => {
  await openList('/history')
  await flushScreen()
  await press(text('history.loadMore'))
  expect(document.activeElement?.closest('.row')?.getAttribute('data-index')).toBe('20')
})
