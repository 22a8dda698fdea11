import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFailureSentence } from '../../../electron/main/start/instance-lock.ts'

let userData: string
beforeEach(() => { userData = mkdtempSync(join(tmpdir(), 'lock-')) })
afterEach(() => { rmSync(userData, { recursive: true, force: true }) })

const here = { platform: 'linux', host: 'desk-7' } as const
const lockedBy = (owner: string) => { symlinkSync(owner, join(userData, 'SingletonLock')) }

describe.skipIf(process.platform === 'win32')('an instance that gets no lock', () => {
  it('shows nothing if another one on this computer has it', () => {
    lockedBy('desk-7-4242')
    expect(lockFailureSentence(userData, here)).toBeNull()
  })

  it('shows where it is open, or that this computer had another name, and what to do', () => {
    lockedBy('desk-6-4242')
    expect(lockFailureSentence(userData, here)).toMatch(/"desk-6".*nothing was sent.*SingletonLock and start again/s)
  })

  it('shows that the lock could not be created', () => {
    expect(lockFailureSentence(userData, here)).toMatch(/could not check whether it is already open/)
  })

  it('treats a file that is not Chromium’s lock, and every lock of Windows, as another instance', () => {
    expect(lockFailureSentence(userData, { ...here, platform: 'win32' })).toBeNull()
    writeFileSync(join(userData, 'SingletonLock'), '4242')
    expect(lockFailureSentence(userData, here)).toBeNull()
  })
})
