import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FuseV1Options, FuseState, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuseDecisions } from '../../electron/main/self-check/fuses.ts'
import { packingMissing, packedApplication, type PackedApplication } from './package.ts'

const missing = packingMissing()
if (missing) console.log(`SKIPPED the packed application: ${missing}`)

const project = resolve(import.meta.dirname, '../..')
const ENTRIES = ['index', 'vault', 'journal', 'sandbox', 'inspector', 'tables', 'reconcile']

describe.skipIf(missing)('the packed application', () => {
  let packed: PackedApplication
  beforeAll(() => { packed = packedApplication() })
  afterAll(() => { packed.remove() })

  it('contains the build, its manifest and the keychain library, and nothing else', () => {
    const expected = [
      /^\/package\.json$/,
      new RegExp(`^/out/main/(${ENTRIES.join('|')})\\.cjs$`),
      /^\/out\/main\/chunks\/[\w.-]+\.cjs$/,
      /^\/out\/preload\/index\.cjs$/,
      /^\/out\/(main|preload|renderer)\/third-party\.json$/,
      /^\/out\/renderer\/index\.html$/,
      /^\/out\/renderer\/assets\/[\w.-]+\.(js|css|woff2|svg|png)$/,
      /^\/node_modules\/@napi-rs\/keyring\/(package\.json|index\.js|keytar\.js|LICENSE)$/,
      new RegExp(`^/node_modules/@napi-rs/keyring-linux-${process.arch}-\\w+/(package\\.json|LICENSE\\S*|keyring\\.\\S+\\.node)$`),
    ]
    const files = packed.files()
    expect(files.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([])
    expect(files).toEqual(expect.arrayContaining([
      ...ENTRIES.map((name) => `/out/main/${name}.cjs`), '/out/preload/index.cjs', '/out/renderer/index.html',
      ...['main', 'preload', 'renderer'].map((part) => `/out/${part}/third-party.json`),
    ]))
    expect(files.filter((path) => path.endsWith('.node'))).toHaveLength(1)
  })

  it('can be extracted completely, with its native module', () => {
    expect(readFileSync(packed.nativeModule()).subarray(1, 4).toString()).toBe('ELF')
  })

  it('contains no path of the machine that built it', () => {
    const extracted = packed.extract()
    const naming = packed.files()
      .filter((path) => path.startsWith('/out/') && readFileSync(join(extracted, path)).includes(project))
    expect(naming).toEqual([])
  })

  it('contains nothing for development: no variable of a run from source, no developer tools', () => {
    const extracted = packed.extract()
    const source = readFileSync(join(project, 'electron/main/development.ts'), 'utf8')
    // The code's own names, so that new ones are searched for too.
    const variables = [...new Set(source.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g))]
    expect(variables).toEqual(expect.arrayContaining(['GATEWAY_CONSOLE_USER_DATA', 'ELECTRON_RENDERER_URL']))
    const names = [...variables, 'GATEWAY_CONSOLE_', 'toggleDevTools', 'devtools://', 'from-source', 'crashReporter', 'HeapSnapshot']
    const found = packed.files().filter((path) => path.startsWith('/out/') || path === '/package.json').flatMap((path) => {
      const text = readFileSync(join(extracted, path), 'utf8')
      return names.filter((name) => text.includes(name)).map((name) => `${name} in ${path}`)
    })
    expect(found).toEqual([])
    // Runs from source have them, so the search can find them.
    const fromSource = readFileSync(join(project, 'out/main/from-source.cjs'), 'utf8')
    expect(variables.filter((name) => !fromSource.includes(name))).toEqual([])
  })

  it('has every fuse of the binary set', async () => {
    const wire = await getCurrentFuseWire(packed.executable)
    for (const { place, on } of Object.values(fuseDecisions)) {
      expect(wire[place], FuseV1Options[place]).toBe(on ? FuseState.ENABLE : FuseState.DISABLE)
    }
  })
})

describe.skipIf(missing)('the build', () => {
  /** An entry and all chunks that it loads. */
  function modulesOf(entry: string): string[] {
    const found = new Set<string>()
    const walk = (path: string) => {
      if (found.has(path) || !existsSync(path)) return
      found.add(path)
      for (const [, name] of readFileSync(path, 'utf8').matchAll(/require\("(\.[^"]+)"\)/g)) walk(resolve(path, '..', name!))
    }
    walk(join(project, 'out', 'main', `${entry}.cjs`))
    return [...found]
  }

  it('loads no module by import(), which has failed inside the archive in several versions of Electron', () => {
    const loading = ENTRIES.flatMap(modulesOf).filter((path) => /(?:await|return|=) *import\(/.test(readFileSync(path, 'utf8')))
    expect(loading).toEqual([])
  })

  it.each(['vault', 'journal', 'sandbox', 'inspector', 'tables', 'reconcile'])('includes no module in %s that requires electron', (entry) => {
    const modules = modulesOf(entry)
    expect(modules).not.toEqual([])
    expect(modules.filter((path) => /require\(["']electron["']\)/.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})
