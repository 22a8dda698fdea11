/** The notes on the page of a payment. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntryId, Masked, MerchantOrderId, NoteId, UtcTime } from '#shared/brands.ts'
import type { ShownNote } from '#shared/model/history/note.ts'
import { failed, success } from '#shared/result.ts'
import { ada, otto } from '../support/access.ts'
import { done } from '../support/bridge.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { flushScreen } from '../screen-support/open.ts'
import { text } from '../../support/texts.ts'
import { aCharge } from './entries.ts'
import { aPage, openOrder, press } from './order-screen.ts'

beforeEach(() => { vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00.000Z') }) })
afterEach(() => { vi.useRealTimers() })

const aNote = (changes: Partial<ShownNote> = {}): ShownNote => ({
  entryId: 'entry-1' as EntryId, noteId: 'a'.repeat(32) as NoteId, about: 'payment', at: '2026-11-26T09:00:00.000Z' as UtcTime,
  who: 'm.keller', text: 'Customer called.' as Masked, tags: [], followUp: null, finished: null, corrected: null, removed: null,
  earlier: [], ...changes,
})

type Answers = Parameters<typeof openOrder>[0]

async function openNotes(notes: readonly ShownNote[], answers: Answers = {}, entries = [{ ...aCharge(), notes }]) {
  const screen = await openOrder({
    'orders.page': () => success(aPage({ entries })), 'access.persons': () => success([ada, otto]),
    'notes.addToPayment': done, 'notes.correct': done, 'notes.remove': done, 'notes.finish': done, ...answers,
  })
  const panel = (): HTMLElement => [...document.querySelectorAll<HTMLElement>('section.panel')]
    .find((one) => one.querySelector('h2')?.textContent === text('notes.title'))!
  return { ...screen, panel }
}

async function choose(item: string): Promise<void> {
  document.querySelector('[aria-label^="Actions of the note"]')!
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await flushScreen()
  await click([...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((one) => words(one) === item)!)
  await flushScreen()
}

test('notes are shown newest first with person, text, tags, follow-up and their later changes', async () => {
  const { panel } = await openNotes([
    aNote({ tags: ['angry' as Masked], followUp: { day: '2026-11-27', person: ada } }),
    aNote({ noteId: 'b'.repeat(32) as NoteId, text: null, removed: { at: '2026-11-26T10:00:00.000Z' as UtcTime, who: 'o.weber' } }),
    aNote({ noteId: 'c'.repeat(32) as NoteId, text: null }),
    aNote({ noteId: 'd'.repeat(32) as NoteId, about: 'card', text: 'about the card' as Masked }),
  ])
  const [due, removed, gone] = [...panel().querySelectorAll('article')].map((one) => words(one))
  expect(panel().querySelectorAll('article')).toHaveLength(3)
  expect(due).toContain('Customer called.')
  expect(due).toContain(text('notes.due', { day: '27 Nov 2026', person: ada.name }) + text('notes.overdue'))
  expect(removed).toContain('Removed: o.weber')
  expect(gone).toContain(text('notes.contentRemoved'))
  expect(button('angry').getAttribute('href')).toContain('tag=angry')
})

test.each([
  ['HTML', '<img src=x onerror="window.hacked = true"><b>bold</b>'], ['a very long word', 'x'.repeat(4_000)],
  ['marks that would turn an amount around', '\u202Epaid 51.01', 'paid 51.01'],
])('notes are shown as plain text: %s', async (_what, hostile, shownText = hostile) => {
  const { panel } = await openNotes([aNote({ text: hostile as Masked, tags: ['<i>tag</i>' as Masked] })])
  const shown = panel().querySelector('.text')!
  expect(shown.textContent).toBe(shownText)
  expect(shown.children).toHaveLength(0)
  expect(panel().querySelector('img, b.bold, i')).toBeNull()
})

test('notes are written with tags and a person’s follow-up, by keyboard only', async () => {
  const { inputsOf } = await openNotes([], {
    'history.choices': () => success({
      currencies: [], who: [], errorCodes: [], merchants: [], profiles: [], desks: [], tags: [{ value: 'angry', entries: 2 }],
    }),
  })
  await press(text('notes.add'))
  expect(document.activeElement).toBe(field(text('notes.text')))
  await type(field(text('notes.text')), ' Call back ')
  const tags = field(text('notes.tags'))
  expect([...document.getElementById(tags.getAttribute('list')!)!.querySelectorAll('option')].map(({ value }) => value)).toEqual(['angry'])
  await type(tags, 'angry')
  tags.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await flushScreen()
  await click(field(text('notes.followUp')))
  await press(text('notes.save'))
  expect(inputsOf('notes.addToPayment')).toEqual([])
  expect(words()).toContain(text('notes.dayNeeded'))
  await click(field(text('notes.followUp')))
  await press(text('notes.save'))
  expect(inputsOf('notes.addToPayment')).toEqual([{ entryId: 'entry-1', text: 'Call back', tags: ['angry'], followUp: null }])
  expect(document.activeElement).toBe(button(text('notes.add')))
})

test('notes mask digits that may be a card number before saving, but not an id of the payment', async () => {
  const longId = '9941111111111111110099'
  const entry = { ...aCharge({ merchantOrderId: longId as MerchantOrderId }), notes: [] }
  const { inputsOf } = await openNotes([], {}, [entry])
  await press(text('notes.add'))
  const area = field(text('notes.text'))
  await type(area, `${longId}: card 4111 1111 1111 1111`)
  await press(text('notes.save'))
  expect(inputsOf('notes.addToPayment')).toEqual([])
  expect(area.value).toBe(`${longId}: card 4111 11XX XXXX 1111`)
  expect(words()).toContain(text('notes.masked'))
  await press(text('notes.save'))
  expect(inputsOf('notes.addToPayment')).toMatchObject([{ text: area.value }])
})

test('notes with a secret of the desk are refused, and the form keeps the text', async () => {
  await openNotes([], { 'notes.addToPayment': () => failed({ code: 'note-holds-secret' }) })
  await press(text('notes.add'))
  await type(field(text('notes.text')), 'secret')
  await press(text('notes.save'))
  expect(words()).toContain(text('failure.what.note-holds-secret'))
  expect(field(text('notes.text')).value).toBe('secret')
})

test('notes without a text or with a too long one are refused beside the field, and not sent', async () => {
  const { inputsOf } = await openNotes([])
  await press(text('notes.add'))
  await press(text('notes.save'))
  expect(words()).toContain(text('notes.textNeeded'))
  await type(field(text('notes.text')), 'x'.repeat(4_001))
  expect(words()).toContain(text('notes.textTooLong', { limit: 4_000 }))
  await press(text('notes.save'))
  expect(inputsOf('notes.addToPayment')).toEqual([])
})

test('notes are corrected, removed after a confirmation, and marked as done', async () => {
  const { inputsOf } = await openNotes([aNote({ tags: ['angry' as Masked], followUp: { day: '2026-11-27', person: null } })])
  await press(text('notes.finish'))
  await choose(text('notes.correct'))
  await type(field(text('notes.text')), 'Called back.')
  await press(text('notes.save'))
  await choose(text('notes.remove'))
  expect(inputsOf('notes.remove')).toEqual([])
  await press(text('notes.remove'))
  const note = { entryId: 'entry-1', noteId: 'a'.repeat(32) }
  expect(inputsOf('notes.finish')).toEqual([note])
  expect(inputsOf('notes.correct'))
    .toEqual([{ ...note, text: 'Called back.', tags: ['angry'], followUp: { day: '2026-11-27', personId: null } }])
  expect(inputsOf('notes.remove')).toEqual([note])
})

test('notes of a payment that another desk sent are read here and written there', async () => {
  const entry = { ...aCharge({ isCopy: true }), notes: [aNote({ desk: 'anna', followUp: { day: '2026-11-27', person: null } })] }
  const { panel } = await openNotes([], { 'orders.page': () => success(aPage({ entries: [], others: [entry] })) })
  expect(words(panel())).toContain('Customer called.')
  expect(words(panel())).toContain(text('notes.otherDesk'))
  expect(panel().querySelectorAll('button')).toHaveLength(0)
})

test('a cancelled removal returns the focus to the menu button', async () => {
  await openNotes([aNote()])
  const menu = document.querySelector<HTMLElement>('[aria-label^="Actions of the note"]')!
  menu.focus()
  await choose(text('notes.remove'))
  expect(document.activeElement).toBe(button(text('common.cancel')))
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await flushScreen()
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(menu)
})

test('a note that could not be removed stays, and the dialog closes to show the reason', async () => {
  const { panel } = await openNotes([aNote()], { 'notes.remove': () => failed({ code: 'journal-unwritable', detail: 'The disk is full.' }) })
  await choose(text('notes.remove'))
  await press(text('notes.remove'))
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  expect(words(panel())).toContain('The disk is full.')
  expect(words(panel())).toContain('Customer called.')
})

test('a follow-up without a day is not saved, and the focus goes to the day that is missing', async () => {
  const { inputsOf } = await openNotes([])
  await press(text('notes.add'))
  await type(document.querySelector<HTMLInputElement>('textarea')!, 'Call the customer.')
  await click(field(text('notes.followUp')))
  await press(text('notes.save'))
  expect(inputsOf('notes.addToPayment')).toEqual([])
  expect(document.activeElement?.closest('[role="group"]')?.getAttribute('aria-label')).toBe(text('notes.day'))
})
