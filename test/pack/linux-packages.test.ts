// What the Linux packages say to the system that installs them, as electron-builder makes it of this configuration.
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { LinuxPackager, Packager } from 'app-builder-lib'
import type * as Fpm from 'app-builder-lib/out/targets/FpmTarget.js'
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { knownLibraries, packagesFor } from '../../resources/scripts/electron/libraries.ts'

const project = resolve(import.meta.dirname, '../..')

// Compiled to CommonJS, as which Node takes their default for one name among others.
const load = createRequire(import.meta.url)
const { default: FpmTarget } = load('app-builder-lib/out/targets/FpmTarget.js') as typeof Fpm

let packager: LinuxPackager
beforeAll(async () => {
  const whole = new Packager({ projectDir: project })
  await whole.validateConfig()
  packager = new LinuxPackager(whole)
})

describe('every Linux package', () => {
  it('is one that a system installs: none runs from a folder of the person', () => {
    expect(packager.config.linux?.target).toEqual(['deb', 'rpm'])
  })

  it.each(['deb', 'rpm'])('is made outside a clone with a remote: the %s target misses nothing', async (name) => {
    const target = new FpmTarget(name, packager, new LinuxTargetHelper(packager), '')
    await expect(target.checkOptions()).resolves.toMatchObject({ url: expect.stringContaining('https://') })
  })

  it('has a desktop entry that a window of the application finds, and that keeps Chromium’s sandbox', async () => {
    const helper = new LinuxTargetHelper(packager)
    const entry = await helper.computeDesktopEntry({})
    expect(entry).toContain('StartupWMClass=gateway-console\n')
    expect(helper.getDesktopFileName()).toBe('gateway-console')
    expect(entry).not.toContain('--no-sandbox')
  })
})

describe('the deb package', () => {
  const names = () => [packager.config.deb?.depends ?? []].flat().flatMap((alternatives) => alternatives.split(' | '))

  it('needs everything that electron-builder would name by itself', () => {
    const byDefault = FpmTarget.prototype as unknown as { getDefaultDepends(target: string): string[] }
    expect(names()).toEqual(expect.arrayContaining(byDefault.getDefaultDepends('deb')))
  })

  it.each([['debian', 12], ['debian', 13], ['ubuntu', 22], ['ubuntu', 24]] as const)(
    'needs what Electron links to and a system without a desktop lacks, as it is called on %s %i',
    (system, version) => {
      expect(names()).toEqual(expect.arrayContaining(packagesFor(knownLibraries, system, version)))
    },
  )
})
