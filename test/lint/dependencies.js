// One table defines which module may import which; the rule `architecture/dependencies` enforces it.
import { readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix, relative, resolve, sep } from 'node:path'

const modules = ['gateway', 'vault', 'journal', 'profiles', 'sandbox', 'settings', 'inspector', 'tables', 'reconcile', 'team']

/** The folders of the desk; each may import those after it. */
export const capabilities = [
  'newest', 'maintenance', 'history-trust', 'team', 'requests', 'history', 'reconcile', 'notes', 'resolution', 'orders', 'operations', 'payments', 'batches',
  'three-d-secure', 'callbacks', 'documents', 'inspector', 'profiles', 'access', 'session',
]
/** The interfaces that the desk gets, and the types that its folders share. */
const deskTypes = [
  'services', 'issuer-pages', 'printing', 'audit-file', 'context', 'calls', 'ask-outside', 'newest-signed', 'names-known', 'history-guard',
  'notices',
]
  .map((name) => `electron/desk/${name}.ts`)
const publicFile = (capability) => `electron/desk/${capability}/index.ts`
/** These folders show what other desks did; it never decides about money. */
const readsOtherDesks = ['team', 'history', 'reconcile']
const otherDesks = 'electron/journal/other-desks/port.ts'
const belowMain = [
  ...['ipc', 'common', ...modules].map((module) => `electron/${module}/`),
  'electron/desk/desk.ts', ...capabilities.map(publicFile), ...deskTypes, 'shared/', 'resources/',
]
const belowTheDesk = ['electron/common/', 'shared/', ...modules.map((module) => `electron/${module}/port.ts`)]

/**
 * Folders whose own folders have an order: each may import those before it and, of the files beside the folders, only
 * those in `below`.
 */
export const ordered = {
  'shared/gateway': {
    below: [],
    folders: [
      'encoding', 'numbers', 'fields', 'catalogue', 'operations', 'signing', 'replies', 'requests', 'orders', 'callbacks',
    ],
  },
  'shared/model': {
    below: [],
    folders: [
      'values', 'keys', 'profiles', 'persons', 'history', 'team', 'answers', 'application', 'payments', 'figures', 'loosening',
    ],
  },
  'electron/common': { below: [], folders: ['files', 'processes', 'signatures', 'boxes', 'documents', 'matching'] },
  'electron/vault': {
    below: ['port.ts'],
    folders: ['keychain', 'rollback', 'protection', 'signing', 'secrets', 'keys', 'team'],
  },
  'electron/journal': {
    below: [
      'application-id.ts', 'batch-records.ts', 'calls.ts', 'connection.ts', 'journal-answer.ts', 'records.ts', 'row.ts', 'sqlite-failure.ts',
      'thread-messages.ts', 'thread-port.ts',
    ],
    folders: [
      'schema', 'migrations', 'chain', 'write', 'read', 'search', 'list', 'proof', 'recording', 'recovery', 'team',
      'other-desks',
    ],
  },
  'electron/sandbox': {
    below: ['port.ts'],
    folders: ['faults', 'http', 'requests', 'orders', 'authentication', 'callbacks', 'operations', 'pages'],
  },
  'electron/main': {
    below: [],
    folders: [
      'installation', 'command-line', 'page', 'window', 'notices', 'issuer', 'printing', 'audit-file', 'disk-encryption', 'lock', 'quit',
      'self-check', 'start',
    ],
  },
  'renderer/ui': { below: [], folders: ['messages', 'buttons', 'layout', 'form', 'values'] },
}

/** The table's entries for the folders of an ordered folder; `others`: what those import besides. */
const foldersOf = (path, others) => {
  const { below, folders } = ordered[path]
  return folders.map((folder, index) => ({
    ...others, at: `${path}/${folder}/`,
    may: [...below, ...folders.slice(0, index + 1).map((name) => `${name}/`)].map((name) => `${path}/${name}`)
      .concat(others.may),
  }))
}

const entriesOf = (folder) => readdirSync(new URL(`../../${folder}`, import.meta.url))
/** What the ordered folders of `shared` import besides their own: all of it but themselves. */
const sharedBeside = (path) => entriesOf('shared').map((name) => `shared/${name}`).filter((name) => name !== path)

/** The screens. None imports another one: `features/shared` has what several of them use. */
const features = entriesOf('renderer/features')
/** The panel of a payment whose cardholder has to act is large enough for a folder of its own. */
const featureParts = { payment: ['renderer/features/three-d-secure/'] }
const belowFeatures = [
  'renderer/features/shared/', 'renderer/app/', 'renderer/ui/', 'renderer/i18n/', 'renderer/styles/', 'shared/',
]

/** Packages that only the named files may import, whatever else the table allows. */
const reserved = {
  electron: ['electron/main/', 'electron/preload/'],
  undici: ['electron/gateway/'],
  pg: ['electron/team/'],
  '@napi-rs/keyring': ['electron/vault/'],
  // Configured there once, so that it never probes `eval` under the page's content security policy.
  zod: ['shared/model/values/zod.ts'],
  '@zxcvbn-ts/core': ['shared/model/persons/passphrase-dictionaries.ts', 'shared/model/persons/zxcvbn-files.d.ts'],
}

/**
 * From the most specific folder to the most general one; the first entry whose `at` starts the file's path applies.
 * `may`: the folders (or single files) it imports. `packages`: the npm packages it imports, or `any`. `node`:
 * whether it imports Node's own modules.
 */
export const dependencies = [
  { at: 'shared/model/values/zod.ts', may: [], packages: ['zod'], node: false },
  {
    at: 'shared/model/persons/passphrase-dictionaries.ts', may: ['shared/'], node: false,
    packages: ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', '@zxcvbn-ts/language-en'],
  },
  { at: 'shared/model/persons/zxcvbn-files.d.ts', may: [], packages: ['@zxcvbn-ts/core'], node: false },
  ...['shared/gateway', 'shared/model'].flatMap((path) => foldersOf(path, {
    may: sharedBeside(path), packages: [], node: false,
  })),
  { at: 'shared/', may: ['shared/'], packages: [], node: false },
  ...features.map((feature) => ({
    at: `renderer/features/${feature}/`, packages: 'any', node: false,
    may: [`renderer/features/${feature}/`, ...featureParts[feature] ?? [], ...belowFeatures],
  })),
  ...foldersOf('renderer/ui', { may: ['renderer/i18n/', 'shared/'], packages: 'any', node: false }),
  { at: 'renderer/', may: ['renderer/', 'shared/'], packages: 'any', node: false },
  { at: 'electron/common/files/logo.ts', may: ['shared/'], packages: ['pngjs'], node: true },
  ...foldersOf('electron/common', { may: ['shared/'], packages: [], node: true }),
  { at: 'electron/common/', may: ['electron/common/', 'shared/'], packages: [], node: true },
  {
    // It reads the statement in its own thread, so that the rows never pass main.
    at: 'electron/reconcile/', packages: ['write-excel-file'], node: true,
    may: [
      'electron/reconcile/', 'electron/tables/read-table.ts', 'electron/tables/port.ts', 'electron/common/', 'shared/',
    ],
  },
  ...['vault', 'journal', 'sandbox'].flatMap((module) => foldersOf(`electron/${module}`, {
    may: ['electron/common/', 'shared/'], packages: 'any', node: true,
  })),
  ...modules.map((module) => ({
    at: `electron/${module}/`,
    may: [`electron/${module}/`, 'electron/common/', 'shared/'],
    packages: 'any',
    node: true,
  })),
  {
    at: 'electron/desk/history/report/workbook.ts', node: true,
    may: ['electron/desk/history/report/', 'electron/common/', 'shared/'],
    packages: ['write-excel-file'],
  },
  {
    at: 'electron/desk/batches/run/result-workbook.ts', node: true, may: ['electron/common/'], packages: ['write-excel-file'],
  },
  ...capabilities.map((capability, index) => ({
    at: `electron/desk/${capability}/`,
    may: [
      `electron/desk/${capability}/`, ...capabilities.slice(0, index).map(publicFile), ...deskTypes, ...belowTheDesk,
      ...readsOtherDesks.includes(capability) ? [otherDesks] : [],
    ],
    packages: [],
    node: true,
  })),
  { at: 'electron/desk/services.ts', may: [...deskTypes, ...belowTheDesk, otherDesks], packages: [], node: true },
  { at: 'electron/desk/', may: [...capabilities.map(publicFile), ...deskTypes, ...belowTheDesk], packages: [], node: true },
  {
    at: 'electron/ipc/',
    may: ['electron/ipc/', 'electron/desk/desk.ts', ...deskTypes, 'electron/common/', 'shared/'],
    packages: [],
    node: true,
  },
  { at: 'electron/preload/', may: ['electron/preload/', 'shared/'], packages: ['electron'], node: false },
  ...foldersOf('electron/main', { may: belowMain, packages: 'any', node: true }),
  { at: 'electron/main/', may: ['electron/main/', ...belowMain], packages: 'any', node: true },
]

const packageName = (specifier) => specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')

/** The reason why the file at `path` (relative to the root, with `/`) must not import `specifier`, or null. */
export function wrongDependency(path, specifier) {
  const part = dependencies.find((dependency) => path.startsWith(dependency.at))
  if (!part) return null
  const bare = specifier.replace(/\?.*$/, '')
  const target = bare.startsWith('#shared/')
    ? `shared/${bare.slice('#shared/'.length)}`
    : bare.startsWith('.') ? posix.join(posix.dirname(path), bare) : null
  if (target !== null) {
    if (!part.may.some((folder) => target.startsWith(folder))) return `${part.at} must not import ${target}`
    if (posix.extname(target) === '') return `write the file's suffix: ${specifier}`
    return null
  }
  if (specifier.startsWith('#')) return `unknown import ${specifier}`
  if (isBuiltin(specifier)) return part.node ? null : `${part.at} must not import Node's ${specifier}`
  const name = packageName(specifier)
  const owners = Object.hasOwn(reserved, name) ? reserved[name] : null
  if (owners && !owners.some((owner) => path.startsWith(owner))) return `only ${owners.join(' and ')} may import ${name}`
  if (part.packages !== 'any' && !part.packages.includes(name)) return `${part.at} must not import the package ${name}`
  return null
}

/** Checks every import, re-export, dynamic import and type import against the table. */
const dependenciesRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const path = relative(context.cwd, resolve(context.filename)).split(sep).join('/')
    const check = (source) => {
      if (typeof source?.value !== 'string') return
      const wrong = wrongDependency(path, source.value)
      if (wrong) context.report({ node: source, message: wrong })
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
      CallExpression: (node) => {
        if (node.callee.type === 'Identifier' && node.callee.name === 'require') check(node.arguments[0])
      },
    }
  },
}

/** The plugin for ESLint and oxlint; the default export is required. */
export default { meta: { name: 'architecture' }, rules: { dependencies: dependenciesRule } }
