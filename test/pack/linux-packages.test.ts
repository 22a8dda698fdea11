// The metadata of the Linux packages, as electron-builder creates it from this configuration, up to the program
// that would write the package.
import { createRequire } from 'node:module'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Arch, build, LinuxPackager, Packager, Platform } from 'app-builder-lib'
import type * as Fpm from 'app-builder-lib/out/targets/FpmTarget.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownLibraries, packagesFor } from '../../resources/scripts/electron/libraries.ts'

const project = resolve(import.meta.dirname, '../..')

// Compiled to CommonJS, of which Node's import has only the default export.
const load = createRequire(import.meta.url)
const { default: FpmTarget } = load('app-builder-lib/out/targets/FpmTarget.js') as typeof Fpm

let packager: LinuxPackager
let metadata: Packager['metadata']
beforeAll(async () => {
  const whole = new Packager({ projectDir: project })
  await whole.validateConfig()
  metadata = whole.metadata
  packager = new LinuxPackager(whole)
})

describe('packing on Linux', () => {
  it('creates no package whose launcher removes the sandbox', () => {
    expect([packager.config.linux?.target].flat()).toEqual(['deb'])
  })

  it('needs no clone with a remote: the package has a page and a maintainer', () => {
    expect(metadata.homepage).toMatch(/^https:/)
    expect(packager.config.linux?.maintainer).toBeTruthy()
  })
})

describe.skipIf(process.platform !== 'linux').each(['deb', 'rpm'])('the %s package', (target) => {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'))
  afterAll(() => { rmSync(folder, { recursive: true }) })
  let words: readonly string[]
  let desktopEntry: string
  let written: Record<'afterInstall' | 'appArmor', string>

  beforeAll(async () => {
    mkdirSync(join(folder, 'resources'), { recursive: true })
    await build({
      projectDir: project, prepackaged: folder, publish: 'never', config: { directories: { output: folder } },
      targets: Platform.LINUX.createTarget(target, Arch.x64),
      // Called with the packing program's arguments; true prevents its call.
      effectiveOptionComputed: async ([args, desktopFile]: [string[], string]) => {
        words = args
        desktopEntry = readFileSync(desktopFile, 'utf8')
        written = {
          afterInstall: readFileSync(args[args.indexOf('--after-install') + 1]!, 'utf8'),
          appArmor: readFileSync(join(folder, 'resources', 'apparmor-profile'), 'utf8'),
        }
        return true
      },
    })
  })

  it('can be created from this working copy', () => {
    expect(words).toEqual(expect.arrayContaining(['--maintainer', '--url', '--version']))
  })

  it('starts with Chromium’s sandbox, and includes what the system needs to allow it', () => {
    expect(desktopEntry).toMatch(/^Exec=".*gateway-console" %U$/m)
    expect(written.appArmor).toMatch(/^\s*userns,$/m)
    expect(written.afterInstall).toContain('apparmor')
  })

  it('installs the desktop file by which desktops identify its window', () => {
    const name = metadata.desktopName ?? 'none'
    expect(words.at(-1)).toMatch(new RegExp(`=/usr/share/applications/${name}$`))
    expect(desktopEntry).toMatch(new RegExp(`^StartupWMClass=${name.replace(/\.desktop$/, '')}$`, 'm'))
  })
})

describe('the deb package', () => {
  const names = () => [packager.config.deb?.depends ?? []].flat().flatMap((alternatives) => alternatives.split(' | '))

  it('has every dependency that electron-builder would add by default', () => {
    const byDefault = FpmTarget.prototype as unknown as { getDefaultDepends(target: string): string[] }
    expect(names()).toEqual(expect.arrayContaining(byDefault.getDefaultDepends('deb')))
  })

  it.each([['debian', 12], ['debian', 13], ['ubuntu', 22], ['ubuntu', 24]] as const)(
    'requires Electron’s libraries that a system without a desktop lacks, by their names on %s %i',
    (system, version) => {
      expect(names()).toEqual(expect.arrayContaining(packagesFor(knownLibraries, system, version)))
    },
  )
})

describe('the package for macOS', () => {
  it('explains its request for the local network, where a gateway, a proxy or a team’s database may be', () => {
    expect(packager.config.mac?.extendInfo).toMatchObject({ NSLocalNetworkUsageDescription: expect.stringContaining('local network') })
  })
})
