import { expect, test } from 'vitest'
import { findCircles } from './find-circles.ts'
import { listFiles } from './list-files.ts'
import { listImports, resolveImport } from './list-imports.ts'

/**
 * Which rooms a room may import. `store` and `otel` know nothing of each other; engine, collector, stack, seed, e2e and bench reach
 * the others over HTTP or as processes, and bench the store by its questions. Tests may also use test/, and everybody config.ts.
 */
const allowed: Record<string, string[]> = {
  app: ['store', 'otel'],
  store: [],
  otel: [],
  engine: [],
  collector: [],
  stack: [],
  e2e: [],
  // The pages that are measured are apps of their own, with otel/ as a dependency; the store's questions are measured one by one.
  bench: ['otel', 'store'],
  seed: [],
  test: [],
  server: [],
  'server.ts': ['otel', 'server'],
  'instrument.ts': ['otel'],
  'config.ts': [],
}
const rooms = new Set(Object.keys(allowed))

test('imports run in one direction', () => {
  const wrong = listFiles()
    .filter(file => /\.(ts|tsx|mjs)$/.test(file) && rooms.has(roomOf(file)))
    .flatMap(file => importsOf(file).map(target => ({ file, target })))
    .filter(({ file, target }) => !mayImport(file, target))
    .map(({ file, target }) => `${file} → ${target}`)
  expect(wrong).toEqual([])
})

test('no file loads itself by way of others', () => {
  const arrows = listFiles()
    .filter(file => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap(from =>
      specifiersOf(from)
        .filter(specifier => specifier.startsWith('.'))
        .map(specifier => ({ from, to: resolveImport(from, specifier) })),
    )
  expect(findCircles(arrows)).toEqual([])
})

test('no folder of the store needs another one that needs it, types included', () => {
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
  const arrows = listFiles()
    .filter(file => /^store\/[\w-]+\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap(file =>
      listImports(file)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => ({ from: folderOf(file), to: folderOf(resolveImport(file, specifier)) })),
    )
    .filter(({ from, to }) => from !== to)
  expect(arrows.length).toBeGreaterThan(10)
  expect(findCircles(arrows)).toEqual([])
})

test('the desk takes the six public names of otel/ and nothing else', () => {
  const names = /^@errata\/otel\/(server|browser|react-router|vite|stacks|maps)$/
  const wrong = listFiles()
    .filter(file => /\.(ts|tsx)$/.test(file) && roomOf(file) !== 'otel')
    .flatMap(file => specifiersOf(file).map(specifier => ({ file, specifier })))
    .filter(({ specifier }) => specifier.startsWith('@errata/otel') && !names.test(specifier))
  expect(wrong).toEqual([])
})

test('the store takes the API of OpenTelemetry and nothing else of it', () => {
  const wrong = listFiles()
    .filter(file => file.endsWith('.ts') && roomOf(file) === 'store')
    .flatMap(file => specifiersOf(file).map(specifier => ({ file, specifier })))
    .filter(({ specifier }) => specifier.startsWith('@opentelemetry/') && specifier !== '@opentelemetry/api')
  expect(wrong).toEqual([])
})

function mayImport(file: string, target: string): boolean {
  const from = roomOf(file)
  const to = roomOf(target)
  if (from === to || to === 'config.ts' || to === 'package.json') return true
  const isTest = /\.(test|spec)\.tsx?$/.test(file) || from === 'bench' || file.startsWith('otel/e2e/')
  // What starts real parts for tests lives in test/; test/run-tests.ts installs the browser with the same piece.
  if (to === 'test' && (isTest || file === 'test/run-tests.ts' || from === 'e2e')) return true
  if (from === 'test') return true
  return allowed[from]?.includes(to) ?? false
}

function importsOf(file: string): string[] {
  return specifiersOf(file).flatMap(specifier => {
    if (specifier.startsWith('@errata/otel')) return ['otel/package.json']
    if (!specifier.startsWith('.')) return []
    return [resolveImport(file, specifier)]
  })
}

/** Type-only imports leave nothing at run time, so they make no arrow. */
function specifiersOf(file: string): string[] {
  return listImports(file)
    .filter(({ isType }) => !isType)
    .map(({ specifier }) => specifier)
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? file
}
