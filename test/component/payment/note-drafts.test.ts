// An unsaved note after its page was left.
import { expect, test } from 'vitest'
import type { EntryId, Masked, NoteId, UtcTime } from '#shared/brands.ts'
import type { ShownNote } from '#shared/model/history/note.ts'
import { success } from '#shared/result.ts'
import { done } from '../support/bridge.ts'
import { click, field, openMenu, type, words } from '../support/mount.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { text } from '../../support/texts.ts'
import { aCharge } from './entries.ts'
import { aPage, press } from './order-screen.ts'

const note: ShownNote = {
  entryId: 'entry-1' as EntryId, noteId: 'a'.repeat(32) as NoteId, about: 'payment', at: '2026-11-26T09:00:00.000Z' as UtcTime,
  who: 'm.keller', text: 'Customer called.' as Masked, tags: [], followUp: null, finished: null, corrected: null, removed: null,
  earlier: [],
}
const area = (): HTMLInputElement => field(text('notes.text'))
const card = '/card?profile=profile-1&cardReference=55889'

type Answers = Parameters<typeof openScreen>[1]

/** Opens the page of one of two payments, or of a card. */
async function open(path = '/payment/entry-1', notes: readonly ShownNote[] = [], more: Answers = {}) {
  const screen = await openScreen(path, {
    'orders.page': (key) => {
      const entryId = ('entryId' in key ? key.entryId : 'entry-1') as EntryId
      return success(aPage({ entries: [{ ...aCharge({ entryId }), notes }] }))
    },
    'cards.page': () => success({ card: null, payments: [], cut: false, notes: [{ ...note, about: 'card' }] }),
    'access.persons': () => success([]), 'notes.addToPayment': done, 'notes.addToCard': done, 'notes.correct': done, ...more,
  })
  await flushScreen()
  const leavePage = () => screen.go('/history')
  const comeBack = async (to = path) => { await leavePage(); await screen.go(to) }
  return { ...screen, leavePage, comeBack }
}

test.each(['/payment/entry-1', card])('an unsaved note at %s is restored with the focus on the title', async (path) => {
  const { comeBack } = await open(path)
  await press(text('notes.add'))
  expect(document.activeElement).toBe(area())
  await type(area(), 'Call back on Monday')
  await type(field(text('notes.tags')), 'angry')
  await click(field(text('notes.followUp')))
  await comeBack()
  expect(area().value).toBe('Call back on Monday')
  expect(field(text('notes.tags')).value).toBe('angry')
  expect(field(text('notes.followUp')).checked).toBe(true)
  expect(document.activeElement).toBe(document.querySelector('main h1'))
  expect(words()).toContain(text('notes.draftRestored'))
})

test('an unsaved note is restored at its own payment only, and an empty form is not', async () => {
  const { comeBack } = await open()
  await press(text('notes.add'))
  await comeBack()
  expect(() => area()).toThrow()
  await press(text('notes.add'))
  await type(area(), 'Call back')
  await comeBack('/payment/entry-2')
  expect(() => area()).toThrow()
  await comeBack('/payment/entry-1')
  expect(area().value).toBe('Call back')
})

test.each(['notes.save', 'common.cancel'] as const)('after %s the unsaved note is deleted', async (end) => {
  const { comeBack } = await open()
  await press(text('notes.add'))
  await type(area(), 'Call back')
  await comeBack()
  await press(text(end))
  await comeBack()
  expect(() => area()).toThrow()
  await press(text('notes.add'))
  expect(area().value).toBe('')
})

test('a note that is saved after its page was left is deleted too', async () => {
  let answer = (): void => undefined
  const saved = new Promise<void>((resolve) => { answer = resolve })
  const { leavePage, go } = await open('/payment/entry-1', [], {
    'notes.addToPayment': async () => {
      await saved
      return success(null)
    },
  })
  await press(text('notes.add'))
  await type(area(), 'Call back')
  await press(text('notes.save'))
  await leavePage()
  answer()
  await flushScreen()
  await go('/payment/entry-1')
  expect(() => area()).toThrow()
})

test('an unsaved note is only in the page’s memory, which ends at a lock', async () => {
  const { leavePage } = await open()
  await press(text('notes.add'))
  await type(area(), 'Call back')
  await leavePage()
  for (const storage of [window.localStorage, window.sessionStorage]) expect(JSON.stringify({ ...storage })).not.toContain('Call')
})

test('an unsaved correction is restored, and not mixed with a new note', async () => {
  const { comeBack } = await open('/payment/entry-1', [note])
  await openMenu(document.querySelector('[aria-label^="Actions of the note"]')!.getAttribute('aria-label')!)
  await press(text('notes.correct'))
  await type(area(), 'Customer called twice.')
  await comeBack()
  expect(area().value).toBe('Customer called twice.')
  await press(text('common.cancel'))
  await press(text('notes.add'))
  expect(area().value).toBe('')
})

test('a possible card number is kept only in its masked form', async () => {
  const { comeBack } = await open()
  await press(text('notes.add'))
  await type(area(), 'card 4111 1111 1111 1111')
  await comeBack()
  expect(area().value).toBe('card 4111 11XX XXXX 1111')
  expect(words()).toContain(text('notes.masked'))
})
