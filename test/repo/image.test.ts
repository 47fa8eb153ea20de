import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGINE_IMPORTS, ENGINE_PACKAGES } from '../../.ci/compose/make-service-images.ts'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'
import { listImports, resolveImport } from './list-imports.ts'

const dockerfile = readFileSync(join(REPOSITORY_DIR, 'Dockerfile'), 'utf8')
const ignored = readFileSync(join(REPOSITORY_DIR, '.dockerignore'), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#') && !line.startsWith('**'))
const excluded = ignored.filter(line => !line.startsWith('!')).map(line => line.replace(/\/\*$/, ''))
const included = ignored.filter(line => line.startsWith('!')).map(line => line.slice(1))

const sources = listFiles().filter(file => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file))
const isUnder = (file: string, path: string) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`)
const isInContext = (file: string) =>
  included.some(path => isUnder(file, path)) || !excluded.some(path => isUnder(file, path))

/** Files that `COPY --from=build` takes into the image. */
const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)]
  .flatMap(([, paths = '']) => paths.split(' '))
  .map(path => path.replace('/desk/', ''))
const isInImage = (file: string) => copied.some(path => isUnder(file, path))

/** `from → to` for each relative import of these files whose target is missing. Types leave nothing at run time. */
const missing = (files: string[], isThere: (file: string) => boolean) =>
  files.flatMap(from =>
    listImports(from)
      .filter(({ specifier, isType }) => specifier.startsWith('.') && !isType)
      .map(({ specifier }) => resolveImport(from, specifier))
      .filter(to => /\.tsx?$/.test(to) && !isThere(to))
      .map(to => `${from} → ${to}`),
  )

test('what the image is built from imports nothing that .dockerignore leaves out', () => {
  const built = sources.filter(
    file => ['app', 'mcp', 'store', 'search', 'trace'].some(room => isUnder(file, room)) && isInContext(file),
  )
  expect(built.length).toBeGreaterThan(300)
  expect(missing(built, isInContext)).toEqual([])
})

test('what runs in the image imports nothing that the image lacks', () => {
  const running = sources.filter(isInImage)
  expect(running.length).toBeGreaterThan(30)
  expect(missing(running, isInImage)).toEqual([])
})

test('the stand-in for the image of ClickHouse has what engine/ imports', () => {
  const imported = sources
    .filter(file => isUnder(file, 'engine'))
    .flatMap(from =>
      listImports(from)
        .filter(({ isType }) => !isType)
        .map(of => ({ from, ...of })),
    )
  const files = imported
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ from, specifier }) => resolveImport(from, specifier))
    .filter(file => !isUnder(file, 'engine'))
  const packages = imported.map(({ specifier }) => specifier).filter(name => !/^(\.|node:)/.test(name))
  expect(files).toContain('supervisor/make-folder.ts')
  expect(ENGINE_IMPORTS).toEqual(expect.arrayContaining(files))
  expect(ENGINE_PACKAGES).toEqual(expect.arrayContaining(packages))
})
