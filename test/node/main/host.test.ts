import { describe, expect, it } from 'vitest'
import { hostOf, usableIn } from '../../../electron/main/installation/host.ts'

describe('the host in which production may be used', () => {
  it('is only an installed Electron; any uncertain host has fewer rights', () => {
    expect(usableIn[hostOf({ electron: '45.4.1', packaged: true })]).toContain('production')
    expect(usableIn[hostOf({ electron: '45.4.1', packaged: false })]).toEqual(['sandbox', 'staging'])
    expect(usableIn[hostOf({ electron: undefined, packaged: true })]).toEqual(['sandbox'])
    expect(usableIn[hostOf({ electron: undefined, packaged: false })]).toEqual(['sandbox'])
  })
})
