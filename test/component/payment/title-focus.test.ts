// The focus after a payment was opened or a dialog over it was closed.
import { expect, test, vi } from 'vitest'
import { success } from '#shared/result.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'
import { aPage, choose, openOrder } from './order-screen.ts'

const title = (): HTMLElement => document.querySelector<HTMLElement>('main h1')!

/** Goes from the list to a payment that main returns only on `read`. */
async function openUnread() {
  let read = (): void => undefined
  const page = new Promise<void>((resolve) => { read = resolve })
  const { go } = await openScreen('/history', {
    'orders.page': async () => {
      await page
      return success(aPage())
    },
  })
  await go('/payment/entry-1')
  return { read: async () => { read(); await flushScreen() } }
}

test('an opened payment has the focus on its title, even if reading it took time', async () => {
  const { read } = await openUnread()
  expect(document.activeElement).toBe(title())
  expect(words(title())).toBe(text('order.title'))
  await read()
  expect(words(title())).toContain('10.15 USD')
  expect(document.activeElement).toBe(title())
})

test('a focus that the person moved meanwhile is kept', async () => {
  const { read } = await openUnread()
  const search = document.querySelector<HTMLElement>('header input')!
  search.focus()
  await read()
  expect(words(title())).toContain('10.15 USD')
  expect(document.activeElement).toBe(search)
})

test('closing the documents puts the focus on the title of the payment', async () => {
  await openOrder({
    'documents.prepare': () => success({ documentId: 'a'.repeat(32) }),
    'documents.text': () => success({ text: 'text' as never }),
  })
  await choose(text('order.documents'))
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]')!
  await vi.waitFor(() => { expect(dialog.contains(document.activeElement)).toBe(true) })
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await flushScreen()
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  expect(document.activeElement).toBe(title())
})
