// oxlint checks all files with test/lint/rules.js, except .vue files (eslint.config.js), in whose scripts it checks
// the rules that need types. It runs rules of plugins, and those of ESLint that it lacks, unchanged.
import { join } from 'node:path'
import { lacking } from './test/lint/core.js'
import { blocks, isTyped } from './test/lint/rules.js'
import { scriptsFolder } from './test/lint/vue-scripts.js'

/** oxlint has these under ESLint's own name, with support for TypeScript. */
const extended = ['no-array-constructor', 'no-unused-expressions', 'no-unused-vars']

function nameOf(rule) {
  const [first, second] = rule.split('/')
  if (first === '@typescript-eslint') return extended.includes(second) ? second : `typescript/${second}`
  if (first === 'vue') return `components/${second}`
  return lacking.includes(rule) ? `core/${rule}` : rule
}

/** The rules of any file; oxlint refuses any mention of another rule, even one that turns it off. */
const used = new Set(blocks.flatMap(({ rules }) => Object.keys(rules).filter((rule) => rules[rule] !== 'off')))
const named = (rules) => Object.fromEntries(Object.entries(rules)
  .filter(([rule]) => used.has(rule)).map(([rule, value]) => [nameOf(rule), value]))

/** The blocks with rules that need types, for the scripts of .vue files at their generated paths. */
const forScripts = blocks.filter(({ files }) => files.some((pattern) => pattern.includes('vue'))).map(({ rules }) => ({
  files: [`${scriptsFolder}/**`],
  rules: named(Object.fromEntries(Object.entries(rules).filter(([rule]) => isTyped(rule)))),
}))

export default {
  plugins: ['typescript'],
  jsPlugins: [
    join(import.meta.dirname, 'test/lint/core.js'),
    join(import.meta.dirname, 'test/lint/dependencies.js'),
    'eslint-plugin-regexp',
    { name: 'components', specifier: 'eslint-plugin-vue' },
  ],
  categories: { correctness: 'off' },
  options: { reportUnusedDisableDirectives: 'error', typeAware: true },
  ignorePatterns: ['node_modules/**', 'out/**', 'dist/**', 'test/.artifacts/**', '**/*.vue'],
  overrides: [
    ...blocks.map(({ files, rules }) => ({ files, excludeFiles: [`${scriptsFolder}/**`], rules: named(rules) })),
    ...forScripts,
  ],
}
