// Columns of the list are chosen, ordered and resized, also by keyboard, and stored for each person.
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MerchantOrderId } from '#shared/brands.ts'
import type { Person } from '#shared/model/application/access.ts'
import { success } from '#shared/result.ts'
import { gridOf, layoutSchema, orderedColumns, shownColumns } from '../../../renderer/features/history/columns/columns.ts'
import { aLine } from '../screen-support/data.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { ada, otto, unlockedBy } from '../support/access.ts'
import { button, click, field, unmountAll, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => {
  vi.restoreAllMocks()
  window.localStorage.clear()
})

const columnName = (id: 'type' | 'card' | 'order' | 'who' | 'state') => text(`history.column.${id}`)
const longId = 'inv-2026-11-23-b7-019998-4f2a' as MerchantOrderId

async function openPayments(person: Person | null = null) {
  unmountAll()
  const screen = await openScreen('/history', {
    'history.list': () => success({ lines: [aLine({ merchantOrderId: longId })], next: null }),
    ...(person !== null && { 'access.describe': () => success(unlockedBy(person)) }),
  })
  await flushScreen()
  const heads = () => [...screen.content.querySelectorAll('[role="columnheader"]')].map((one) => words(one)).slice(1)
  const cells = () => [...screen.content.querySelectorAll('.row.line [role="cell"]')].map((one) => one.className).slice(1)
  const choose = async () => {
    await click(button(text('history.columns.label')))
    await flushScreen()
  }
  return { ...screen, heads, cells, choose }
}

test('a column that is not checked has neither header nor cell; the link to the payment always stays', async () => {
  const { heads, cells, choose } = await openPayments()
  await choose()
  await click(field(columnName('who')))
  await flushScreen()
  expect(heads()).not.toContain(columnName('who'))
  expect(cells()).toHaveLength(heads().length)
  expect(cells()).not.toContain('who')
  expect(field(columnName('type')).disabled).toBe(true)
})

test('a column is moved by its buttons, which keep the focus', async () => {
  const { heads, cells, choose } = await openPayments()
  await choose()
  const earlier = () => button(text('history.columns.earlier', { name: columnName('card') }))
  earlier().focus()
  await click(earlier())
  await flushScreen()
  expect(heads().indexOf(columnName('card'))).toBe(heads().indexOf(columnName('state')) - 1)
  expect(cells().indexOf('card')).toBe(cells().indexOf('state') - 1)
  expect(document.activeElement).toBe(earlier())
})

test('a width is set by the arrow keys, and Delete restores the usual one', async () => {
  const { content } = await openPayments()
  const handle = content.querySelector<HTMLElement>(`[aria-label="${text('history.columns.width', { name: columnName('type') })}"]`)!
  vi.spyOn(handle.parentElement!, 'getBoundingClientRect').mockReturnValue({ width: 150 } as DOMRect)
  const template = () => content.querySelector<HTMLElement>('.frame')!.style.getPropertyValue('--columns').split(' ')
  const usual = template()
  const press = async (key: string) => {
    handle.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await flushScreen()
  }
  await press('ArrowRight')
  expect(template()[2]).toBe('166px')
  await press('Delete')
  expect(template()).toEqual(usual)
})

test('each person keeps their own columns, and everything can be restored', async () => {
  const first = await openPayments(ada)
  await first.choose()
  await click(field(columnName('order')))
  expect((await openPayments(otto)).heads()).toContain(columnName('order'))
  const again = await openPayments(ada)
  expect(again.heads()).not.toContain(columnName('order'))
  await again.choose()
  button(text('history.columns.reset')).focus()
  await click(button(text('history.columns.reset')))
  await flushScreen()
  expect(again.heads()).toContain(columnName('order'))
  // The button is disabled now, and would lose the keyboard focus.
  expect(document.activeElement?.closest('.columns li')).toBe(document.querySelector('.columns li'))
})

test('a stored choice that cannot be read is ignored', async () => {
  window.localStorage.setItem('history.columns.comfortable.desk', '{"order":["card"],"hidden":"all"}')
  expect((await openPayments()).heads()).toContain(columnName('card'))
})

test('an id that is shortened is copied whole from its line', async () => {
  const { content, inputsOf } = await openPayments()
  const copy = () => content.querySelector<HTMLElement>(`[aria-label="${text('ui.copyThing', { thing: text('history.entry.merchantOrderId') })}"]`)
  expect(copy()).toBeNull()
  content.querySelector<HTMLElement>('.row.line a')!.focus()
  await flushScreen()
  await click(copy()!)
  expect(inputsOf('app.copy')).toEqual([expect.objectContaining({ text: longId })])
  expect(content.querySelector(`.ids [title="${longId}"]`)).not.toBeNull()
})

test('each column occurs once in any stored order, and the grid has a track for each', () => {
  const layouts = fc.record({
    order: fc.array(fc.constantFrom(...layoutSchema.shape.order.element.options)),
    hidden: fc.array(fc.constantFrom(...layoutSchema.shape.order.element.options)),
    density: fc.constantFrom('comfortable' as const, 'compact' as const), isTeam: fc.boolean(),
  })
  fc.assert(fc.property(layouts, ({ order, hidden, density, isTeam }) => {
    const columns = orderedColumns(density, isTeam, { order })
    expect([...columns].sort()).toEqual([...orderedColumns(density, isTeam, { order: [] })].sort())
    const shown = shownColumns(columns, { hidden })
    expect(shown).toContain('type')
    const { template } = gridOf(shown, { density, isTeam, widths: {} })
    expect(template.replaceAll(/minmax\([^)]+\)/g, 'track').split(' ')).toHaveLength(shown.length + 1)
  }))
})
