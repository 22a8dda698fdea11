// The rules for every file of the project, in ESLint's format. ESLint checks the .vue files with them
// (eslint.config.js); oxlint, which is many times faster, checks all other files and the rules that need types
// (oxlint.config.js).
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'

const product = ['electron/**/*.ts', 'renderer/**/*.{ts,vue}', 'shared/**/*.ts']
const tests = ['test/**/*.{ts,js}']
const everything = ['**/*.{js,mjs,cjs,ts,vue}']

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

const rawRename = ['node:fs', 'node:fs/promises'].map((name) => ({
  name, importNames: ['rename', 'renameSync'],
  message: 'Windows refuses while a virus scanner reads: electron/common/files/rename.ts tries again.',
}))

const pageGlobals = ['document', 'history', 'localStorage', 'location', 'navigator', 'sessionStorage', 'window']

// The layout of templates is not linted.
const templateLayout = [
  'attributes-order', 'first-attribute-linebreak', 'html-closing-bracket-newline', 'html-indent', 'html-self-closing',
  'max-attributes-per-line', 'multiline-html-element-content-newline', 'singleline-html-element-content-newline',
]

const withoutUnsafe = Object.fromEntries(['argument', 'assignment', 'call', 'member-access', 'return']
  .map((what) => [`@typescript-eslint/no-unsafe-${what}`, 'off']))

const rulesOf = (configs) => Object.assign({}, ...configs.map(({ rules }) => rules))

/** From the most general to the most specific; a later block overrides an earlier one. */
export const blocks = [
  { files: everything, rules: rulesOf(ts.configs.recommended) },
  // Only where there are components.
  {
    files: ['{renderer,test/component}/**/*.{ts,vue}'],
    rules: rulesOf(vue.configs['flat/recommended'].filter(({ files }) => files === undefined)),
  },
  { files: [...product, 'test/**/*.ts', '*.config.ts'], rules: rulesOf(ts.configs.recommendedTypeCheckedOnly) },
  {
    files: everything,
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
    rules: {
      'architecture/dependencies': 'error',
      'no-restricted-syntax': ['error', ...noDefaultExport],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // `void promise` is deliberate; a value that is not a string in a template literal is not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // Input from outside must be matched in time linear in its length; otherwise one reply could stop the
    // application.
    files: [...product, 'resources/**/*.{ts,mjs}'],
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      // A sticky pattern does not move.
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
  // An object as a condition is always true: usually a `ref` instead of its value.
  {
    files: ['renderer/**/*.{ts,vue}'],
    rules: {
      '@typescript-eslint/strict-boolean-expressions': ['error', {
        allowAny: true, allowNullableBoolean: true, allowNullableEnum: true, allowNullableNumber: true,
        allowNullableObject: true, allowNullableString: true, allowNumber: true, allowString: true,
      }],
    },
  },
  // For oxlint, imports from a .vue file have no type; vue-tsc has it and checks them.
  { files: ['renderer/**/*.{ts,vue}'], rules: withoutUnsafe },
  { files: ['electron/**/*.ts'], rules: { 'no-restricted-globals': ['error', ...pageGlobals] } },
  { files: ['electron/**/*.ts', 'resources/**/*.{ts,mjs}'], rules: { 'no-restricted-imports': ['error', { paths: rawRename }] } },
  { files: ['electron/common/files/rename.ts'], rules: { 'no-restricted-imports': 'off' } },
  // The preload runs in the page's world.
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
]

/** True for a rule that needs types. */
export const isTyped = (rule) =>
  ts.plugin.rules[rule.replace('@typescript-eslint/', '')]?.meta.docs.requiresTypeChecking === true && rule.startsWith('@')
