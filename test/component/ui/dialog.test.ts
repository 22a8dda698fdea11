import { expect, it, vi } from 'vitest'
import ConfirmDialog from '../../../renderer/ui/layout/ConfirmDialog.vue'
import ModalDialog from '../../../renderer/ui/layout/ModalDialog.vue'
import { flushPromises, show, words } from '../support/mount.ts'

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')!
const nameOf = (element: Element) =>
  element.getAttribute('aria-label') ?? words(document.getElementById(element.getAttribute('aria-labelledby')!)!)
const escape = () => {
  dialog().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  return flushPromises()
}

it('is named by its title, or by its `name`', async () => {
  const { setProps } = show(ModalDialog, { props: { open: true, title: 'Charge 10.15 USD?' } })
  await flushPromises()
  expect(nameOf(dialog())).toBe('Charge 10.15 USD?')
  await setProps({ name: 'Confirm charge' })
  expect(dialog().getAttribute('aria-label')).toBe('Confirm charge')
  expect(dialog().getAttribute('aria-labelledby')).toBeNull()
})

it('shows the environment it acts on', async () => {
  show(ModalDialog, { props: { open: true, title: 'Charge?', environment: 'production' } })
  await flushPromises()
  expect(words(dialog())).toContain('Production · real money')
  expect(dialog().dataset.environment).toBe('production')
})

it('closes on Escape, but not while something is in progress', async () => {
  const update = vi.fn()
  const { setProps } = show(ModalDialog, { props: { open: true, title: 'T', held: true, 'onUpdate:open': update } })
  await flushPromises()
  await escape()
  expect(update).not.toHaveBeenCalled()
  await setProps({ held: false })
  await escape()
  expect(update).toHaveBeenCalledWith(false)
})

it('puts the focus on the title of the screen if the control that opened it was removed', async () => {
  const main = document.createElement('main')
  main.innerHTML = '<h1 tabindex="-1">Access</h1><button>Set a passphrase</button>'
  document.body.append(main)
  const opener = main.querySelector('button')!
  opener.focus()
  const { setProps, unmount } = show(ModalDialog, { props: { open: true, title: 'T' } })
  await flushPromises()
  opener.remove()
  await setProps({ open: false })
  await expect.poll(() => document.activeElement).toBe(main.querySelector('h1'))
  unmount()
  main.remove()
})

it('focuses Cancel in a confirmation of a removal, so that Enter changes nothing', async () => {
  const confirm = vi.fn()
  show(ConfirmDialog, { props: { open: true, title: 'Remove?', action: 'Remove key', onConfirm: confirm } })
  await flushPromises()
  await vi.waitFor(() => { expect(words(document.activeElement!)).toBe('Cancel') })
  ;(document.activeElement as HTMLElement).click()
  expect(confirm).not.toHaveBeenCalled()
})
