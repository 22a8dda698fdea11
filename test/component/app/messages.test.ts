// Short messages: one at a time in the top bar, failures until they are closed, the latest in the bell's list.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keptMessages, shownMessage, showMessage } from '../../../renderer/ui/messages/announcer.ts'
import { aLock } from '../support/access.ts'
import { flushScreen, openScreen } from '../screen-support/open.ts'
import { button, click, words } from '../support/mount.ts'
import { text } from '../../support/texts.ts'

beforeEach(() => { vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) })
afterEach(() => { vi.useRealTimers() })

const shown = () => shownMessage.value?.text ?? null

it('one is shown at a time, the newest, for a few seconds', () => {
  showMessage('good', 'Saved')
  showMessage('info', 'Form restored')
  expect(shown()).toBe('Form restored')
  vi.advanceTimersByTime(6_000)
  expect(shown()).toBeNull()
})

it('a failure stays until it is closed, whatever follows, and so does the next failure', async () => {
  showMessage('bad', 'Could not copy')
  showMessage('good', 'Saved')
  showMessage('bad', 'Could not lock')
  vi.advanceTimersByTime(60_000)
  await openScreen('/history', {})
  for (const failure of ['Could not copy', 'Could not lock']) {
    const slot = document.querySelector('header .message')!
    expect(words(slot)).toBe(failure)
    await click(slot.querySelector('button')!)
  }
  expect(document.querySelector('header .message')).toBeNull()
})

it('the bell lists the latest with their time, newest first', async () => {
  for (let number = 1; number <= 21; number++) showMessage('good', `Message ${number}`)
  await openScreen('/history', {})
  await click(button(text('shell.messages.latest')))
  const listed = [...document.querySelectorAll('.messages li')].map((one) => words(one.querySelector('span')!))
  expect(listed).toHaveLength(20)
  expect(listed[0]).toBe('Message 21')
  expect(document.querySelector('.messages time')!.getAttribute('datetime')).toBe(keptMessages.value[0]!.at)
})

it('a lock deletes them all', async () => {
  showMessage('bad', 'Could not copy')
  const { emit } = await openScreen('/history', {})
  expect(shown()).toBe('Could not copy')
  emit('access.changed', aLock())
  await flushScreen()
  expect([shown(), keptMessages.value]).toEqual([null, []])
})

it('leaves the focus at the title of the screen when the last message is closed, else at the button of the next one', async () => {
  await openScreen('/report', {})
  showMessage('bad', 'Could not copy')
  showMessage('bad', 'Could not lock')
  await flushScreen()
  const dismiss = button(text('ui.dismiss'))
  dismiss.focus()
  await click(dismiss)
  await flushScreen()
  expect(document.activeElement).toBe(button(text('ui.dismiss')))
  await click(button(text('ui.dismiss')))
  await flushScreen()
  expect(document.activeElement).toBe(document.querySelector('main h1'))
})
