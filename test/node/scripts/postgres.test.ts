import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bringPostgres } from '../../../resources/scripts/postgres/bring.mjs'
import { broughtPrograms, postgresPrograms } from '../../../resources/scripts/postgres/find.mjs'

let folder: string
const print = vi.fn()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  vi.spyOn(console, 'log').mockImplementation(print)
})
afterEach(() => {
  vi.restoreAllMocks()
  print.mockReset()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Programs that only print their version. */
function programsIn(bin: string, version: string): string {
  mkdirSync(bin, { recursive: true })
  for (const name of ['initdb', 'postgres']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return bin
}

describe.skipIf(process.platform === 'win32')('the PostgreSQL of the tests', () => {
  const found = () =>
    postgresPrograms({ debian: join(folder, 'debian'), path: join(folder, 'path'), brought: join(folder, 'brought') })

  it('is the newest of Debian’s, else the one on the path, else the one that npm installed, else none', () => {
    expect(found()).toBeNull()
    const brought = programsIn(broughtPrograms(join(folder, 'brought')), '18.4')
    expect(found()).toBe(brought)
    const onPath = programsIn(join(folder, 'path'), '16.2 (Homebrew)')
    expect(found()).toBe(onPath)
    programsIn(join(folder, 'debian/9/bin'), '9.6.24')
    expect(found()).toBe(onPath)
    programsIn(join(folder, 'debian/15/bin'), '15.18 (Debian 15.18-0+deb12u1)')
    const newest = programsIn(join(folder, 'debian/17/bin'), '17.2')
    expect(found()).toBe(newest)
  })

  it('is never one that is too old for the team journal, lacks a part or does not run here', () => {
    programsIn(join(folder, 'path'), '14.11')
    expect(found()).toBeNull()
    programsIn(join(folder, 'path'), '16.2')
    writeFileSync(join(folder, 'path/postgres'), 'of another system')
    expect(found()).toBeNull()
    rmSync(join(folder, 'path/postgres'))
    expect(found()).toBeNull()
  })
})

/** Replaces npm: installs a package without links, like the real one. */
function npmThatInstalls(links: readonly { source: string; target: string }[], version = '18.4'): void {
  const bin = broughtPrograms(join(folder, 'brought'))
  npmThatRuns(`
    const { mkdirSync, writeFileSync } = require('node:fs')
    for (const part of ['/bin', '/lib']) mkdirSync(${JSON.stringify(join(bin, '..'))} + part, { recursive: true })
    for (const name of ['initdb', 'postgres']) writeFileSync(${JSON.stringify(bin)} + '/' + name,
      '#!/bin/sh\\ncat "$(dirname "$0")/../lib/libpq.so.5" && echo "(PostgreSQL) ${version}"', { mode: 0o755 })
    writeFileSync(${JSON.stringify(join(bin, '../lib/libpq.so.5.18'))}, '')
    writeFileSync(${JSON.stringify(join(bin, '../pg-symlinks.json'))}, ${JSON.stringify(JSON.stringify(links))})
    writeFileSync(${JSON.stringify(join(folder, 'asked'))}, process.argv.slice(2).join(' '))`)
}

function npmThatRuns(script: string): void {
  writeFileSync(join(folder, 'npm.js'), script)
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
  vi.stubEnv('npm_execpath', join(folder, 'npm.js'))
}

describe.skipIf(process.platform === 'win32')('the PostgreSQL that npm installs', () => {
  const library = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }
  const to = () => join(folder, 'brought')

  it('is installed by its lock file, runs no script of a package, and has the links that its libraries need', async () => {
    npmThatInstalls([library])
    expect(await bringPostgres(to())).toBe(true)
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/^ci .*--ignore-scripts/)
    expect(readFileSync(join(to(), 'package-lock.json'), 'utf8')).toContain('"integrity": "sha512-')
    expect(readlinkSync(join(broughtPrograms(to()), '../lib/libpq.so.5'))).toBe('libpq.so.5.18')
    expect(postgresPrograms({ debian: '', path: '', brought: to() })).toBe(broughtPrograms(to()))
  })

  it.each([
    ['a file outside', { source: '../../../../outside', target: 'native/lib/libpq.so.5' }],
    ['a path outside', { source: 'native/lib/libpq.so.5.18', target: '../../../../outside' }],
    ['the root', { source: '/etc/passwd', target: 'native/lib/libpq.so.5' }],
  ])('never links %s of its package', async (_what, link) => {
    writeFileSync(join(folder, 'outside'), '')
    npmThatInstalls([link])
    await expect(bringPostgres(to())).rejects.toThrow('Not a path of the package')
    expect(lstatSync(join(folder, 'outside')).isFile()).toBe(true)
    expect(existsSync(join(broughtPrograms(to()), '../lib/libpq.so.5'))).toBe(false)
  })

  it.each([
    ['npm fails', () => { npmThatRuns('process.exit(1)') }],
    ['there is no package for this system', () => { npmThatRuns('') }],
    ['its programs do not run here', () => { npmThatInstalls([]) }],
  ])('is reported as missing if %s', async (_when, prepare) => {
    prepare()
    expect(await bringPostgres(to())).toBe(false)
    expect(print.mock.lastCall?.[0]).toMatch(/^PostgreSQL could not be brought/)
  })
})
