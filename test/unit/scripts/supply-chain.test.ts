import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../../..')
const read = (...parts: string[]) => readFileSync(join(project, ...parts), 'utf8')

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly hasInstallScript?: boolean }>>
}

/** The packages that npm installs on demand, if a system lacks them. */
const onDemand = ['resources/scripts/start/windowless-browser', 'resources/scripts/postgres']

describe('third-party code that is installed and run', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as Lock
  const installed = Object.entries(packages).filter(([path]) => path !== '')

  it('has its digest in the lock file', () => {
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  })

  it.each(onDemand)('has its digest in the lock file of the packages installed on demand, whatever the registry: %s', (folder) => {
    const lock = JSON.parse(read(folder, 'package-lock.json')) as Lock
    const brought = Object.entries(lock.packages).filter(([path]) => path !== '')
    expect(brought.length).toBeGreaterThan(0)
    expect(brought.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
    expect(read(folder, 'package-lock.json')).not.toContain('"resolved"')
  })

  it('runs no install script, except for packages that are listed by name', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
    const withScript = installed.filter(([, { hasInstallScript = false }]) => hasInstallScript)
    expect(Object.keys(allowScripts).sort()).toEqual(withScript.map(([path]) => path.replace(/^.*node_modules\//, '')).sort())
    expect(Object.values(allowScripts)).not.toContain(true)
  })

  it('runs actions of the workflow by their commit, with the version beside it', () => {
    const folder = join('.github', 'workflows')
    const uses = readdirSync(join(project, folder)).flatMap((file) => read(folder, file).split('\n'))
      .filter((line) => /\buses:/.test(line)).map((line) => line.trim().replace(/^- /, ''))
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })
})
