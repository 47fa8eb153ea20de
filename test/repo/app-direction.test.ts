import { expect, test } from 'vitest'
import { findImportCycles } from './find-circles.ts'
import { listFiles } from './list-files.ts'
import { listImports, resolveImport } from './list-imports.ts'

const files = listFiles().filter(file => /^app\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

/** Every import between files of the app, types included. */
const imports = files.flatMap(from =>
  listImports(from)
    .filter(({ specifier }) => specifier.startsWith('.') && !specifier.includes('+types/'))
    .map(({ specifier }) => ({ from, to: resolveImport(from, specifier) }))
    .filter(({ to }) => to.startsWith('app/')),
)

/** From the bottom up: a folder may import itself and those before it. */
const layers = ['format', 'url', 'stacks', 'ui', 'server', 'routes'] as const

test('the folders of the app import only the layers below them, types included', () => {
  const layerOf = (file: string) => layers.findIndex(layer => file.startsWith(`app/${layer}/`))
  const wrong = imports
    .map(({ from, to }) => ({ from, to, up: layerOf(to) - layerOf(from) }))
    .filter(({ from, up }) => layerOf(from) !== -1 && up > 0)
  expect(imports.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})

test('no file of the app imports itself through others, types included', () => {
  expect(findImportCycles(imports)).toEqual([])
})

test('no folder of the app imports itself through others, types included', () => {
  const arrows = imports
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to)
  expect(findImportCycles(arrows)).toEqual([])
})

/** Each file at the root of the app counts as a folder. */
const folderOf = (file: string) => (/^app\/[^/]+$/.test(file) ? file : file.slice(0, file.lastIndexOf('/')))
