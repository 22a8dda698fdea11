import { describe, expect, it } from 'vitest'
import { hostOf, usableIn } from '../../../electron/main/installation/host.ts'

describe('where production may be used', () => {
  it('is an installed Electron alone: whatever does not surely say so is less', () => {
    expect(usableIn[hostOf({ electron: '45.4.1', packaged: true })]).toContain('production')
    expect(usableIn[hostOf({ electron: '45.4.1', packaged: false })]).toEqual(['sandbox', 'staging'])
    expect(usableIn[hostOf({ electron: undefined, packaged: true })]).toEqual(['sandbox'])
    expect(usableIn[hostOf({ electron: undefined, packaged: false })]).toEqual(['sandbox'])
  })
})
