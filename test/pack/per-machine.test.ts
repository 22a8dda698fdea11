// The folders of installers, as electron-builder reads this configuration.
import { resolve } from 'node:path'
import { Packager, type Configuration } from 'app-builder-lib'
import { beforeAll, describe, expect, it } from 'vitest'

let config: Configuration
beforeAll(async () => {
  const whole = new Packager({ projectDir: resolve(import.meta.dirname, '../..') })
  await whole.validateConfig()
  config = whole.config
})

describe('an installer installs the application where only administrators can write', () => {
  it('on Windows: for the whole computer, with elevation', () => {
    expect(config.win?.target).toBe('nsis')
    expect(config.nsis).toMatchObject({ perMachine: true, selectPerMachineByDefault: true, allowElevation: true })
  })

  it('on Linux: below /opt by the deb package, whose folder belongs to root', () => {
    expect(config.linux?.target).toContain('deb')
    expect(config.deb?.fpm ?? []).toEqual([])
  })

  it('on macOS: into the folder of all applications, by the link of the disk image', () => {
    expect(config.mac?.target).toBe('dmg')
    expect(config.dmg?.contents).toBeUndefined()
  })
})
