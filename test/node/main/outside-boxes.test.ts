// The message boxes of the system that a page cannot press. The system records the boxes and answers as the test sets.
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import { expect, it } from 'vitest'
import { createOutsideBoxes } from '../../../electron/main/window/outside-boxes.ts'

interface Opened { readonly options: MessageBoxOptions, readonly at: number, readonly answer: (button: 0 | 1) => void }

function boxesOfSystem() {
  const opened: Opened[] = []
  const boxes = createOutsideBoxes({
    showMessageBox: (...given: unknown[]) => new Promise((resolve) => {
      const options = given[1] as MessageBoxOptions
      const answer = (response: 0 | 1) => { resolve({ response, checkboxChecked: false }) }
      options.signal?.addEventListener('abort', () => { answer(0) })
      opened.push({ options, at: performance.now(), answer })
    }),
  }, {} as BrowserWindow)
  const ask = (action: string) => boxes.confirm({ question: `${action}?`, details: ['Merchant: Acme'], action }, 60_000)
  const box = async (number: number): Promise<Opened> => {
    await expect.poll(() => opened[number], { interval: 5 }).toBeDefined()
    return opened[number]!
  }
  return { opened, boxes, ask, box }
}

it('attack: a second box opens where the first one closed, under a double click: not before such a click is over', async () => {
  const { boxes, ask, box, opened } = boxesOfSystem()
  const wanted = ask('Charge 10.15 USD')
  const first = await box(0)
  // A compromised page asks repeatedly, so that its own box follows immediately.
  expect(await ask('Pay out 9,000.00 USD')).toBe(false)
  const answeredAt = performance.now()
  first.answer(1)
  expect(await wanted).toBe(true)
  const unwanted = ask('Pay out 9,000.00 USD')
  const second = await box(1)
  expect(second.at - answeredAt).toBeGreaterThan(900)
  expect(second.options).toMatchObject({ buttons: ['Cancel', 'Pay out 9,000.00 USD'], defaultId: 0, cancelId: 0 })
  boxes.dismiss()
  expect(await unwanted).toBe(false)
  expect(opened).toHaveLength(2)
})

it('a lock that comes before a box opens keeps it closed', async () => {
  const { boxes, ask, box, opened } = boxesOfSystem()
  const first = ask('Charge 10.15 USD')
  ;(await box(0)).answer(0)
  expect(await first).toBe(false)
  const second = ask('Charge 10.15 USD')
  boxes.dismiss()
  expect(await second).toBe(false)
  expect(opened).toHaveLength(1)
})

it('a changed Hebrew or Arabic name stays in its order: the old one, the arrow, the new one', async () => {
  const { boxes, box } = boxesOfSystem()
  const details = ['Name: אבי → דוד', 'Name: متجر → 12', 'Name: Anna → Berta']
  const asked = boxes.confirm({ question: 'Change a person?', details, action: 'Change person' }, 60_000)
  // With the mark behind it the arrow runs from left to right, and with the one before it so does the line.
  expect((await box(0)).options.detail?.split('\n'))
    .toEqual(['\u200EName: אבי →\u200E דוד', '\u200EName: متجر →\u200E 12', 'Name: Anna → Berta'])
  boxes.dismiss()
  expect(await asked).toBe(false)
})
