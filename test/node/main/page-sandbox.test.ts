import { describe, expect, it } from 'vitest'
import { isSandboxed } from '../../../electron/main/page/sandbox.ts'

const silent = () => undefined
const status = (filters: string) => `Name:\tgateway-console\nSeccomp:\t2\n${filters}Speculation_Store_Bypass:\tvulnerable\n`
const linux = (page: string, main: string) => isSandboxed({
  platform: 'linux', pageProcessId: 7, reportedByElectron: silent, statusOf: (id) => status(id === 7 ? page : main),
})

describe('the page’s sandbox', () => {
  it.each([
    ['on: the page has a filter of system calls that main lacks', '1', '0', true],
    ['off: neither has one', '0', '0', false],
    ['on in a container, which gives every process a filter', '2', '1', true],
    ['off in a container: the page has only the container’s filter', '1', '1', false],
  ])('is %s', (_what, page, main, expected) => {
    expect(linux(`Seccomp_filters:\t${page}\n`, `Seccomp_filters:\t${main}\n`)).toBe(expected)
  })

  it('is not called on if the system does not report it', () => {
    expect(linux('', '')).toBeNull()
    expect(isSandboxed({ platform: 'linux', pageProcessId: null, reportedByElectron: silent })).toBeNull()
    expect(isSandboxed({
      platform: 'linux', pageProcessId: 7, reportedByElectron: silent, statusOf: () => { throw new Error('ENOENT') },
    })).toBeNull()
  })

  it.each(['win32', 'darwin'] as const)('is what Electron reports for that process on %s', (platform) => {
    const reportedByElectron = (id: number) => id === 7
    expect(isSandboxed({ platform, pageProcessId: 7, reportedByElectron })).toBe(true)
    expect(isSandboxed({ platform, pageProcessId: 8, reportedByElectron })).toBe(false)
    expect(isSandboxed({ platform, pageProcessId: 7, reportedByElectron: silent })).toBeNull()
  })
})
