import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const project = mkdtempSync(join(tmpdir(), 'circles-'))
afterAll(() => { rmSync(project, { recursive: true, force: true }) })

const files = {
  'package.json': '{ "type": "module", "imports": { "#shared/*": "./shared/*" } }',
  // By types only.
  'types/a.ts': `import type { B } from './b.ts'\nexport type A = B`,
  'types/b.ts': `import type { A } from './a.ts'\nexport type B = A | 1`,
  // Through a component.
  'page/a.ts': `import B from './B.vue'\nexport const a = B`,
  'page/B.vue': `<script setup lang="ts">\nimport { a } from './a.ts'\n</script>\n<template><p>{{ a }}</p></template>`,
  // Through the name by which both sides import shared code.
  'shared/a.ts': `import { b } from '../main/b.ts'\nexport const a = b`,
  'main/b.ts': `import { a } from '#shared/a.ts'\nexport const b = a`,
  // Without a circle.
  'apart/b.ts': `import { a } from '#shared/a.ts'\nexport const b = a`,
}

it('lint refuses circles of imports: by types alone, through a component, through #shared; and nothing else', () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  const config = join(root, 'test/lint/circles.config.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--config', config, '--format', 'json', '.'], { cwd: project, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] }
  const found = diagnostics.map(({ filename }) => filename.replaceAll('\\', '/'))
  expect(found.toSorted(), stderr).toEqual(['main/b.ts', 'page/B.vue', 'page/a.ts', 'shared/a.ts', 'types/a.ts', 'types/b.ts'])
  expect(status).not.toBe(0)
})
