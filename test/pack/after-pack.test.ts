import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'
import { afterEach, describe, expect, it } from 'vitest'
import afterPack from '../../resources/scripts/after-pack.mjs'
import { nativeModuleDigests } from '../../resources/scripts/native-modules.mjs'

const folders: string[] = []
afterEach(() => { for (const folder of folders.splice(0)) rmSync(folder, { recursive: true }) })

/** The hook's argument from electron-builder: a packed folder with one native module, and a vault with a digest. */
async function packed(platform: string, digest?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'after-pack-'))
  folders.push(folder)
  const resources = join(folder, 'out', 'resources')
  const modules = join(resources, 'app.asar.unpacked', 'node_modules')
  const main = join(folder, 'source', 'out', 'main')
  for (const path of [join(modules, '@napi-rs', `keyring-${platform}-x64`), main]) mkdirSync(path, { recursive: true })
  writeFileSync(join(modules, '@napi-rs', `keyring-${platform}-x64`, 'keyring.node'), 'a module')
  const known = digest ?? Object.values(nativeModuleDigests(modules))[0]!
  writeFileSync(join(main, 'vault.cjs'), `const digests = { module: '${known}' }`)
  await createPackage(join(folder, 'source'), join(resources, 'app.asar'))
  return { appOutDir: join(folder, 'out'), electronPlatformName: 'linux', arch: 1, packager: {} }
}

describe('packing', () => {
  it('accepts the native module of the packed system with the digest from the build', async () => {
    const context = await packed('linux')
    expect(() => { afterPack(context) }).not.toThrow()
  })

  it('refuses a module that was installed after the build, as the application would', async () => {
    const context = await packed('linux', 'f'.repeat(64))
    expect(() => { afterPack(context) }).toThrow('Build again')
  })

  it('refuses the module of another system', async () => {
    const context = await packed('win32')
    expect(() => { afterPack(context) }).toThrow('native module for linux x64 is not in')
  })
})
