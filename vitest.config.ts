import { totalmem } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Three projects, from quick to slow:
 *   unit      nothing but this process; also the checks of the whole house under test/repo/
 *   contract  one room against real parts: the engine, the schema, how the Collector is found, the stack's processes
 *   e2e       the whole stack with real Chromium. A file has its own stack, of about 1.3 GB, and mostly waits for telemetry to come
 *             through, so up to four files share two cores.
 * Deadlines are for a busy machine: they end what hangs, and measure nothing.
 */
const contract = [
  'engine/**/*.test.ts',
  'store/**/*.test.ts',
  'collector/**/*.test.ts',
  'stack/**/*.test.ts',
  'seed/deliver.test.ts',
]
const exclude = ['**/node_modules/**', '**/dist/**', 'build/**', '.errata/**']

export default defineConfig({
  test: {
    setupFiles: ['test/fail-on-console-error.ts', 'test/tell-failure.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...contract],
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: contract,
          exclude,
          globalSetup: 'test/one-engine.ts',
          // To read a file's modules anew takes most of a second, and none of them keeps anything.
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts', 'otel/**/*.spec.ts'],
          exclude,
          globalSetup: ['test/build-once.ts', 'test/ready-store.ts', 'test/one-pipeline.ts'],
          testTimeout: 240_000,
          hookTimeout: 600_000,
          maxConcurrency: 3,
          maxWorkers: Math.max(2, Math.min(4, Math.floor(totalmem() / 3e9))),
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
