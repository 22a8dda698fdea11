import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

it('no module that test files share registers hooks on import: only the first file would get them', () => {
  const shared = globSync('test/{component,node,unit}/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('after-each.ts'))
  expect(shared.length).toBeGreaterThan(20)
  expect(shared.filter((path) => /^(before|after)(Each|All)\(/m.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})
