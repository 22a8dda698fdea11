import { nextTick } from 'vue'
import { afterEach, expect, test } from 'vitest'
import { button, type, field, words } from '../support/mount.ts'
import { confirm, dialog, fill, openForm, reachDialog } from '../recurrent-payment/charge-screen.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { label, text } from '../../support/texts.ts'

const scrolling = (): HTMLElement => document.querySelector<HTMLElement>('#content')!
const reviewButton = (): HTMLElement => button(text('operation.recurrent-payment.button'))

/** Presses a key at the focused control; true if the key has its default effect there. */
async function press(target: Element, init: KeyboardEventInit): Promise<boolean> {
  const acts = target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }))
  await flushScreen()
  return acts
}

const setHeight = async (height: number): Promise<void> => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { height: number }) => void } }
  happyDOM.setViewport({ height })
  await nextTick()
}

afterEach(() => setHeight(768))

test('the action of a form is below the scrolling part, with amount and currency once both are valid', async () => {
  await openForm()
  expect(scrolling().contains(reviewButton())).toBe(false)
  const bar = reviewButton().closest('main > div')!
  await type(field(label('amount')), '10,15')
  expect(words(bar)).not.toContain('USD')
  await type(field(label('amount')), '10.15')
  expect(words(bar)).toContain('10.15 USD')
})

test('in a window lower than 400 px the action scrolls with its form', async () => {
  await openForm()
  await setHeight(399)
  expect(scrolling().contains(reviewButton())).toBe(true)
  await setHeight(400)
  expect(scrolling().contains(reviewButton())).toBe(false)
})

test('only the tab that is open has its action in the bar', async () => {
  await openScreen('/inspector', {})
  expect(scrolling().contains(button(text('inspector.build')))).toBe(false)
  expect(scrolling().contains(button(text('inspector.find.find')))).toBe(true)
})

test.each([{ ctrlKey: true }, { metaKey: true }])('%o and Enter review a charge, once however long they are held', async (keys) => {
  const { inputsOf } = await openForm()
  await fill()
  const description = field(label('orderDescription'))
  await press(description, keys)
  for (let turn = 0; turn < 3; turn += 1) await press(description, { ...keys, repeat: true })
  expect(inputsOf('payments.review')).toHaveLength(1)
  expect(dialog()).not.toBeNull()
})

test('neither Ctrl+Enter nor a held Enter confirms a charge', async () => {
  const { inputsOf } = await reachDialog()
  const charge = button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' }))
  charge.focus()
  expect(await press(charge, { ctrlKey: true })).toBe(false)
  expect(await press(charge, { metaKey: true })).toBe(false)
  expect(await press(charge, { repeat: true })).toBe(false)
  expect(inputsOf('payments.submit')).toEqual([])
  expect(await press(charge, {})).toBe(true)
  await confirm()
  expect(inputsOf('payments.submit')).toHaveLength(1)
})
