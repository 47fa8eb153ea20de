import { expect, test } from 'vitest'
import { findImportCycles } from './find-circles.ts'
import { listFiles } from './list-files.ts'
import { listImports, resolveImport } from './list-imports.ts'

/**
 * Which rooms a room may import. `store` and `otel` do not know each other; engine, collector, supervisor, seed, e2e and bench reach the
 * others over HTTP or as processes, and bench runs the store's queries and judges alert rules. Tests may also use test/, and all rooms {@link importedByAll}.
 */
const allowed: Record<string, string[]> = {
  app: ['store', 'search', 'trace', 'otel', 'mcp'],
  store: ['search', 'trace'],
  search: [],
  trace: [],
  otel: [],
  engine: [],
  collector: [],
  supervisor: [],
  e2e: [],
  // The measured pages are separate apps that depend on otel/; the store's queries, and rules of alerts, are measured individually; what
  // telemetry costs is measured with that of the seed.
  bench: ['otel', 'store', 'search', 'trace', 'app', 'seed'],
  seed: [],
  test: [],
  // A release is built as the supervisor builds it, and has the commands of cli/.
  '.ci': ['test', 'cli', 'supervisor'],
  // It writes the users of a server, which are those of the engine.
  deploy: ['engine'],
  server: [],
  // It takes what writes times and paths from the app.
  cli: ['app', 'mcp'],
  // It takes types of the API from the app.
  mcp: [],
  'server.ts': ['otel', 'server'],
  'instrument.ts': ['otel'],
  'config.ts': [],
  'unknown-settings.ts': [],
}
/** What any room may import. None of it imports another room. */
const importedByAll = new Set([
  'config.ts',
  'docs/openapi.json',
  'docs/openapi.json?raw',
  'package.json',
  'supervisor/file-lock.ts',
  'supervisor/load-env-file.ts',
  'supervisor/make-folder.ts',
  'supervisor/otlp-access.ts',
  'supervisor/secret-key.ts',
  'supervisor/start-error.ts',
  'unknown-settings.ts',
  'store/noise/drop-rules.ts',
  'store/schema/tables/table-names.ts',
])
const rooms = new Set(Object.keys(allowed))

const arrows = listFiles()
  .filter(file => /\.(ts|tsx|mjs)$/.test(file))
  .flatMap(from =>
    listImports(from)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => ({ from, to: resolveImport(from, specifier) })),
  )

test('imports run in one direction', () => {
  const wrong = listFiles()
    .filter(file => /\.(ts|tsx|mjs)$/.test(file) && rooms.has(roomOf(file)))
    .flatMap(file => importsOf(file).map(target => ({ file, target })))
    .filter(({ file, target }) => !mayImport(file, target))
    .map(({ file, target }) => `${file} → ${target}`)
  expect(wrong).toEqual([])
})

test('no file imports itself through others, types included', () => {
  expect(findImportCycles(arrows)).toEqual([])
})

test('no folder imports one that imports it, types included', () => {
  // A file at the root counts as a room; nothing imports tests or benchmarks.
  const folderOf = (file: string) => (file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : file)
  const between = arrows
    .filter(({ from }) => !/\.(test|spec|bench)\.tsx?$/.test(from))
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to)
  expect(between.length).toBeGreaterThan(100)
  expect(findImportCycles(between)).toEqual([])
})

test('the desk takes the six public names of otel/ and nothing else', () => {
  const names = /^@errata\/otel\/(server|browser|react-router|vite|stacks|maps)$/
  const wrong = listFiles()
    .filter(file => /\.(ts|tsx)$/.test(file) && roomOf(file) !== 'otel')
    .flatMap(file => specifiersOf(file).map(specifier => ({ file, specifier })))
    .filter(({ specifier }) => specifier.startsWith('@errata/otel') && !names.test(specifier))
  expect(wrong).toEqual([])
})

test('the command line takes functions that write times and paths of the app, and nothing else', () => {
  const taken = listFiles()
    .filter(file => /^cli\/.*\.ts$/.test(file))
    .flatMap(file => importsOf(file).filter(target => roomOf(target) === 'app'))
  expect(taken.length).toBeGreaterThan(2)
  expect(taken.filter(target => !/^app\/(format|url)\//.test(target))).toEqual([])
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
  if (from === to || importedByAll.has(target)) return true
  const isTest = /\.(test|spec)\.tsx?$/.test(file) || from === 'bench' || file.startsWith('otel/e2e/')
  // Real parts for tests are started by test/; test/run/run-tests.ts installs the browser with the same code.
  if (to === 'test' && (isTest || file === 'test/run/run-tests.ts' || from === 'e2e')) return true
  if (from === 'test') return true
  // What the search language compiles to is tested with the store's queries.
  if (from === 'search' && to === 'store' && isTest) return true
  return allowed[from]?.includes(to) ?? false
}

function importsOf(file: string): string[] {
  return specifiersOf(file).flatMap(specifier => {
    if (specifier.startsWith('@errata/otel')) return ['otel/package.json']
    if (!specifier.startsWith('.')) return []
    return [resolveImport(file, specifier)]
  })
}

/** Type-only imports leave nothing at run time, so they are not counted. */
function specifiersOf(file: string): string[] {
  return listImports(file)
    .filter(({ isType }) => !isType)
    .map(({ specifier }) => specifier)
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? file
}
