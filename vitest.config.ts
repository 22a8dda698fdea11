import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/**
 * `unit` is pure, `node` drives the rooms of the main side against the real thing (keychain, SQLite, loopback),
 * `component` mounts Vue components, `e2e` runs the built application. Tuned for two cores: what starts daemons or
 * browsers runs one file at a time. `--mode electron` makes e2e drive Electron's binary in place of the stand-in.
 */
export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/node/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          // V8's bookkeeping of pages with code can end the process where threads end while others compile.
          execArgv: ['--no-memory-protection-keys'],
        },
      },
      {
        plugins: [vue()],
        test: {
          name: 'component',
          environment: 'happy-dom',
          include: ['test/component/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts', 'test/pack/**/*.test.ts'],
          env: mode === 'electron' ? { GATEWAY_CONSOLE_E2E: 'electron' } : {},
          testTimeout: 90_000,
          // What a page shows after a click takes its time on a busy machine.
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
}))
