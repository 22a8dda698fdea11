import { spawnSync } from 'node:child_process'
import { normalize, relative, resolve } from 'node:path'
import typescript from 'typescript'
import { expect, test } from 'vitest'
import { scriptOf } from '../../lint/vue-scripts.js'
import { complaintsAbout } from './planted.ts'

const root = resolve(import.meta.dirname, '../../..')

const component = `<template>
  <p>{{ first }}</p>
</template>

<script setup lang="ts">
import { ref } from 'vue'
const first = ref(0)
const flag = () => ({ first })
const { first: second } = flag()
const read = async () => Promise.resolve(second)
read()
if (second) first.value = 1
</script>
`

const unexhausted = `export type Kind = 'a' | 'b'
export function of(kind: Kind): number {
  let found = 0
  switch (kind) {
    case 'a': found = 1
  }
  return found
}
`

const faults: Record<string, [text: string, ...rules: string[]]> = {
  'electron/main/floating.ts': ["import { rm } from 'node:fs/promises'\nrm('a')\n", 'typescript(no-floating-promises)'],
  'electron/main/misused.ts': ['export const all = [1].filter(async () => Promise.resolve(true))\n', 'typescript(no-misused-promises)'],
  'electron/main/type.ts': ["export const right: string = 'a'\nexport const wrong: number = 'a'\n", 'typescript(TS2322)'],
  'electron/main/index.ts': ['export const first: string = process.argv[0]\n', 'typescript(TS2322)'],
  'electron/main/any.ts': ['export const first = (value: any) => String(value)\n', 'typescript(no-explicit-any)'],
  'electron/main/unsafe.ts': ["const read: { a: string } = JSON.parse('{}')\nexport default read.a\n", 'typescript(no-unsafe-assignment)', 'core(no-restricted-syntax)'],
  'electron/main/unused.ts': ['const one = 1\n', 'eslint(no-unused-vars)'],
  'electron/main/directive.ts': ['// eslint-disable-next-line no-var\nexport const one = 1\n', 'undefined'],
  'shared/model/switch.ts': [unexhausted, 'typescript(switch-exhaustiveness-check)'],
  'shared/model/template.ts': ['export const text = (value: object) => `${value}`\n', 'typescript(restrict-template-expressions)', 'typescript(no-base-to-string)'],
  'test/node/floating.ts': ["import { rm } from 'node:fs/promises'\nrm('a')\n", 'typescript(no-floating-promises)'],
  'renderer/ui/condition.ts': [
    "import { ref } from 'vue'\nconst use = () => ({ open: ref(false) })\nconst { open } = use()\nexport const text = open ? 'a' : 'b'\n",
    'typescript(strict-boolean-expressions)',
  ],
  'renderer/ui/operand.ts': ["import { ref } from 'vue'\nconst count = ref(1)\nexport const text = count ? 'a' : 'b'\n", 'components(no-ref-as-operand)', 'typescript(strict-boolean-expressions)'],
  'electron/main/long.ts': [`export const sum = ${'1 + '.repeat(30)}1\n`, 'core(max-len)'],
  'electron/main/rename.ts': ["import { renameSync } from 'node:fs'\nrenameSync('a', 'b')\n", 'eslint(no-restricted-imports)'],
  'resources/scripts/rename.mjs': ["import * as files from 'node:fs/promises'\nawait files.rename('a', 'b')\n", 'eslint(no-restricted-imports)'],
  'electron/main/layout.ts': ['export const text = "a";\nexport const list = [\n  1\n]\n', 'core(semi)', 'core(quotes)', 'core(comma-dangle)'],
}

test('every kind of fault is found, by either linter', { timeout: 120_000 }, () => {
  const files = Object.fromEntries(Object.entries(faults).map(([path, [text]]) => [path, text]))
  const found = complaintsAbout(files, '--type-check')
  for (const [path, [, ...rules]] of Object.entries(faults)) {
    const complaints = found.get(path) ?? []
    const rulesFound = complaints.map((complaint) => complaint.split(':')[0]).toSorted()
    expect.soft(rulesFound, `${path}\n${complaints.join('\n')}`).toEqual(rules.toSorted())
  }
})

test('the script of a component is checked with types', { timeout: 120_000 }, () => {
  const [found] = [...complaintsAbout({ 'renderer/ui/Planted.vue': component }).entries()].filter(([path]) => path.endsWith('.vue.ts'))
  const rulesFound = found?.[1].map((complaint) => complaint.split(':')[0])
  expect(rulesFound).toEqual(['typescript(no-floating-promises)', 'typescript(strict-boolean-expressions)'])
})

test('the script of a component keeps its lines, without the template', () => {
  const script = scriptOf(component).split('\n')
  expect(script.map((line, index) => [line.trim(), index]).filter(([line]) => line !== ''))
    .toEqual(component.split('\n').map((line, index) => [line, index]).slice(5, 12))
})

/** The sources that `tsc -p tsconfig.node.json` checks. */
function checkedFiles(): string[] {
  const path = resolve(root, 'tsconfig.node.json')
  const { config } = typescript.readConfigFile(path, (name) => typescript.sys.readFile(name)) as { config: unknown }
  return typescript.parseJsonConfigFileContent(config, typescript.sys, root, {}, path).fileNames
    .map((file) => relative(root, file))
}

test('every file that the compiler checks outside the page is linted', { timeout: 60_000 }, () => {
  const program = [resolve(root, 'node_modules/oxlint/bin/oxlint'), '--config', 'oxlint.config.js', '--debug', 'files', '.']
  const { stdout } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const looked = new Set(stdout.split('\n').map((line) => normalize(line.trim())))
  const files = checkedFiles()
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter((file) => !looked.has(file))).toEqual([])
})
