import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'bill-'))

interface Bill {
  readonly bomFormat: string
  readonly metadata: { readonly component: { readonly name: string; readonly type: string } }
  readonly components: readonly {
    readonly name: string; readonly scope: string; readonly hashes?: readonly unknown[]
  }[]
}

describe('npm run sbom', () => {
  afterAll(() => { rmSync(folder, { recursive: true }) })

  it('lists every package of the lock file with its digest, and which are in the build', () => {
    const file = join(folder, 'bill.cdx.json')
    const run = spawnSync(process.execPath, ['resources/scripts/sbom.mjs', '--output', file], { cwd: project, encoding: 'utf8' })
    expect(run.status, run.stderr).toBe(0)
    const bill = JSON.parse(readFileSync(file, 'utf8')) as Bill
    expect(bill.bomFormat).toBe('CycloneDX')
    expect(bill.metadata.component).toMatchObject({ name: 'gateway-console', type: 'application' })
    const scopes = new Map(bill.components.map(({ name, scope }) => [name, scope]))
    expect(['undici', '@vue/runtime-core', '@fontsource-variable/inter', '@napi-rs/keyring', 'electron']
      .map((name) => scopes.get(name))).toEqual(Array(5).fill('required'))
    expect(scopes.get('vitest')).toBe('optional')
    expect(bill.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([])
    expect(readFileSync(file, 'utf8')).not.toContain(project)
  })
})
