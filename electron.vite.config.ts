import { existsSync } from 'node:fs'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { nativeModuleDigests } from './resources/scripts/native-modules.mjs'
import { modulesLoadedWith } from './resources/scripts/first-screen.ts'
import { pureSchemas } from './resources/scripts/pure-schemas.ts'
import { thirdPartyNotices } from './resources/scripts/third-party.ts'
import { contractNames } from './shared/ipc/names.ts'

const at = (path: string) => join(import.meta.dirname, path)
/** A rule for one file; throws without it, as the rule for a file that was moved would have no effect. */
function only(path: string): RegExp {
  if (!existsSync(at(path))) throw new Error(`no file ${path}`)
  return new RegExp(`${path.replaceAll('/', '[\\\\/]')}$`)
}
const firstScreen = modulesLoadedWith(at('renderer/main.ts'))
const notices = thirdPartyNotices(import.meta.dirname)
/** Libraries that only later screens need, such as the field for days: they load with these. */
const ofLaterScreens = [
  /node_modules[\\/](?:@zxcvbn-ts|@tanstack|zod|fastest-levenshtein|@internationalized|@swc|d3-|internmap)/,
  /reka-ui[\\/]dist[\\/](?:date|DateField|shared[\\/](?:date|useDateFormatter))/,
]
const isOfFirstScreen = (id: string): boolean =>
  /node_modules[\\/]/.test(id) && ofLaterScreens.every((later) => !later.test(id))

/**
 * Everything outside the page is built as CommonJS: a worker thread or a utility process that starts inside the
 * asar archive is only proven for CommonJS. The entries of main compute the paths of the others, which are next to
 * them: `vault.cjs`, `journal.cjs`, `sandbox.cjs`, `inspector.cjs`, `tables.cjs` and `reconcile.cjs`. A
 * package starts with `index.cjs` and does not contain `from-source.cjs`, which has everything for development.
 */
export default defineConfig({
  main: {
    plugins: [notices],
    // The digests that the vault compares with the keychain's native module before it loads it.
    define: {
      __NATIVE_MODULE_DIGESTS__: JSON.stringify(nativeModuleDigests(at('node_modules'))),
      __CONTRACT_NAMES__: JSON.stringify(contractNames),
    },
    // `dependencies` (the keychain library) stay outside the bundle by electron-vite's default: bundled, it would build
    // without a warning and fail at run time.
    build: {
      rolldownOptions: {
        input: {
          'index': at('electron/main/index.ts'),
          'from-source': at('electron/main/from-source.ts'),
          'vault': at('electron/vault/process.ts'),
          'journal': at('electron/journal/thread.ts'),
          'sandbox': at('electron/sandbox/thread.ts'),
          'inspector': at('electron/inspector/thread.ts'),
          'tables': at('electron/tables/thread.ts'),
          'reconcile': at('electron/reconcile/thread.ts'),
        },
        output: {
          format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs',
          // It sets a property of the process when it is loaded, which a thread may not: no thread may share its
          // chunk.
          codeSplitting: { groups: [{ name: 'owner-umask', test: only('electron/common/files/owner-umask.ts') }] },
        },
      },
    },
  },
  preload: {
    plugins: [notices],
    // Only the names: schemas stay on the main side.
    define: { __CONTRACT_NAMES__: JSON.stringify(contractNames) },
    build: {
      minify: true,
      rolldownOptions: {
        input: { index: at('electron/preload/index.ts') },
        // A sandboxed preload cannot be an ES module and cannot require chunks.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [vue(), pureSchemas(), notices],
    // Neither is used; this removes their code.
    define: { __VUE_I18N_LEGACY_API__: false, __VUE_OPTIONS_API__: false },
    build: {
      minify: true,
      // No inline data, only addresses, so that the page's policy need not allow it.
      assetsInlineLimit: 0,
      // The first screen's code is in two files and one of styles: each file is a request to main.
      cssCodeSplit: false,
      rolldownOptions: {
        input: at('renderer/index.html'),
        output: {
          codeSplitting: {
            groups: [
              { name: 'libraries', test: isOfFirstScreen },
              { name: (id, context) => (firstScreen(context).has(id) ? 'first' : null) },
              { name: 'common', minShareCount: 2, test: /^(?!.*@zxcvbn-ts)/ },
            ],
          },
        },
      },
    },
  },
})
