/**
 * `npm run bench -- typing`: typing in "Find the mistake" while 64 kB are in the field, in the built application
 * and real Chromium. Needs `npm run build` first.
 * 
 * A key's cost is all the time that the page's main thread is busy from the key until the next one, as Chromium
 * counts it: handling the key, layout, painting, passing the frame on and later work. It does not include waiting
 * for the next frame to be due, which a clock from the key to the painted frame would count and no page can
 * shorten; it includes waiting for the compositor, or for a busy processor. Dropped frames are counted in a second
 * pass. `--size` is the number of keys. The text is pasted from the clipboard; with Electron's own binary that is
 * the clipboard of the desktop.
 */
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { go } from '../e2e/support/console.ts'
import { closeBrowser, freshFolder, launch } from '../e2e/support/launch.ts'
import { framesDuring } from './frames.ts'
import { notify } from './journal/figures.ts'
import { busyTimes } from './main-thread.ts'
import { sizeOf } from './options.ts'
import { manyLines, oneLine } from './pasted-requests.ts'
import { text } from '../support/texts.ts'

const targetMs = 16
const characters = 65_536
const keysTyped = sizeOf({ whole: 200, small: 8 })
/** The repeat rate of a key that is held down. */
const betweenKeysMs = 33
const keys = [...'amount=10.15&x y'].map((key) => key === ' ' ? 'Space' : key).concat('Backspace')

const texts = [['nothing', ''], ['one line', oneLine(characters)], ['many lines', manyLines(characters)]] as const
const places = [['at the end', 1], ['in the middle', 0.5], ['at the beginning', 0]] as const

const { page, close } = await launch({ userData: freshFolder('typing'), size: { width: 1280, height: 800 } })
await page.getByRole('navigation').first().waitFor()
await go(page, 'inspector')
await page.getByRole('tab', { name: 'Find the mistake' }).click()
const field = page.getByLabel(text('inspector.find.text'))

async function press(index: number): Promise<void> {
  await page.keyboard.press(keys[index % keys.length] ?? 'Space')
  await pause(betweenKeysMs)
}

async function type(): Promise<void> {
  for (let typed = 0; typed < keysTyped; typed++) await press(typed)
}

/**
 * Pastes the text from the clipboard, as a person does, and moves the caret to a part of it. How a text came into a
 * field changes the cost of typing: Playwright's `fill` creates twice as much of each line as pasting.
 */
async function paste(text: string, part: number): Promise<void> {
  await field.evaluate((area: HTMLTextAreaElement, text) => { area.value = text }, text)
  for (const key of text === '' ? [] : ['A', 'X', 'V']) await field.press(`ControlOrMeta+${key}`)
  if (await field.inputValue() !== text) throw new Error('the text was not pasted')
  await field.evaluate((area: HTMLTextAreaElement, at) => { area.setSelectionRange(at, at) }, text.length * part)
  // The first key scrolls to the caret and is announced.
  await field.press('Space')
  await pause(10 * betweenKeysMs)
}

async function measure(what: string, text: string, part: number): Promise<void> {
  await paste(text, part)
  notify(`${what}: busy for a key`, await busyTimes(page, keysTyped, press), targetMs)
  await paste(text, part)
  const { droppedPercent, perSecond } = await framesDuring(page, type)
  console.log(`${what}: ${droppedPercent.toFixed(2)} % of frames dropped at ${perSecond.toFixed(0)} a second`)
}

console.log(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors`)
for (const [what, text] of texts) {
  for (const [where, part] of places) {
    if (text !== '' || part === 1) await measure(`${what}, ${where}`, text, part)
  }
}
console.log(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`)
await close()
await closeBrowser()
