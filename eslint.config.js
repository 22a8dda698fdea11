import regexp from 'eslint-plugin-regexp'
import vue from 'eslint-plugin-vue'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'
import { dependenciesRule } from './test/lint/dependencies.js'
import { typeErrorsRule } from './test/lint/type-errors.js'
import { typedParser } from './test/lint/typed-parser.js'

const root = import.meta.dirname
const product = ['electron/**/*.ts', 'renderer/**/*.{ts,vue}', 'shared/**/*.ts']
const tests = ['test/**/*.{ts,js}']

const noDefaultExport = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name; only .vue files have a default export.' },
  { selector: 'ExportSpecifier[exported.name="default"]', message: 'Export by name.' },
]

const noClock = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'shared has no clock: take the time as an argument.' },
  { selector: 'CallExpression[callee.name="Date"]', message: 'shared has no clock: take the time as an argument.' },
  { selector: 'MemberExpression[object.name="Temporal"][property.name="Now"]', message: 'shared has no clock.' },
]

const impureGlobals = [
  'Buffer', 'clearInterval', 'clearTimeout', 'console', 'crypto', 'document', 'fetch', 'global', 'indexedDB', 'localStorage',
  'location', 'navigator', 'performance', 'process', 'queueMicrotask', 'require', 'sessionStorage', 'setImmediate', 'setInterval',
  'setTimeout', 'WebSocket', 'window', 'XMLHttpRequest',
]

const pageGlobals = ['document', 'history', 'localStorage', 'location', 'navigator', 'sessionStorage', 'window']

// Layout of templates is left to the eye.
const templateLayout = [
  'attributes-order', 'first-attribute-linebreak', 'html-closing-bracket-newline', 'html-indent', 'html-self-closing',
  'max-attributes-per-line', 'multiline-html-element-content-newline', 'singleline-html-element-content-newline',
]

const withoutUnsafe = Object.fromEntries(['argument', 'assignment', 'call', 'member-access', 'return']
  .map((what) => [`@typescript-eslint/no-unsafe-${what}`, 'off']))

export default defineConfig(
  globalIgnores(['out/**', 'dist/**', 'test/.artifacts/**', '.cache/**']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.{js,mjs,cjs,ts,vue}'], extends: [ts.configs.recommended] },
  vue.configs['flat/recommended'],
  {
    files: [...product, 'test/**/*.ts', '*.config.ts'],
    extends: [ts.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      parser: typedParser,
      parserOptions: { projectService: true, tsconfigRootDir: root, extraFileExtensions: ['.vue'] },
    },
  },
  {
    // What tsconfig.node.json names; vue-tsc checks the rest.
    files: ['{electron,resources,shared}/**/*.ts', 'test/**/*.ts', '*.config.ts'],
    ignores: ['test/component/**'],
    plugins: { types: { rules: { errors: typeErrorsRule } } },
    languageOptions: { parser: typedParser, parserOptions: { projectService: true, tsconfigRootDir: root } },
    rules: { 'types/errors': 'error' },
  },
  // After the type-checked block, which put TypeScript's parser on .vue files.
  { files: ['**/*.vue'], languageOptions: { parser: vueParser, parserOptions: { parser: typedParser } } },
  {
    files: ['**/*.{js,mjs,cjs,ts,vue}'],
    rules: {
      'no-undef': 'off',
      'max-lines': ['error', 300],
      'max-len': ['error', { code: 120, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
      semi: ['error', 'never', { beforeStatementContinuationChars: 'never' }],
      quotes: ['error', 'single', { avoidEscape: true, allowTemplateLiterals: true }],
      'comma-dangle': ['error', 'always-multiline'],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-unused-vars': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
      ...Object.fromEntries(templateLayout.map((rule) => [`vue/${rule}`, 'off'])),
    },
  },
  {
    files: product,
    plugins: { architecture: { rules: { dependencies: dependenciesRule } } },
    rules: {
      'architecture/dependencies': ['error', { root }],
      'no-restricted-syntax': ['error', ...noDefaultExport],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // `void promise` is said on purpose; text that is not a string in a template literal is not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // What comes from outside must be read in time linear in its length: one reply would stop the application else.
    files: [...product, 'resources/**/*.{ts,mjs}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      // A sticky pattern stays where it begins.
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: true }],
    },
  },
  {
    files: ['**/*.vue'],
    rules: {
      'no-restricted-syntax': 'off',
      'max-len': 'off',
      'vue/max-len': ['error', { code: 120, template: 160, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreHTMLAttributeValues: true }],
      'vue/no-v-html': 'error',
      'vue/no-static-inline-styles': ['error', { allowBinding: true }],
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/multi-word-component-names': 'off',
      'vue/require-default-prop': 'off',
    },
  },
  {
    files: ['shared/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...impureGlobals],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random' }, { object: 'Date', property: 'now' }],
      'no-restricted-syntax': ['error', ...noDefaultExport, ...noClock],
    },
  },
  // What comes out of a .vue file has no type for ESLint; vue-tsc knows it and checks.
  { files: ['renderer/**/*.{ts,vue}'], rules: withoutUnsafe },
  { files: ['electron/**/*.ts'], rules: { 'no-restricted-globals': ['error', ...pageGlobals] } },
  // The preload lives in the page's world.
  { files: ['electron/preload/**'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: tests,
    rules: {
      ...withoutUnsafe,
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
)
