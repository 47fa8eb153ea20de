import { expect, test } from 'vitest'
import { listReleasedFiles } from '../../.ci/release/pack.ts'
import { listImports, resolveImport } from './list-imports.ts'

test('what a release runs imports nothing that it lacks', () => {
  const released = listReleasedFiles()
  const missing = released
    .filter(file => file.endsWith('.ts'))
    .flatMap(from =>
      listImports(from)
        .filter(({ specifier, isType }) => specifier.startsWith('.') && !isType)
        .map(({ specifier }) => resolveImport(from, specifier))
        // Each package.json is written by pack.ts.
        .filter(to => !to.endsWith('package.json') && !released.includes(to))
        .map(to => `${from} → ${to}`),
    )
  expect(released.length).toBeGreaterThan(300)
  expect(missing).toEqual([])
})

test('a release has all that the Collector and the schema read', () => {
  expect(listReleasedFiles()).toEqual(
    expect.arrayContaining([
      'collector-config.yaml',
      'collector-limits.yaml',
      'collector/builder-config.yaml',
      'collector/send-queue.yaml',
      'store/schema/tables/otel-traces.sql',
      // A folder that is read, though a release may have nothing else in it.
      'store/schema/upgrades/README.md',
    ]),
  )
})
