import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import HintLayer from '../../../renderer/ui/messages/HintLayer.vue'
import IconButton from '../../../renderer/ui/buttons/IconButton.vue'
import { button, flushPromises, show, words } from '../support/mount.ts'

const hint = () => document.querySelector<HTMLElement>('[role="tooltip"]')
const saidIn = async (milliseconds: number): Promise<string | null> => {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await flushPromises()
  return hint() === null ? null : words(hint()!)
}
const pointAt = (element: Element) =>
  element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))

beforeEach(() => {
  vi.useFakeTimers()
  show(HintLayer)
  show(IconButton, { props: { label: 'Lock now', hint: 'Lock now (Ctrl+L)' } })
  show(IconButton, { props: { label: 'Close' } })
})
afterEach(() => { vi.useRealTimers() })

it('appears when the pointer has rested on a control, with its hint or else its name', async () => {
  pointAt(button('Lock now'))
  expect(await saidIn(400)).toBeNull()
  expect(await saidIn(200)).toBe('Lock now (Ctrl+L)')
  pointAt(button('Close'))
  expect(await saidIn(600)).toBe('Close')
})

it('stays while the pointer is on it, and disappears when the pointer has left both', async () => {
  pointAt(button('Close'))
  await saidIn(600)
  pointAt(document.body)
  await saidIn(100)
  pointAt(hint()!)
  expect(await saidIn(5_000)).toBe('Close')
  pointAt(document.body)
  expect(await saidIn(200)).toBeNull()
})

it('disappears with Escape, which then has no other effect, and with a click', async () => {
  const underneath = vi.fn()
  document.addEventListener('keydown', underneath)
  const escape = () => button('Close').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  pointAt(button('Close'))
  await saidIn(600)
  escape()
  expect(await saidIn(0)).toBeNull()
  expect(underneath).not.toHaveBeenCalled()
  escape()
  expect(underneath).toHaveBeenCalledOnce()
  pointAt(document.body)
  pointAt(button('Close'))
  await saidIn(600)
  button('Close').click()
  expect(await saidIn(0)).toBeNull()
  document.removeEventListener('keydown', underneath)
})

it('disappears with its control, as when the desk locks', async () => {
  const control = button('Close')
  pointAt(control)
  expect(await saidIn(600)).toBe('Close')
  control.remove()
  expect(await saidIn(0)).toBeNull()
})

it('does not appear for a touch, nor for a pointer that only passes', async () => {
  button('Close').dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'touch' }))
  expect(await saidIn(1_000)).toBeNull()
  pointAt(button('Close'))
  await saidIn(200)
  pointAt(document.body)
  expect(await saidIn(1_000)).toBeNull()
})

it('is read by screen readers if it has more than the name', () => {
  expect(button('Lock now').getAttribute('aria-description')).toBe('Lock now (Ctrl+L)')
  expect(button('Close').hasAttribute('aria-description')).toBe(false)
})
