import { describe, expect, it } from 'vitest'
import { isHarmlessShortcut } from '../../../electron/main/issuer/shortcuts.ts'

const pressed = (key: string, held: { meta?: boolean, control?: boolean, alt?: boolean } = { meta: true }) =>
  isHarmlessShortcut({ key, meta: false, control: false, alt: false, ...held })

describe('the keys that reach the menu of macOS from an issuer\u2019s page', () => {
  it('are those for editing, closing, hiding and quitting, also with Shift', () => {
    for (const key of ['a', 'c', 'v', 'x', 'z', 'Z', 'w', 'h', 'm', 'q']) expect(pressed(key), key).toBe(true)
  })

  it('are neither those that reload, zoom or open tools nor any without Command or with more', () => {
    for (const key of ['r', 'i', '+', '-', '0', 'Enter', 'F12']) expect(pressed(key), key).toBe(false)
    expect(pressed('c', {})).toBe(false)
    expect(pressed('i', { meta: true, alt: true })).toBe(false)
    expect(pressed('q', { meta: true, control: true })).toBe(false)
  })
})
