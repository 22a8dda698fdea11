import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ESLint, Linter } from 'eslint'
import typescript from 'typescript'
import ts from 'typescript-eslint'
import { expect, onTestFinished, test } from 'vitest'
import { typeErrorsRule } from '../../lint/type-errors.js'

const root = resolve(import.meta.dirname, '../../..')
const eslint = new ESLint({ cwd: root })

/** The sources that `tsc -p tsconfig.node.json` checks. */
function checkedFiles(): string[] {
  const path = resolve(root, 'tsconfig.node.json')
  const { config } = typescript.readConfigFile(path, typescript.sys.readFile) as { config: unknown }
  return typescript.parseJsonConfigFileContent(config, typescript.sys, root, {}, path).fileNames
    .filter((file) => /\.[cm]?ts$/.test(file))
}

test('lint reports the errors of the compiler in every file of tsconfig.node.json', async () => {
  const files = checkedFiles()
  expect(files.length).toBeGreaterThan(1_000)
  const rules = await Promise.all(files.map(async (file) => {
    const config = await eslint.calculateConfigForFile(file) as { rules?: Record<string, unknown> } | undefined
    return { file, rule: config?.rules?.['types/errors'] }
  }))
  expect(rules.filter(({ rule }) => !Array.isArray(rule) || rule[0] !== 2)).toEqual([])
})

test('with the line, the text and the number of the compiler', () => {
  const folder = mkdtempSync(join(tmpdir(), 'types-'))
  onTestFinished(() => { rmSync(folder, { recursive: true }) })
  const filename = join(folder, 'a.ts')
  const code = "export const right: string = 'a'\nexport const wrong: number = 'a'\n"
  writeFileSync(filename, code)
  const program = typescript.createProgram([filename], { noEmit: true, types: [] })
  const found = new Linter({ cwd: folder }).verify(code, {
    files: ['**/*.ts'],
    plugins: { types: { rules: { errors: typeErrorsRule as never } } },
    languageOptions: { parser: ts.parser, parserOptions: { programs: [program] } },
    rules: { 'types/errors': 'error' },
  }, { filename })
  expect(found).toMatchObject([{ line: 2, column: 14, message: "Type 'string' is not assignable to type 'number'. (TS2322)" }])
})
