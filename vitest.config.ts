import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/** Tests of the main side with their own keychain daemon: it responds late when others use the processor. */
const withKeychain = [
  'test/node/host/*.test.ts', 'test/node/vault/*.test.ts', 'test/node/desk/{keychain,belonging}.test.ts',
]

// The effects of a click, or of the end of a process, take time on a busy machine.
const poll = { timeout: 30_000 }

// V8's bookkeeping of code pages can end the process when threads end while others compile.
const execArgv = ['--no-memory-protection-keys']

/**
 * Node runs the files unchanged, as it does outside the tests: no transformation, and no import through Vite. Not
 * for components, and not if a module of Node's is mocked.
 */
const asTheyAre = { viteModuleRunner: false, nodeLoader: false }

/**
 * `unit` is pure, `node` and `keychain` test the modules of the main side with the real thing (SQLite, loopback,
 * the system's keychain), `component` mounts Vue components, `e2e` runs the built application. For two cores: tests
 * of `node` wait half of the time, so two files of them run in parallel with another part; those of `e2e` wait two
 * thirds of it for actions of the application by the clock, so three. `--mode electron` makes e2e use Electron's
 * binary instead of the stand-in.
 */
export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          experimental: asTheyAre,
          include: ['test/unit/**/*.test.ts'],
          // Nothing in it keeps state between two tests, so its files may share a process.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'node',
          environment: 'node',
          experimental: asTheyAre,
          include: ['test/node/**/*.test.ts'],
          exclude: withKeychain,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          expect: { poll },
          globalSetup: 'test/node/build-entries.ts',
          // Like the component tests.
          isolate: false,
          setupFiles: 'test/node/after-each.ts',
          execArgv,
        },
      },
      {
        test: {
          name: 'keychain',
          environment: 'node',
          include: withKeychain,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          expect: { poll },
          fileParallelism: false,
          globalSetup: 'test/node/build-entries.ts',
          execArgv,
        },
      },
      {
        // Vue as in the built application: NODE_ENV and Node's condition choose its packages, not Vite's mode.
        plugins: [vue({ isProduction: true })],
        ssr: { resolve: { conditions: ['node'] } },
        test: {
          name: 'component',
          env: { NODE_ENV: 'production' },
          execArgv: ['--conditions', 'production'],
          environment: 'happy-dom',
          // Two processes are started instead of one per file; no module keeps state between tests.
          isolate: false,
          // Kept on disk, a component's code is reused without reading it, and then a change of a style sheet that it
          // refers to fails its tests.
          fsModuleCache: false,
          setupFiles: 'test/component/support/after-each.ts',
          include: ['test/component/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          experimental: asTheyAre,
          include: ['test/e2e/**/*.test.ts', 'test/pack/**/*.test.ts'],
          env: mode === 'electron' ? { GATEWAY_CONSOLE_E2E: 'electron' } : {},
          testTimeout: 180_000,
          // Each check of a page costs more than waiting for it.
          expect: { poll: { ...poll, interval: 200 } },
          hookTimeout: 120_000,
          // The files of a process share its browser; every application is a separate process.
          isolate: false,
          // One Electron at a time: a screen has one window in front.
          maxWorkers: mode === 'electron' ? 1 : 3,
          // After the others if all projects run at once: Vitest requires the same number of workers within a
          // group.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}))
