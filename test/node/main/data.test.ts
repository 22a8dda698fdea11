import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { developmentIn } from '../../../electron/main/development.ts'
import { installationIdIn } from '../../../electron/main/installation/installation-id.ts'
import { userDataFolder } from '../../../electron/main/installation/paths.ts'

let folder: string
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'data-')) })
afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

describe('the id of an installation', () => {
  const file = () => join(folder, 'installation-id')

  it('is created once and kept', () => {
    const made = installationIdIn(file())
    expect(made).toMatch(/^[0-9a-f]{32}$/)
    expect(installationIdIn(file())).toBe(made)
  })

  it('is readable only by its owner', () => {
    installationIdIn(file())
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o077).toBe(0)
  })

  it('is never replaced: a new one would hide the keychain’s entries', () => {
    writeFileSync(file(), 'damaged')
    expect(() => installationIdIn(file())).toThrow('does not hold an installation id')
    expect(readFileSync(file(), 'utf8')).toBe('damaged')
  })
})

describe('the folder of the data', () => {
  const where = { named: null, localAppData: undefined, name: 'Gateway Console', home: '/home/agent', proposed: '/proposed' }

  it('is Electron’s choice on Linux and macOS', () => {
    expect(userDataFolder({ ...where, platform: 'linux' })).toBe('/proposed')
    expect(userDataFolder({ ...where, platform: 'darwin' })).toBe('/proposed')
  })

  it('is the local one on Windows, since the roaming one may be a network drive', () => {
    expect(userDataFolder({ ...where, localAppData: '/local', platform: 'win32' })).toBe(join('/local', 'Gateway Console'))
    expect(userDataFolder({ ...where, platform: 'win32' })).toBe(join('/home/agent', 'AppData', 'Local', 'Gateway Console'))
  })

  it('is the specified one on any system', () => {
    expect(userDataFolder({ ...where, named: folder, localAppData: '/local', platform: 'win32' })).toBe(folder)
    expect(userDataFolder({ ...where, named: folder, platform: 'linux' })).toBe(folder)
  })

  it('is absolute even for a relative path in the environment of a run from source, which Electron would refuse', () => {
    expect(developmentIn({ GATEWAY_CONSOLE_USER_DATA: 'some/data' }).userData).toBe(join(process.cwd(), 'some', 'data'))
  })
})
