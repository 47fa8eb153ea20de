import { expect, test } from 'vitest'
import { findImportCycles } from './find-circles.ts'
import { listFiles } from './list-files.ts'
import { listImports, resolveImport } from './list-imports.ts'

const files = listFiles().filter(file => /^otel\/lib\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

interface Arrow {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  readonly isDynamic: boolean
}

const arrows: Arrow[] = files.flatMap(from =>
  listImports(from)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier, isType, isDynamic }) => ({ from, to: resolveImport(from, specifier), isType, isDynamic })),
)

/** What a part of the package must not import. */
const forbidden: { readonly from: RegExp; readonly to: RegExp }[] = [
  // Code before the first paint stays small: the rest is loaded when the browser is idle.
  { from: /^otel\/lib\/browser\/entry\//, to: /^otel\/lib\/browser\/(agent|send)\// },
  { from: /^otel\/lib\/browser\/[^/]+$/, to: /^otel\/lib\/browser\/(agent|send)\// },
  { from: /^otel\/lib\/browser\/send\//, to: /^otel\/lib\/browser\/agent\// },
  // A browser's bundle has no server code, and a server needs none of the browser half.
  { from: /^otel\/lib\/(browser|react-router)\//, to: /^otel\/lib\/server\// },
  { from: /^otel\/lib\/(server|react-router)\//, to: /^otel\/lib\/browser\// },
  { from: /^otel\/lib\/browser\//, to: /^otel\/lib\/react-router\/(?!contract\.ts$)/ },
  // Loaded before the app, and in servers of any kind.
  { from: /^otel\/lib\/server\//, to: /^otel\/lib\/react-router\// },
  // Used by the app, a relay and a page alike.
  { from: /^otel\/lib\/stacks\//, to: /^otel\/lib\/(?!stacks\/)/ },
  { from: /^otel\/lib\/[^/]+$/, to: /^otel\/lib\/(browser|server|react-router)\// },
]

test('the parts of otel/ import each other in one direction', () => {
  const wrong = arrows
    .filter(({ isDynamic }) => !isDynamic)
    .filter(({ from, to }) => forbidden.some(rule => rule.from.test(from) && rule.to.test(to)))
    .map(({ from, to }) => `${from} → ${to}`)
  expect(wrong).toEqual([])
})

test('the browser half reaches its agent, and a development server what starts telemetry, by a dynamic import alone', () => {
  const dynamic = arrows.filter(({ isDynamic }) => isDynamic).map(({ from, to }) => `${from} → ${to}`)
  expect(dynamic).toEqual([
    'otel/lib/browser/browser.ts → otel/lib/browser/agent/agent.ts',
    'otel/lib/vite/vite.ts → otel/lib/server/register.ts',
    'otel/lib/vite/vite.ts → otel/lib/server/import-by-name.ts',
  ])
})

test('no file of otel/ imports itself by way of others, not even for types', () => {
  expect(findImportCycles(arrows)).toEqual([])
})
