import { describe, expect, it } from 'vitest'
import IdText from '../../../renderer/ui/values/IdText.vue'
import { show, words } from '../support/mount.ts'

const serialNumber = '00000000-0000-0000-0000-000002d9b22a'
const shown = () => document.querySelector('.whole')!

describe('an id', () => {
  it('keeps its first characters and its end if it is shortened, and is whole for selecting and on hover', () => {
    show(IdText, { props: { value: serialNumber } })
    expect(document.querySelector('[data-shortens] + span')?.textContent).toBe('000002d9b22a')
    expect(words(shown()).replaceAll(' ', '')).toBe(serialNumber)
    expect(shown().textContent).not.toContain(' ')
    expect(shown().getAttribute('title')).toBe(serialNumber)
  })

  it.each(['PNTEST-37593121', '1000001'])('is not shortened if that would save nothing: %s', (value) => {
    show(IdText, { props: { value } })
    expect(document.querySelector('[data-shortens]')).toBeNull()
    expect(words(shown())).toBe(value)
  })

  it('can be focused to read all of it if it has no copy button, but not inside a link', () => {
    show(IdText, { props: { value: serialNumber, copy: false } })
    expect(shown().getAttribute('tabindex')).toBe('0')
    document.body.innerHTML = ''
    show(IdText, { props: { value: serialNumber, copy: false, focusable: false } })
    expect(shown().hasAttribute('tabindex')).toBe(false)
  })
})
