import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/** Tests of the main side that have a keychain daemon of their own: it answers late where others take its time. */
const withKeychain = [
  'test/node/host/*.test.ts', 'test/node/vault/*.test.ts', 'test/node/desk/{keychain,belonging}.test.ts',
]

// What follows from a click, or from the end of a process, takes its time on a busy machine.
const poll = { timeout: 30_000 }

// V8's bookkeeping of pages with code can end the process where threads end while others compile.
const execArgv = ['--no-memory-protection-keys']

/**
 * Node runs the files as they are, as it does outside the tests: nothing is transformed before, and no import goes
 * through Vite. Not for components, and not where a module of Node's is mocked.
 */
const asTheyAre = { viteModuleRunner: false, nodeLoader: false }

/**
 * `unit` is pure, `node` and `keychain` drive the modules of the main side against the real thing (SQLite, loopback,
 * the system's keychain), `component` mounts Vue components, `e2e` runs the built application. For two cores: tests of
 * `node` wait half of the time, so two files of them run beside another part; those of `e2e` wait two thirds of it for
 * what the application does by the clock, so three. `--mode electron` makes e2e drive Electron's binary in place of the
 * stand-in.
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
          // Nothing in it keeps anything between two tests, so that its files may share a process.
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
          // As with the component tests.
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
        // Vue as the built application has it: its packages are chosen by NODE_ENV, not by Vite's word for development.
        plugins: [vue({ isProduction: true })],
        ssr: { resolve: { conditions: ['node'] } },
        test: {
          name: 'component',
          env: { NODE_ENV: 'production' },
          environment: 'happy-dom',
          // Two processes are started, not one for every file; no module keeps what one test did for the next.
          isolate: false,
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
          // Each look at a page costs more than what it looks for.
          expect: { poll: { ...poll, interval: 200 } },
          hookTimeout: 120_000,
          // The files of a process share its browser; every application is a process of its own.
          isolate: false,
          // One Electron at a time: a person's screen has one window in front.
          maxWorkers: mode === 'electron' ? 1 : 3,
          // After the others, where all projects run at once: Vitest wants the same number of workers in a group.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}))
