import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, root } from './list-files.ts'

/**
 * Which rooms a room may import. `store` and `otel` know nothing of each other; engine, collector, stack, e2e and bench reach the
 * others over HTTP or as processes. Tests may also use test/, and everybody config.ts.
 */
const allowed: Record<string, string[]> = {
  app: ['store', 'otel'],
  store: [],
  otel: [],
  engine: [],
  collector: [],
  stack: [],
  e2e: [],
  // The pages that are measured are apps of their own, with otel/ as a dependency.
  bench: ['otel'],
  test: [],
  'server.ts': ['otel'],
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

test('the desk takes the four public names of otel/ and nothing else', () => {
  const names = /^@errata\/otel\/(server|browser|react-router|vite)$/
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
  // What starts real parts for tests lives in test/; stack/test.ts installs the browser with the same piece.
  if (to === 'test' && (isTest || file === 'stack/test.ts' || from === 'e2e')) return true
  if (from === 'test') return true
  return allowed[from]?.includes(to) ?? false
}

function importsOf(file: string): string[] {
  return specifiersOf(file).flatMap(specifier => {
    if (specifier.startsWith('@errata/otel')) return ['otel/package.json']
    if (!specifier.startsWith('.')) return []
    return [relative(root, join(root, dirname(file), specifier))]
  })
}

function specifiersOf(file: string): string[] {
  // Type-only imports leave nothing at run time, so they make no arrow.
  const source = readFileSync(join(root, file), 'utf8').replace(/\btypeof import\(/g, '(')
  const found = source.matchAll(
    /^\s*(?:import|export)\s+(?!type\b)[^'"]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
  )
  return [...found].map(match => match[1] ?? match[2] ?? match[3] ?? '')
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? file
}
