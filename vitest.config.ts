import { defineConfig } from 'vitest/config'

/**
 * Three projects, from quick to slow:
 *   unit      nothing but this process; also the checks of the whole house under test/repo/
 *   contract  one room against real parts: the engine, the schema, how the Collector is found, the stack's processes
 *   e2e       the whole stack with real Chromium; one file after another
 */
const contract = ['engine/**/*.test.ts', 'store/**/*.test.ts', 'collector/**/*.test.ts', 'stack/**/*.test.ts']
const exclude = ['**/node_modules/**', '**/dist/**', 'build/**', '.errata/**']

export default defineConfig({
  test: {
    setupFiles: ['test/fail-on-console-error.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...contract],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: contract,
          exclude,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts', 'otel/**/*.spec.ts'],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 600_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
