import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed, success } from '#shared/result.ts'
import { openScreen, flushScreen, type Screen } from '../screen-support/open.ts'
import { ada, aLock, unlockedBy } from '../support/access.ts'
import { done } from '../support/bridge.ts'
import { button, click, field, type, words } from '../support/mount.ts'
import { label, text } from '../../support/texts.ts'

const reload = vi.fn()
const original = Object.getOwnPropertyDescriptor(window.location, 'reload')

beforeEach(() => {
  reload.mockReset()
  Object.defineProperty(window.location, 'reload', { value: reload, configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  if (original !== undefined) Object.defineProperty(window.location, 'reload', original)
})

async function openForm(answers: Parameters<typeof openScreen>[1] = {}): Promise<Screen> {
  return await openScreen('/card-lookup', {
    'access.describe': () => success(unlockedBy(ada)), 'resolution.list': () => success([]),
    'access.lock': () => success(aLock()), ...answers,
  })
}

const press = (key: string, more: KeyboardEventInit = {}): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  document.body.dispatchEvent(event)
  return event
}

test('a lock leaves nothing of the screen in the window, and the page loads again', async () => {
  const main = await openForm()
  await type(field(label('cardReference')), '55889')
  main.emit('access.changed', aLock())
  await flushScreen()
  expect(document.querySelector('nav')).toBeNull()
  expect(document.body.innerHTML).not.toContain('55889')
  expect(document.querySelector('h1')?.textContent).toBe(text('access.lock.title'))
  expect(document.title).toBe(text('access.lock.windowTitle'))
  expect(document.documentElement.dataset.environment).toBeUndefined()
  expect(reload).toHaveBeenCalledOnce()
  expect(window.location.hash).toBe('#/')
})

test('a page that started locked does not load again, nor does a second report of the lock', async () => {
  const main = await openForm({ 'access.describe': () => success(aLock()) })
  main.emit('access.changed', aLock({ openOutcomes: 1 }))
  await flushScreen()
  expect(reload).not.toHaveBeenCalled()
  const open = await openForm()
  open.emit('access.changed', aLock())
  open.emit('access.changed', aLock({ openOutcomes: 1 }))
  await flushScreen()
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['the button', async () => { await click(button(text('shell.lockNow'))) }],
  ['Ctrl+L', async () => { press('l', { ctrlKey: true }) }],
  ['⌘L', async () => { press('l', { metaKey: true }) }],
  ['Ctrl+L of a Russian keyboard', async () => { press('\u0434', { ctrlKey: true, code: 'KeyL' }) }],
])('locks by %s', async (_, lock) => {
  const { inputsOf } = await openForm()
  await lock()
  await flushScreen()
  expect(inputsOf('access.lock')).toHaveLength(1)
  expect(document.querySelector('nav')).toBeNull()
})

test('L alone is typed; the reason why the desk cannot lock is shown', async () => {
  const { inputsOf } = await openForm({ 'access.lock': () => failed({ code: 'defect' }) })
  expect(press('l').defaultPrevented).toBe(false)
  expect(inputsOf('access.lock')).toEqual([])
  press('l', { ctrlKey: true })
  await flushScreen()
  expect(words()).toContain(text('failure.what.defect'))
})

test('activity is reported to main at most every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { inputsOf } = await openForm({ 'access.noteActivity': done })
  for (const sign of ['pointermove', 'keydown', 'pointerdown', 'wheel']) {
    window.dispatchEvent(sign === 'keydown' ? new KeyboardEvent(sign, { key: 'a' }) : new Event(sign))
  }
  expect(inputsOf('access.noteActivity')).toHaveLength(1)
  vi.advanceTimersByTime(14_999)
  window.dispatchEvent(new Event('pointermove'))
  expect(inputsOf('access.noteActivity')).toHaveLength(1)
  vi.advanceTimersByTime(1)
  window.dispatchEvent(new Event('pointermove'))
  expect(inputsOf('access.noteActivity')).toHaveLength(2)
})
