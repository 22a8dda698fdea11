import { expect, it, vi } from 'vitest'
import AppButton from '../../../renderer/ui/buttons/AppButton.vue'
import { show } from '../support/mount.ts'

it('ignores clicks while busy, keeps its focus, and is announced as busy', () => {
  const pressed = vi.fn()
  const { element } = show(AppButton, { props: { busy: true, onClick: pressed }, slots: { default: 'Charge 10.15 USD' } })
  element.focus()
  element.click()
  expect(pressed).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(element)
  expect(element.getAttribute('aria-busy')).toBe('true')
})

it('does not submit its form while busy', () => {
  const form = document.createElement('form')
  const submitted = vi.fn((event: Event) => { event.preventDefault() })
  form.addEventListener('submit', submitted)
  const { element } = show(AppButton, { props: { busy: true, type: 'submit' } })
  document.body.append(form)
  form.append(element)
  element.click()
  expect(submitted).not.toHaveBeenCalled()
})
