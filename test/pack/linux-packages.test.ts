// What the Linux packages say to the system that installs them, as electron-builder makes it of this configuration.
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { LinuxPackager, Packager } from 'app-builder-lib'
import type * as AppImage from 'app-builder-lib/out/targets/appimage/AppImageTarget.js'
import type * as Fpm from 'app-builder-lib/out/targets/FpmTarget.js'
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { knownLibraries, packagesFor } from '../../resources/scripts/electron/libraries.ts'

const project = resolve(import.meta.dirname, '../..')

// Compiled to CommonJS, as which Node takes their default for one name among others.
const load = createRequire(import.meta.url)
const { default: AppImageTarget } = load('app-builder-lib/out/targets/appimage/AppImageTarget.js') as typeof AppImage
const { default: FpmTarget } = load('app-builder-lib/out/targets/FpmTarget.js') as typeof Fpm

let packager: LinuxPackager
beforeAll(async () => {
  const whole = new Packager({ projectDir: project })
  await whole.validateConfig()
  packager = new LinuxPackager(whole)
})

describe('the AppImage', () => {
  it('is started from the desktop with Chromium’s sandbox', async () => {
    const target = new AppImageTarget('AppImage', packager, new LinuxTargetHelper(packager), tmpdir())
    const { desktopEntry } = target as unknown as { desktopEntry: { value: Promise<string> } }
    const entry = await desktopEntry.value
    expect(entry).toMatch(/^Exec=AppRun\b/m)
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
