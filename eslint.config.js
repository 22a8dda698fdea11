// ESLint checks the .vue files, without types; oxlint.config.js checks the rest.
import regexp from 'eslint-plugin-regexp'
import vue from 'eslint-plugin-vue'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'
import architecture from './test/lint/dependencies.js'
import { blocks, isTyped } from './test/lint/rules.js'

const untyped = (rules) => Object.fromEntries(Object.entries(rules).filter(([name]) => !isTyped(name)))

export default defineConfig(
  globalIgnores(['out/**', 'dist/**', 'test/.artifacts/**', '.cache/**', '**/*.{js,mjs,cjs,ts}']),
  {
    plugins: { '@typescript-eslint': ts.plugin, architecture, regexp },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  vue.configs['flat/base'],
  { files: ['**/*.vue'], languageOptions: { parserOptions: { parser: ts.parser } } },
  blocks.map((block) => ({ ...block, rules: untyped(block.rules) })),
)
