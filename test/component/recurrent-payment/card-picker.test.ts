/** The picker of cards on file at the card reference of a charge. */
import { expect, test } from 'vitest'
import type { CardReference, UtcTime } from '#shared/brands.ts'
import type { CardOnFile } from '#shared/model/payments/card.ts'
import { success } from '#shared/result.ts'
import { click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aRow } from '../screen-support/data.ts'
import { flushScreen, openScreen, type Screen } from '../screen-support/open.ts'
import { label, text } from '../../support/texts.ts'

function stored(cardReference: string, changes: Partial<CardOnFile> = {}): CardOnFile {
  return {
    cardReference: cardReference as CardReference, lastFour: '0001', bin: '400000', brand: 'VISA', holder: 'R. HALLIDAY',
    expiry: { month: '12', year: '2039' }, lookedUpAt: '2026-11-20T09:41:07.120Z' as UtcTime, payments: 1, lastPayment: aRow(), ...changes,
  }
}
const cards = [stored('1000001'), stored('1000008', { lastFour: '8100', holder: 'K. OSEI', expiry: { month: '08', year: '2020' } })]

const box = () => field(label('cardReference'))
const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')]
async function press(key: string): Promise<void> {
  box().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await flushScreen()
}
async function open(): Promise<Screen> {
  return await openScreen('/recurrent-payment', {
    'payments.proposeOrderId': () => success({ merchantOrderId: 'gc-1' as never }),
    'cards.list': ({ text }) => success({
      cards: cards.filter((card) => JSON.stringify(card).toLowerCase().includes(text.toLowerCase())), more: false,
    }),
  })
}

test('no cards are read before a person uses the field', async () => {
  const { inputsOf } = await open()
  expect(inputsOf('cards.list')).toEqual([])
  await click(box())
  await flushScreen()
  expect(options()).toHaveLength(2)
})

test('cards are found by the typed text, chosen by arrow keys and Enter, and then described', async () => {
  const { inputsOf } = await open()
  await type(box(), 'osei')
  await flushScreen()
  expect(inputsOf('cards.list').at(-1)).toEqual({ profileId: 'profile-1', text: 'osei', limit: 8 })
  expect(options().map((option) => words(option))).toEqual([expect.stringMatching(/•••• 8100.*K\. OSEI.*1000008/)])
  expect(box().getAttribute('aria-activedescendant')).toBeNull()
  await press('ArrowDown')
  expect(box().getAttribute('aria-activedescendant')).toBe(options()[0]!.id)
  await press('Enter')
  expect(box().value).toBe('1000008')
  expect(options()).toEqual([])
  expect(descriptionOf(box())).toContain('VISA •••• 8100 · K. OSEI')
})

test('an expired card causes a warning and is not refused', async () => {
  await open()
  await type(box(), '8100')
  await flushScreen()
  expect(words(options()[0])).toContain(text('card.expiry.expired', { expiry: '08/20' }))
  await click(options()[0]!)
  await flushScreen()
  expect(box().value).toBe('1000008')
  expect(descriptionOf(box())).toContain(text('card.picker.expired', { expiry: '08/20' }))
  expect(box().getAttribute('aria-invalid')).toBeNull()
})

test('a typed reference is kept, with a note that no card on file has it', async () => {
  await open()
  await type(box(), '4711')
  await flushScreen()
  expect(box().value).toBe('4711')
  expect(descriptionOf(box())).toContain(text('card.picker.unknown'))
})

test('Escape closes the list and keeps the typed text', async () => {
  await open()
  await type(box(), '1000')
  await flushScreen()
  await press('Escape')
  expect([options(), box().value]).toEqual([[], '1000'])
  await press('ArrowDown')
  expect(options()).toHaveLength(2)
})

test('a card number is not searched', async () => {
  const { inputsOf } = await open()
  await type(box(), '4111111111111111')
  await flushScreen()
  expect(JSON.stringify(inputsOf('cards.list'))).not.toContain('4111111111111111')
})
